import { Text, VisuallyHidden } from '@mantine/core'
import { MetricChange } from '@/charts/history/MetricChange'
import { AccountLink } from '@/components/values/AccountLink'
import { ManagedBadge } from '@/components/values/Badges'
import { Avatar } from '@/components/values/Picture'
import { formatExact } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import { managedReason } from '@/util/states'
import { DeleteAccount, ScrapeAccount } from './AccountActions'
import { AccountFreshness, TrackedFreshness } from './AccountFreshness'
import { accountPath } from '@/util/accountPaths'
import { Link } from '@/util/url/Link'
import { formatGap } from './accountTexts'
import { wasRead, type Account } from './model'
import { SelectAccount } from './list/SelectAccount'
import classes from './AccountCard.module.css'

type Props = {
  platform: Platform
  account: Account
  /** Undefined if the user may not change the account. */
  onSelect: (() => void) | undefined
}

/** Opens the account's page on a click outside its controls. */
export function AccountCard({ platform, account, onSelect }: Props) {
  const mayManage = onSelect !== undefined
  return (
    <article className={classes.card} aria-label={`@${account.username}`}>
      <div className={classes.head}>
        <Avatar platform={platform} picture={account.picture} size={32} />
        <span className={`${classes.control} ${classes.link}`}>
          <AccountLink
            platform={platform}
            username={account.username}
            to={accountPath(platform, account.id)}
          />
        </span>
        <div className={`${classes.control} ${classes.actions}`}>
          {onSelect && (
            <>
              <SelectAccount
                account={account}
                selected={false}
                onToggle={onSelect}
                className={classes.select ?? ''}
              />
              <ScrapeAccount platform={platform} account={account} />
              <DeleteAccount platform={platform} account={account} />
            </>
          )}
        </div>
      </div>
      <FormerNames of={account} />
      <div className={classes.count}>
        <Link to={accountPath(platform, account.id)} className={classes.open ?? ''}>
          <ItemCount platform={platform} account={account} />
        </Link>
        <ManagedBadge of={account} />
      </div>
      <GapNote platform={platform} account={account} />
      <GainedInWeek account={account} />
      <AccountFreshness platform={platform} account={account} mayManage={mayManage} />
    </article>
  )
}

type SelectableCardProps = { platform: Platform; account: Account; selected: boolean; onToggle: () => void }

/** Turns the whole card into a checkbox during a selection, unless the account cannot be deleted here. */
export function SelectableCard({ platform, account, selected, onToggle }: SelectableCardProps) {
  const fixed = managedReason(account)
  return (
    <article
      className={classes.card}
      data-selected={selected || undefined}
      aria-label={`@${account.username}`}
    >
      <label className={classes.pick} data-fixed={fixed !== undefined || undefined}>
        <Avatar platform={platform} picture={account.picture} size={32} />
        <span className={classes.name}>@{account.username}</span>
        <SelectAccount
          account={account}
          selected={selected}
          onToggle={onToggle}
          className={`${classes.box} ${classes.actions}`}
          focused={selected}
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

type ItemCountProps = { platform: Platform; account: Account }

/** Shows how many items of an account were collected; a dash while that is unknown. */
function ItemCount({ platform, account }: ItemCountProps) {
  const { item, items } = PLATFORMS[platform]
  const known = wasRead(account)
  return (
    <>
      {known ? (
        formatExact(account.count)
      ) : (
        <span aria-hidden className={classes.unknown}>
          —
        </span>
      )}
      <span className={classes.unit}> {known && account.count === 1 ? item : items}</span>
      {!known && <VisuallyHidden> not available yet</VisuallyHidden>}
    </>
  )
}

/** Shows the former usernames, latest first; nothing if there are none. */
export function FormerNames({ of: { former_usernames: names } }: { of: { former_usernames: string[] } }) {
  if (names.length === 0) return null
  return (
    <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      formerly{' '}
      {names
        .toReversed()
        .map((name) => `@${name}`)
        .join(', ')}
    </Text>
  )
}

type GapNoteProps = { platform: Platform; account: Account }

/** Shows that the platform's list omits some of the account's items; nothing if it does not. */
export function GapNote({ platform, account }: GapNoteProps) {
  const text = formatGap(platform, account)
  return (
    text !== undefined && (
      <Text fz="xs" c="dimmed">
        {text}
      </Text>
    )
  )
}

/** Shows the views gained in the last 7 days; nothing while they are unknown. */
function GainedInWeek({ account: { gained_views_7_days: gained } }: { account: Account }) {
  return gained != null && <MetricChange gained={gained} period="in 7 days" named />
}
