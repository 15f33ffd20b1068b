import { SimpleGrid } from '@mantine/core'
import type { Schema } from '@/api/types'
import { Cpm, Engagement } from '@/components/Values'
import { StatTile } from '@/components/Panel'
import { PLATFORMS, type Platform } from '@/util/platform'
import { AverageInfo } from './AverageInfo'
import { knownViews } from './knownViews'

/** Without known views, nothing can be divided; the server then sends 0. */
const NO_VIEWS = 'Not known: no views measured yet'

type Totals = Pick<
  Schema<'TiktokTotals'>,
  'viewed' | 'total_views' | 'avg_cpm' | 'mean_cpm' | 'avg_engagement' | 'mean_engagement'
>

/** The four tiles: cost per thousand views and engagement rate, on each platform. */
export function Averages({ stats: { instagram, tiktok, content } }: { stats: Schema<'DashboardStats'> }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mt="md">
      <CpmTile platform="instagram" totals={instagram} items={content.instagram_posts} />
      <EngagementTile
        platform="instagram"
        totals={instagram}
        items={content.instagram_posts}
        reactions="likes + comments"
      />
      <CpmTile platform="tiktok" totals={tiktok} items={content.tiktok_videos} />
      <EngagementTile
        platform="tiktok"
        totals={tiktok}
        items={content.tiktok_videos}
        reactions="likes + comments + shares"
      />
    </SimpleGrid>
  )
}

type Props = { platform: Platform; totals: Totals; items: number }

function CpmTile({ platform, totals, items }: Props) {
  const { name, item } = PLATFORMS[platform]
  const label = `Avg ${name} CPM`
  const unknown = missing(totals)
  return (
    <StatTile
      platform={platform}
      label={label}
      note={knownViews(platform, totals.viewed, items)}
      info={
        <AverageInfo
          label={label}
          formula="1000 × total cost ÷ total views"
          item={item}
          mean={<Cpm value={totals.mean_cpm} unknown={unknown} />}
        />
      }
    >
      <Cpm value={totals.avg_cpm} unknown={unknown} />
    </StatTile>
  )
}

function EngagementTile({ platform, totals, items, reactions }: Props & { reactions: string }) {
  const { name, item } = PLATFORMS[platform]
  const label = `Avg ${name} Engagement`
  const unknown = missing(totals)
  return (
    <StatTile
      platform={platform}
      label={label}
      note={knownViews(platform, totals.viewed, items)}
      info={
        <AverageInfo
          label={label}
          formula={`100 × (${reactions}) ÷ views`}
          item={item}
          mean={<Engagement value={totals.mean_engagement} unknown={unknown} />}
        />
      }
    >
      <Engagement value={totals.avg_engagement} unknown={unknown} />
    </StatTile>
  )
}

function missing({ total_views }: Totals): string | undefined {
  return total_views === 0 ? NO_VIEWS : undefined
}
