import type { ReactNode } from 'react'
import { AccountStatus, WaitingNote } from '@/components/Badges'
import { NextScrape, RelativeTime } from '@/components/Values'
import { CadenceNote } from './CadenceNote'
import type { Freshness } from './model'
import classes from './TrackedFreshness.module.css'

type Props = {
  of: Freshness
  /** Replaces the status text where more must be shown than how the last scrape ended. */
  notice?: ReactNode
}

/** Last and next scrape of an account or video, the interval, and the reason if the scrape failed. */
export function TrackedFreshness({ of: tracked, notice }: Props) {
  return (
    <div className={classes.freshness}>
      <div className={classes.times}>
        <span>
          Last updated: {tracked.last_scraped ? <RelativeTime iso={tracked.last_scraped} /> : 'Never'}
        </span>
        <span className={classes.next}>
          {tracked.next_scrape && <NextScrape iso={tracked.next_scrape} />}
          {tracked.cadence && <CadenceNote cadence={tracked.cadence} />}
        </span>
      </div>
      {tracked.waiting && <WaitingNote message={tracked.waiting.message} />}
      {notice ?? <AccountStatus status={tracked.status} text={tracked.status_text} />}
    </div>
  )
}
