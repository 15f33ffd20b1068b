import { RelativeTime } from './RelativeTime'
import { useNow } from './useNow'

/** Below this, relative times have no number. */
const SOON_MS = 60_000

/** Time of the next scheduled scrape. */
export function NextScrape({ iso }: { iso: string }) {
  const now = useNow()
  return <span>Next scrape: {Date.parse(iso) - now < SOON_MS ? 'due now' : <RelativeTime iso={iso} />}</span>
}
