import { Anchor, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { cardCountsOf, type CountMetric } from '@/util/metrics/metrics'
import { PLATFORMS, type Platform } from '@/util/platform'
import { Panel, PlatformMark } from './Panel'
import { Count, Quantity } from '@/components/values/Values'
import { Link } from '@/util/url/Link'
import classes from './PlatformCard.module.css'

type Figure = { label: string; value: number }
type Props = {
  platform: Platform
  /** The group whose totals are shown, when an admin has chosen one. */
  groupId: number | undefined
  /** Total of a metric. */
  total: (metric: CountMetric) => number
  /** Recent change of the views. */
  change: ReactNode
  sources: Figure[]
  /** Age of the numbers. */
  freshness?: ReactNode
}

/** Shows a platform's totals: views most prominently, then engagement, then the counts of items, and the freshness. */
export function PlatformCard({ platform, groupId, total, change, sources, freshness }: Props) {
  const { name } = PLATFORMS[platform]
  const accounts = { pathname: `/${platform}`, search: groupId === undefined ? '' : `group=${groupId}` }
  return (
    <Panel aria-label={`${name} totals`} className={classes.card}>
      <Group justify="space-between">
        <Group gap={10}>
          <PlatformMark platform={platform} />
          <Title order={2}>{name}</Title>
        </Group>
        <Anchor component={Link} to={accounts} fz="sm" aria-label={`${name} accounts`}>
          Accounts
        </Anchor>
      </Group>
      <dl className={classes.views}>
        <Entry label="Views" value={total('views')} />
      </dl>
      {change}
      <dl className={classes.reactions}>
        {reactionsOf(platform).map(({ value, label }) => (
          <Entry key={value} label={label} value={total(value)} />
        ))}
      </dl>
      <dl className={classes.sources}>
        {sources.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Quantity value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {freshness}
    </Panel>
  )
}

const reactionsOf = (platform: Platform) => cardCountsOf(platform).filter(({ value }) => value !== 'views')

function Entry({ label, value }: Figure) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Count value={value} />
      </dd>
    </div>
  )
}
