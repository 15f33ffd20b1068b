import { formatDate, formatFullDate } from '@/shared/lib/format'

/** A moment as short month, day, hour and minute; the whole date in the tooltip. */
export function DateTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatFullDate(iso)}>
      {formatDate(iso)}
    </time>
  )
}
