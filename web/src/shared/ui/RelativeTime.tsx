import { formatFullDate } from '@/shared/lib/format'
import { relativeTime } from '@/shared/lib/relativeTime'
import { useNow } from '@/shared/lib/useNow'

/** A relative time; the full date in the tooltip. */
export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow()
  return (
    <time dateTime={iso} title={formatFullDate(iso)}>
      {relativeTime(Date.parse(iso), now)}
    </time>
  )
}
