import { formatCount, formatExact } from '@/util/format'
import { Unknown } from './Unknown'

type Props = { value: number; unknown?: string | undefined }

/** A count in short form, with all digits in the tooltip. */
export function Count({ value, unknown }: Props) {
  if (unknown !== undefined) return <Unknown reason={unknown} />
  return <span title={formatExact(value)}>{formatCount(value)}</span>
}
