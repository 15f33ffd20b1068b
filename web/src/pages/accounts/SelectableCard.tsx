import { Checkbox } from '@mantine/core'
import { ManagedBadge } from '@/components/Badges'
import { managedReason } from '@/util/states'
import type { Platform } from '@/util/platform'
import { FormerNames } from './FormerNames'
import { GainedInWeek } from './GainedInWeek'
import { GapNote } from './GapNote'
import { ItemCount } from './ItemCount'
import type { Account } from './model'
import { TrackedFreshness } from './TrackedFreshness'
import classes from './AccountCard.module.css'

type Props = { platform: Platform; account: Account; selected: boolean; onToggle: () => void }

/** Account card during a selection: the whole card is a checkbox, unless the account cannot be deleted here. */
export function SelectableCard({ platform, account, selected, onToggle }: Props) {
  const fixed = managedReason(account)
  return (
    <article
      className={classes.card}
      data-selected={selected || undefined}
      aria-label={`@${account.username}`}
    >
      <label className={classes.pick} data-fixed={fixed !== undefined || undefined}>
        <span className={classes.name}>@{account.username}</span>
        <Checkbox
          className={classes.box ?? ''}
          checked={selected}
          disabled={fixed !== undefined}
          onChange={onToggle}
          aria-label={`Select @${account.username}`}
          {...(fixed !== undefined && { 'aria-description': fixed })}
        />
      </label>
      <FormerNames of={account} />
      <div className={classes.count}>
        <div className={classes.figure}>
          <ItemCount platform={platform} account={account} />
        </div>
        <ManagedBadge of={account} />
      </div>
      <GapNote platform={platform} account={account} />
      <GainedInWeek account={account} />
      <TrackedFreshness of={account} />
    </article>
  )
}
