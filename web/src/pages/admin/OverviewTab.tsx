import { Box, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { Schema } from '@/api/types'
import { GainedViews } from '@/charts/history/GainedViews'
import { PeriodSelect } from '@/components/forms/PeriodSelect'
import { StatTile } from '@/components/layout/Panel'
import { PlatformCard } from '@/components/layout/PlatformCard'
import { Outdated, QueryView } from '@/components/layout/QueryView'
import { RECENT_HOURS } from '@/util/constants'
import { formatExact } from '@/util/format'
import type { CountMetric } from '@/util/metrics/metrics'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { usePeriod } from '@/util/time/usePeriod'
import { useOverview } from './queries'
import { ScrapingPanel } from './ScrapingPanel'

const SKELETON_HEIGHT = 320

export function OverviewTab({ groupId }: { groupId: number | undefined }) {
  const overview = useOverview(groupId)
  const view = usePeriod()
  return (
    <Stack gap="md">
      <QueryView
        query={overview}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {(data) => (
          <Outdated waiting={overview.isPlaceholderData}>
            <OverviewTiles overview={data} />
            <Box mt="md">
              <PeriodSelect {...view} />
            </Box>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mt="md">
              {PLATFORM_CODES.map((platform) => (
                <PlatformStats key={platform} platform={platform} overview={data} groupId={groupId} />
              ))}
            </SimpleGrid>
          </Outdated>
        )}
      </QueryView>
      <ScrapingPanel groupId={groupId} />
    </Stack>
  )
}

function OverviewTiles({ overview: { users, accounts } }: { overview: Schema<'AdminOverview'> }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile label="Total users">{formatExact(users.total)}</StatTile>
      <StatTile label="Active users">{formatExact(users.active)}</StatTile>
      {PLATFORM_CODES.map((platform) => (
        <StatTile key={platform} label={`${PLATFORMS[platform].name} accounts`} platform={platform}>
          {formatExact(accounts[platform])}
        </StatTile>
      ))}
    </SimpleGrid>
  )
}

type PlatformStatsProps = {
  platform: Platform
  overview: Schema<'AdminOverview'>
  groupId: number | undefined
}

const RECENT = `Recent (${RECENT_HOURS}h)`

function PlatformStats({ platform, overview: { content, engagement }, groupId }: PlatformStatsProps) {
  const counts: Partial<Record<CountMetric, number>> = engagement[platform]
  const { items, content: collected } = PLATFORMS[platform]
  return (
    <PlatformCard
      platform={platform}
      groupId={groupId}
      total={(metric) => counts[metric] ?? 0}
      change={<GainedViews platform={platform} groupId={groupId} />}
      sources={[
        { label: `Total ${items}`, value: content[collected] },
        { label: RECENT, value: content[`recent_${platform}`] },
      ]}
    />
  )
}
