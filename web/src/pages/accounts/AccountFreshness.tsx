import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AccountStatus, WaitingNote } from '@/components/values/Badges'
import { TextWithTooltip } from '@/components/values/Texts'
import { NextUpdate, RelativeTime } from '@/components/values/Values'
import type { Platform } from '@/util/platform'
import { useScrapeAccount } from './AccountActions'
import { isUndecided, mayTryAgain } from './accountTexts'
import { explainsInterval, formatRefreshInterval, type Cadence } from './cadence'
import { IdentityNotice } from './identity/IdentityNotice'
import type { Account, Freshness } from './model'
import classes from './AccountFreshness.module.css'

type Props = { platform: Platform; account: Account; mayManage: boolean }

/** Shows the scrape status of an account, or the new owner of its handle until an admin decides. Failed scrapes can be retried here. */
export function AccountFreshness({ platform, account, mayManage }: Props) {
  return (
    <>
      <TrackedFreshness
        of={account}
        notice={isUndecided(account) ? <IdentityNotice platform={platform} account={account} /> : undefined}
      />
      {mayManage && mayTryAgain(account.status) && <TryAgain platform={platform} account={account} />}
    </>
  )
}

type TrackedFreshnessProps = {
  of: Freshness
  /** Replaces the status text where more must be shown than how the last scrape ended. */
  notice?: ReactNode
}

/** Shows the last and next scrape of an account or video, the interval, and the reason if the scrape failed. */
export function TrackedFreshness({ of: tracked, notice }: TrackedFreshnessProps) {
  return (
    <div className={classes.freshness}>
      <div className={classes.times}>
        <span>
          Last updated: {tracked.last_scraped ? <RelativeTime iso={tracked.last_scraped} /> : 'Never'}
        </span>
        <span className={classes.next}>
          {tracked.next_scrape && <NextUpdate iso={tracked.next_scrape} />}
          {tracked.cadence && <CadenceNote cadence={tracked.cadence} />}
        </span>
      </div>
      {tracked.waiting && <WaitingNote of={tracked.waiting} />}
      {notice ?? <AccountStatus status={tracked.status} text={tracked.status_text} />}
    </div>
  )
}

/** Shows how often an account is updated. A tooltip for mouse, touch and keyboard explains a notable deviation from the set interval. */
function CadenceNote({ cadence }: { cadence: Cadence }) {
  const text = formatRefreshInterval(cadence)
  return explainsInterval(cadence) ? (
    <TextWithTooltip by={cadence.text}>{text}</TextWithTooltip>
  ) : (
    <span>{text}</span>
  )
}

type TryAgainProps = { platform: Platform; account: Account }

/** Rescrapes a failed account now, ahead of schedule. */
function TryAgain({ platform, account }: TryAgainProps) {
  const { scrape, busy } = useScrapeAccount(platform, account)
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.tryAgain ?? ''}
      aria-label={`Retry @${account.username}`}
      leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
      loading={busy}
      onClick={scrape}
    >
      Retry
    </Button>
  )
}
