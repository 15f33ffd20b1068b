import { formatPercent } from '@/util/format'
import { Unknown } from './Unknown'

export function Engagement({ value, unknown }: { value: number; unknown?: string | undefined }) {
  return unknown === undefined ? <span>{formatPercent(value)}</span> : <Unknown reason={unknown} />
}
