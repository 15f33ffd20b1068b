import { Text } from '@mantine/core'
import { HistoryLink } from '@/charts/HistoryLink'
import { AvailabilityBadge } from '@/components/Badges'
import { Caption, ExternalLink } from '@/components/Texts'
import { DateTime } from '@/components/Values'
import type { Column } from '@/table/column'
import { METRICS } from '@/table/metricColumns'
import type { Platform } from '@/util/platform'
import type { Figures, Item } from './model'

const NAME = ({ url, name, collected, ...item }: Figures) => (
  <>
    <ExternalLink href={url}>{name}</ExternalLink>
    {collected != null && <HistoryLink id={collected} name={name} />} <AvailabilityBadge of={item} />
  </>
)

const VIDEO = (item: Figures) => (
  <>
    {NAME(item)}
    <Text component="div" fz="xs" c="dimmed">
      <Caption text={item.caption} />
    </Text>
  </>
)

const COUNTS: Column<Figures>[] = [METRICS.views, METRICS.likes, METRICS.comments]

const RATES: Column<Figures>[] = [
  METRICS.cpm,
  METRICS.engagement,
  {
    title: 'Posted',
    sort: 'date',
    card: 'aside',
    numeric: true,
    quiet: true,
    cell: (item) => (item.posted ? <DateTime iso={item.posted} /> : 'N/A'),
  },
]

const POST_COLUMNS: Column<Figures>[] = [{ title: 'Post', card: 'heading', cell: NAME }, ...COUNTS, ...RATES]

export const VIDEO_COLUMNS: Column<Figures>[] = [
  { title: 'Video', card: 'heading', cell: VIDEO },
  ...COUNTS,
  METRICS.shares,
  ...RATES,
]

const COLUMNS: Record<Platform, Column<Item>[]> = { instagram: POST_COLUMNS, tiktok: VIDEO_COLUMNS }

export function columnsOf(platform: Platform): Column<Item>[] {
  return COLUMNS[platform]
}
