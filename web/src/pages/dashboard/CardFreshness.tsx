import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Schema } from '@/api/types'
import { AccountStatus, WaitingNote } from '@/components/Badges'
import { NextScrape, RelativeTime } from '@/components/Values'
import type { Platform } from '@/util/platform'
import { accountProblems } from './problems'
import classes from './CardFreshness.module.css'

type Props = {
  platform: Platform
  groupId: number | undefined
  freshness: Schema<'PlatformFreshness'>
  /** Other reasons why scraping is delayed. */
  children?: ReactNode
}

/** Age of a platform's numbers, the next scrape, and the accounts that cannot be scraped. */
export function CardFreshness({ platform, groupId, freshness, children }: Props) {
  const { accounts, last_scrape, oldest_scrape, next_scrape, waiting } = freshness
  if (accounts === 0) return null
  const problems = accountProblems(freshness)
  const link = (status: string) => ({
    pathname: `/${platform}`,
    search: new URLSearchParams({
      ...(groupId === undefined ? {} : { group: String(groupId) }),
      status,
    }).toString(),
  })
  return (
    <div className={classes.freshness}>
      <div className={classes.times}>
        <span>Last scraped: {last_scrape ? <RelativeTime iso={last_scrape} /> : 'Never'}</span>
        {next_scrape && <NextScrape iso={next_scrape} />}
        {oldest_scrape && (
          <span>
            Oldest: <RelativeTime iso={oldest_scrape} />
          </span>
        )}
      </div>
      {waiting && <WaitingNote message={waiting.message} />}
      {problems.length === 0 && !waiting && (
        <span className={classes.fine}>
          <IconCircleCheck size={16} stroke={1.75} aria-hidden className={classes.fineIcon} />
          {accounts === 1 ? 'The account is up to date' : `All ${accounts} accounts are up to date`}
        </span>
      )}
      {problems.length > 0 && (
        <ul className={classes.problems}>
          {problems.map(({ status, text }) => (
            <li key={status}>
              <Link to={link(status)} className={classes.problem}>
                <AccountStatus status={status} text={text} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
