import { Anchor, Box, Group, Skeleton, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { OutlierBadge } from '@/components/Badges'
import { CostRule } from '@/components/CostRule'
import { Panel, PlatformName } from '@/components/Panel'
import { PeriodSelect } from '@/components/PeriodSelect'
import { QueryView } from '@/components/QueryView'
import { Sum } from '@/components/Sum'
import { Thumbnail } from '@/components/Picture'
import { ExternalLink } from '@/components/Texts'
import { capitalize, formatChange, formatMoney, formatSigned } from '@/util/format'
import { COUNT_OPTIONS, isReported } from '@/util/metrics'
import { describePeriod } from '@/util/period'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { usePeriod } from '@/util/usePeriod'
import { gainedItems, statementOf, type Gains } from './growth'
import { useGains, useStats } from './queries'
import { itemName } from './TopLists'
import classes from './GrowthPanel.module.css'

/**
 * Shows what was gained in a period, compared with an earlier one, what it costs, and which items gained the most. Nothing if there
 * are no items.
 */
export function GrowthPanel({ groupId }: { groupId: number | undefined }) {
  const view = usePeriod()
  const { period } = view
  const gains = useGains(groupId, period)
  const content = useStats(groupId).data?.content
  if (content && PLATFORM_CODES.every((platform) => content[PLATFORMS[platform].content] === 0)) return null
  return (
    <Panel mb="md" aria-label="Growth">
      <Group justify="space-between" gap="sm" mb="md" align="flex-start">
        <div>
          <Title order={2}>Growth</Title>
          <Text fz="xs" c="dimmed">
            {capitalize(describePeriod(period))}
          </Text>
        </div>
        <PeriodSelect {...view} />
      </Group>
      <QueryView
        query={gains}
        loading={<Skeleton className={classes.loading ?? ''} role="status" aria-label="Loading" />}
      >
        {(data) => (
          <Box aria-busy={gains.isPlaceholderData} opacity={gains.isPlaceholderData ? 0.5 : 1}>
            <div className={classes.platforms}>
              {PLATFORM_CODES.map((platform) => (
                <PlatformGrowth
                  key={platform}
                  platform={platform}
                  gains={data}
                  compared={period.previous !== undefined}
                />
              ))}
            </div>
            <Group justify="space-between" mt="md" gap="xs">
              <CostRule {...data} />
              <Anchor component={Link} to={statementOf(groupId, period)} fz="sm">
                Statement
              </Anchor>
            </Group>
          </Box>
        )}
      </QueryView>
    </Panel>
  )
}

type PlatformGrowthProps = { platform: Platform; gains: Gains; compared: boolean }

function PlatformGrowth({ platform, gains, compared }: PlatformGrowthProps) {
  const { gained, previous } = gains[platform]
  const cost = gained.cost ?? null
  const metrics = COUNT_OPTIONS.filter(({ value }) => value !== 'views' && isReported(value, platform))
  return (
    <section aria-label={PLATFORMS[platform].name} className={classes.platform}>
      <PlatformName platform={platform} />
      <dl className={classes.sums}>
        <Sum label="Views gained" now={gained.views} previous={compared ? previous.views : undefined} large />
        {cost !== null && (
          <Sum
            label="Cost"
            neutral
            now={cost}
            previous={compared ? (previous.cost ?? undefined) : undefined}
            format={(value) => formatMoney(value, gains.currency ?? null)}
            formatDifference={(value) =>
              `${value > 0 ? '+' : ''}${formatMoney(value, gains.currency ?? null)}`
            }
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
          label={`${capitalize(PLATFORMS[platform].items)} added`}
          neutral
          now={gained.items}
          previous={compared ? previous.items : undefined}
        />
      </dl>
      <MostGained platform={platform} gains={gains} />
    </section>
  )
}

/** Number of items that are shown at first. */
const BRIEF = 5

function MostGained({ platform, gains }: { platform: Platform; gains: Gains }) {
  const { items } = PLATFORMS[platform]
  const top = gainedItems(platform, gains)
  const [brief, setBrief] = useState(true)
  return (
    <div>
      <Title order={3} className={classes.heading ?? ''}>
        Most views gained
      </Title>
      {top.length === 0 ? (
        <Text c="dimmed" fz="sm">
          No {items} gained views in this period.
        </Text>
      ) : (
        <ol className={classes.list}>
          {(brief ? top.slice(0, BRIEF) : top).map(({ item, gained_views, cost }) => (
            <li key={item.id}>
              <Thumbnail platform={platform} picture={item.picture} kind={item.media_kind} />
              <div className={classes.name}>
                <ExternalLink href={item.url} className={classes.link ?? ''}>
                  {itemName(platform, item)}
                </ExternalLink>
                <span className={classes.account}>
                  @{item.username} <OutlierBadge views={item.views} usual={item.usual_views} />
                </span>
              </div>
              <strong className={classes.gain} data-tip={`${formatSigned(gained_views)} views`}>
                {formatChange(gained_views)}
              </strong>
              {cost !== null && (
                <span className={classes.cost}>{formatMoney(cost, gains.currency ?? null)}</span>
              )}
            </li>
          ))}
        </ol>
      )}
      {top.length > BRIEF && (
        <Anchor component="button" type="button" fz="sm" onClick={() => setBrief(!brief)}>
          {brief ? `Show ${top.length}` : `Show ${BRIEF}`}
        </Anchor>
      )}
    </div>
  )
}
