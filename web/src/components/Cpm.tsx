import { formatCpm } from '@/util/format'
import { Unknown } from './Unknown'

export function Cpm({ value, unknown }: { value: number; unknown?: string | undefined }) {
  return unknown === undefined ? <span>{formatCpm(value)}</span> : <Unknown reason={unknown} />
}
