import { Box, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { formatChange, formatSigned } from '@/charts/point'
import { Panel, PlatformName } from '@/components/Panel'
import { PeriodSelect } from '@/components/PeriodSelect'
import { QueryView } from '@/components/QueryView'
import { ExternalLink } from '@/components/Texts'
import { formatMoney } from '@/util/format'
import { COUNT_OPTIONS, isReported } from '@/util/metrics'
import { changeOf, formatDays } from '@/util/period'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { usePeriod } from '@/util/usePeriod'
import { changeText, gainedItems, type Gains } from './growth'
import { useGains } from './queries'
import { itemName } from './TopLists'
import classes from './GrowthPanel.module.css'

/** Shows what was gained in a period, compared with an earlier one, what it costs, and which items gained the most. */
export function GrowthPanel({ groupId }: { groupId: number | undefined }) {
  const view = usePeriod()
  const { period } = view
  const gains = useGains(groupId, period)
  return (
    <Panel mb="md" aria-label="Growth">
      <Group justify="space-between" gap="sm" mb="md" align="flex-start">
        <div>
          <Title order={2}>Growth</Title>
          <Text fz="xs" c="dimmed">
            {period.name === 'today' ? 'Today so far' : formatDays(period.days)}
            {period.previous && `, compared with ${formatDays(period.previous)}`}. Days are UTC.
          </Text>
        </div>
        <PeriodSelect {...view} />
      </Group>
      <QueryView query={gains} loading={<Skeleton h={260} role="status" aria-label="Loading" />}>
        {(data) => (
          <Box aria-busy={gains.isPlaceholderData} opacity={gains.isPlaceholderData ? 0.5 : 1}>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
              {PLATFORM_CODES.map((platform) => (
                <PlatformGrowth
                  key={platform}
                  platform={platform}
                  gains={data}
                  compared={period.previous !== undefined}
                />
              ))}
            </SimpleGrid>
          </Box>
        )}
      </QueryView>
    </Panel>
  )
}

type PlatformGrowthProps = { platform: Platform; gains: Gains; compared: boolean }

function PlatformGrowth({ platform, gains, compared }: PlatformGrowthProps) {
  const { gained, previous } = gains[platform]
  const metrics = COUNT_OPTIONS.filter(({ value }) => value !== 'views' && isReported(value, platform))
  return (
    <section aria-label={PLATFORMS[platform].name}>
      <PlatformName platform={platform} />
      <dl className={classes.sums}>
        <Sum label="Views gained" now={gained.views} previous={compared ? previous.views : undefined} large />
        {gained.cost !== null && (
          <Sum
            label="Cost"
            now={gained.cost}
            previous={compared ? (previous.cost ?? 0) : undefined}
            format={(value) => formatMoney(value, gains.currency ?? null)}
            large
          />
        )}
        {metrics.map(({ value, label }) => (
          <Sum
            key={value}
            label={label}
            now={gained[value]}
            previous={compared ? previous[value] : undefined}
          />
        ))}
        <Sum
          label={`New ${PLATFORMS[platform].items}`}
          now={gained.items}
          previous={compared ? previous.items : undefined}
        />
      </dl>
      <MostGained platform={platform} gains={gains} />
    </section>
  )
}

type SumProps = {
  label: string
  now: number
  /** Undefined: not compared. */
  previous: number | undefined
  format?: (value: number) => string
  large?: boolean
}

/** Shows a sum and its change, with the earlier sum in the tooltip. */
function Sum({ label, now, previous, format, large = false }: SumProps) {
  const text = format ?? formatChange
  return (
    <div className={large ? classes.large : classes.sum}>
      <dt>{label}</dt>
      <dd>
        <span title={format ? undefined : formatSigned(now)}>{text(now)}</span>
        {previous !== undefined && <Change now={now} previous={previous} before={text(previous)} />}
      </dd>
    </div>
  )
}

function Change({ now, previous, before }: { now: number; previous: number; before: string }) {
  const { difference } = changeOf(now, previous)
  const direction = difference > 0 ? classes.up : difference < 0 ? classes.down : undefined
  return (
    <span className={`${classes.change} ${direction ?? ''}`} data-tip={`${before} before`}>
      {changeText(now, previous)}
    </span>
  )
}

function MostGained({ platform, gains }: { platform: Platform; gains: Gains }) {
  const { items } = PLATFORMS[platform]
  const top = gainedItems(platform, gains)
  return (
    <>
      <Title order={3} className={classes.heading ?? ''}>
        Most views gained
      </Title>
      {top.length === 0 ? (
        <Text c="dimmed" fz="sm">
          No {items} gained views in this period.
        </Text>
      ) : (
        <ol className={classes.list}>
          {top.map(({ item, gained_views, cost }) => (
            <li key={item.id}>
              <div className={classes.name}>
                <ExternalLink href={item.url} className={classes.link ?? ''}>
                  {itemName(platform, item)}
                </ExternalLink>
                <span className={classes.account}>@{item.username}</span>
              </div>
              <strong className={classes.gain} title={`${formatSigned(gained_views)} views`}>
                {formatChange(gained_views)}
              </strong>
              {cost !== null && (
                <span className={classes.cost}>{formatMoney(cost, gains.currency ?? null)}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
