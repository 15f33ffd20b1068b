import { SimpleGrid } from '@mantine/core'
import type { Schema } from '@/shared/api/types'
import { Cpm } from '@/shared/ui/Cpm'
import { Engagement } from '@/shared/ui/Engagement'
import { StatTile } from '@/shared/ui/StatTile'

/** Without a known view there is nothing to divide by; the server sends 0 then. */
const NO_VIEWS = 'Not known: no views measured yet'

/** The four tiles: what a thousand views cost and how many viewers reacted, on each platform. */
export function Averages({ stats: { instagram, tiktok } }: { stats: Schema<'DashboardStats'> }) {
  const unknown = { instagram: missing(instagram.total_views), tiktok: missing(tiktok.total_views) }
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mt="md">
      <StatTile platform="instagram" label="Avg Instagram CPM">
        <Cpm value={instagram.avg_cpm} unknown={unknown.instagram} />
      </StatTile>
      <StatTile platform="instagram" label="Avg Instagram Engagement">
        <Engagement value={instagram.avg_engagement} unknown={unknown.instagram} />
      </StatTile>
      <StatTile platform="tiktok" label="Avg TikTok CPM">
        <Cpm value={tiktok.avg_cpm} unknown={unknown.tiktok} />
      </StatTile>
      <StatTile platform="tiktok" label="Avg TikTok Engagement">
        <Engagement value={tiktok.avg_engagement} unknown={unknown.tiktok} />
      </StatTile>
    </SimpleGrid>
  )
}

function missing(views: number): string | undefined {
  return views === 0 ? NO_VIEWS : undefined
}
