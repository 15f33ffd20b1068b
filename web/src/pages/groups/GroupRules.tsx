import { formatCost } from '@/util/cost'
import type { GroupDetails } from './model'
import classes from './GroupRules.module.css'

/** Suffix of a rule that the group inherits. */
const THE_DEFAULT = ' (the default)'

/** The rules of a group; the platform's defaults where the group has none. */
export function GroupRules({ group }: { group: GroupDetails }) {
  return (
    <dl className={classes.rules}>
      <dt>Accounts are managed by</dt>
      <dd>{group.members_manage_accounts ? 'Every member' : 'Group admins only'}</dd>
      <dt>Cost</dt>
      <dd>
        {formatCost(group.cost_in_effect)}
        {!group.cost && THE_DEFAULT}
      </dd>
      <dt>Instagram is scraped</dt>
      <dd>{everyMinutes(group.instagram_interval, group.intervals.instagram)}</dd>
      <dt>TikTok is scraped</dt>
      <dd>{everyMinutes(group.tiktok_interval, group.intervals.tiktok)}</dd>
    </dl>
  )
}

/** Scrape interval of a group on a platform; `own` is the group's override, if it has one. */
function everyMinutes(own: number | null | undefined, inEffect: number): string {
  return `Every ${inEffect} minutes${own == null ? THE_DEFAULT : ''}`
}
