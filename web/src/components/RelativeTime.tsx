import { formatFullDate, relativeTime } from '@/util/format'
import { useNow } from './useNow'

/** A relative time; the full date in the tooltip. */
export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow()
  return (
    <time dateTime={iso} title={formatFullDate(iso)}>
      {relativeTime(Date.parse(iso), now)}
    </time>
  )
}
