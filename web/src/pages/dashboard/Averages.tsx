import { ActionIcon, SimpleGrid } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useCurrencies } from '@/api/useCurrencies'
import type { Schema } from '@/api/types'
import { StatTile } from '@/components/layout/Panel'
import { Cpm, Engagement } from '@/components/values/Values'
import { engagementTerms, unknownAverages } from '@/util/metrics/metrics'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { knownViews } from './cardNotes'

type Totals = Schema<'DashboardStats'>[Platform]

/** Shows cost per thousand views and engagement rate, on each platform. */
export function Averages({
  groupId,
  stats,
}: {
  groupId: number | undefined
  stats: Schema<'DashboardStats'>
}) {
  const { tracked: currency } = useCurrencies(groupId)
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mt="md">
      {PLATFORM_CODES.map((platform) => {
        const totals = stats[platform]
        const basis = knownViews(platform, totals.viewed, stats.content[PLATFORMS[platform].content])
        const tile = { platform, totals, basis }
        return (
          <Fragment key={platform}>
            <CpmTile {...tile} currency={currency} />
            <EngagementTile {...tile} />
          </Fragment>
        )
      })}
    </SimpleGrid>
  )
}

type Props = {
  platform: Platform
  totals: Totals
  /** How many items the average is based on, if fewer than all. */
  basis: string | undefined
}

function CpmTile({ platform, totals, basis, currency }: Props & { currency: string | null }) {
  const label = `Avg ${PLATFORMS[platform].name} CPM`
  return (
    <StatTile
      platform={platform}
      label={label}
      info={<InfoTip name={label} formula="Total cost ÷ total views × 1,000" basis={basis} />}
    >
      <Cpm value={totals.avg_cpm} unknown={unknownAverages(totals).cpm} currency={currency} />
    </StatTile>
  )
}

function EngagementTile({ platform, totals, basis }: Props) {
  const label = `Avg ${PLATFORMS[platform].name} Engagement`
  return (
    <StatTile
      platform={platform}
      label={label}
      info={<InfoTip name={label} formula={`(${engagementTerms(platform)}) ÷ views × 100`} basis={basis} />}
    >
      <Engagement value={totals.avg_engagement} unknown={unknownAverages(totals).engagement} />
    </StatTile>
  )
}

type InfoTipProps = { name: string; formula: string } & Pick<Props, 'basis'>

/** Explains the average beside it, by mouse, touch or keyboard. */
function InfoTip({ name, formula, basis }: InfoTipProps) {
  const text = [formula, ...(basis === undefined ? [] : [basis])].join('. ')
  return (
    <ActionIcon
      variant="transparent"
      c="dimmed"
      size={24}
      aria-label={`How ${name} is calculated`}
      aria-description={text}
      data-tip={text}
    >
      <IconInfoCircle size={16} stroke={1.75} />
    </ActionIcon>
  )
}
