import { ActionIcon, SimpleGrid } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { Schema } from '@/api/types'
import { LazyTooltip } from '@/components/LazyTooltip'
import { StatTile } from '@/components/Panel'
import { Cpm, Engagement } from '@/components/Values'
import { engagementTerms } from '@/util/metrics'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { knownViews } from './cardNotes'

/** Without known views, nothing can be divided; the server then sends 0. */
const NO_VIEWS = 'Not known: no views measured yet'

type Totals = Schema<'DashboardStats'>[Platform]

/** Shows cost per thousand views and engagement rate, on each platform. */
export function Averages({ stats }: { stats: Schema<'DashboardStats'> }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mt="md">
      {PLATFORM_CODES.map((platform) => {
        const tile = { platform, totals: stats[platform], items: stats.content[PLATFORMS[platform].content] }
        return (
          <Fragment key={platform}>
            <CpmTile {...tile} />
            <EngagementTile {...tile} />
          </Fragment>
        )
      })}
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

function EngagementTile({ platform, totals, items }: Props) {
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
          formula={`100 × (${engagementTerms(platform)}) ÷ views`}
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

type AverageInfoProps = { label: string; formula: string; item: string; mean: ReactNode }

/** Explains how an average is calculated, and shows the mean over items as the alternative. */
function AverageInfo({ label, formula, item, mean }: AverageInfoProps) {
  return (
    <InfoTip label={`How ${label} is calculated`}>
      <div>Totals over totals: {formula}.</div>
      <div>
        Mean of every {item}&rsquo;s own value: <strong>{mean}</strong>. There, a {item} with few views weighs
        as much as one with many.
      </div>
    </InfoTip>
  )
}

type InfoTipProps = { label: string; children: ReactNode }

/** Explains its neighbor, by mouse, touch or keyboard. `label` names what it explains. */
function InfoTip({ label, children }: InfoTipProps) {
  return (
    <LazyTooltip label={children} multiline w={296} p="sm" events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon variant="transparent" c="dimmed" size={24} aria-label={label}>
        <IconInfoCircle size={16} stroke={1.75} />
      </ActionIcon>
    </LazyTooltip>
  )
}
