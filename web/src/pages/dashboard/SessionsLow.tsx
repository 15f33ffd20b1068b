import { Link } from 'react-router'
import { api } from '@/api/client'
import { useIsAdmin } from '@/api/session'
import { AccountStatus } from '@/components/Badges'
import { POLL } from '@/util/constants'
import { sessionsLow } from '@/util/states'
import classes from './CardFreshness.module.css'

/** Warns admins, who can add sessions, that there are too few of them to scrape Instagram. */
export function SessionsLow() {
  const { data } = api.useQuery('get', '/api/admin/scraping/status', undefined, {
    enabled: useIsAdmin(),
    refetchInterval: POLL.adminOverview,
  })
  const text = data && sessionsLow(data.sessions)
  if (text === undefined) return null
  return (
    <Link to="/admin/sessions" className={classes.problem ?? ''}>
      <AccountStatus status="no_session" text={text} />
    </Link>
  )
}
