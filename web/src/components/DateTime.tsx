import { formatDate, formatFullDate } from '@/util/format'

/** A time as short month, day, hour and minute; the full date in the tooltip. */
export function DateTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatFullDate(iso)}>
      {formatDate(iso)}
    </time>
  )
}
