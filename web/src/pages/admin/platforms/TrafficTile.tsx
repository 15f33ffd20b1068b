import type { Schema } from '@/api/types'
import { StatTile } from '@/components/Panel'
import { formatBytes } from '@/util/files'
import { formatCounted } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import { totalOf } from './traffic'

type Props = { platform: Platform; rows: Schema<'TrafficEntry'>[]; perAccount: number | null | undefined }

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Requests of a platform in a day, per account and in total. */
export function TrafficTile({ platform, rows, perAccount }: Props) {
  const { requests, bytes } = totalOf(rows, platform)
  return (
    <StatTile
      label={`${PLATFORMS[platform].name}: requests for each account in a day`}
      platform={platform}
      note={`${formatCounted(requests, 'request')} with ${formatBytes(bytes)} of responses`}
    >
      {perAccount == null ? '—' : oneDecimal.format(perAccount)}
    </StatTile>
  )
}
