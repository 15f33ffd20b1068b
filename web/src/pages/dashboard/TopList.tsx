import { Group, Text, Title } from '@mantine/core'
import { AvailabilityBadge } from '@/components/Badges'
import { ExternalLink } from '@/components/Texts'
import { Panel, PlatformMark } from '@/components/Panel'
import type { ItemMetrics } from '@/table/metricColumns'
import type { Availability } from '@/util/states'
import { TOP_ITEMS } from '@/util/constants'
import { unknownReason } from '@/util/metrics'
import type { Platform } from '@/util/platform'
import { TopNumbers } from './TopNumbers'
import classes from './TopList.module.css'

type Item = ItemMetrics &
  Availability & {
    id: number
    name: string
    url: string
    username: string
  }
type Props = { platform: Platform; title: string; items: Item[] }

/** The most viewed items of a platform, each with a link to the platform. */
export function TopList({ platform, title, items }: Props) {
  return (
    <Panel aria-label={title}>
      <Group gap={10} mb="md">
        <PlatformMark platform={platform} />
        <Title order={2}>{title}</Title>
      </Group>
      {items.length === 0 ? (
        <Text c="dimmed">No recent activity</Text>
      ) : (
        <ol className={classes.list}>
          {items.slice(0, TOP_ITEMS).map((item, index) => (
            <li key={item.id} className={classes.item}>
              <span className={classes.rank} aria-hidden>
                {unknownReason('views', item) === undefined && index + 1}
              </span>
              <div className={classes.name}>
                <ExternalLink href={item.url} className={classes.link ?? ''}>
                  {item.name}
                </ExternalLink>
                <div className={classes.account}>
                  @{item.username} <AvailabilityBadge of={item} />
                </div>
              </div>
              <div className={classes.numbers}>
                <TopNumbers item={item} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
