import { Anchor, Box, Group, Skeleton, Text, Title } from '@mantine/core'
import { CostRule } from '@/components/values/CostRule'
import { Panel } from '@/components/layout/Panel'
import { Sum } from '@/components/values/Sum'
import { PeriodSelect } from '@/components/forms/PeriodSelect'
import { QueryView } from '@/components/layout/QueryView'
import { capitalize, formatMoney } from '@/util/format'
import { describePeriod } from '@/util/time/period'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { usePeriod } from '@/util/time/usePeriod'
import { gainedContentOf, statementOf, totalOf, type Gains } from './growth'
import { PlatformGrowth } from './PlatformGrowth'
import { useDataStarts, useGains, useStats } from '@/pages/dashboard/queries'
import { Link } from '@/util/url/Link'
import classes from './GrowthPanel.module.css'

/**
 * Shows what was gained in a period, compared with an earlier one, what it costs, and which items gained the most. Nothing if there
 * are no items.
 */
export function GrowthPanel({ groupId }: { groupId: number | undefined }) {
  const view = usePeriod()
  const { period } = view
  const gains = useGains(groupId, period)
  const { texts, isWaiting, isCompared } = useDataStarts(groupId, period)
  const all = gainedContentOf(groupId, period)
  const content = useStats(groupId).data?.content
  const filled = PLATFORM_CODES.filter((platform) => content?.[PLATFORMS[platform].content] !== 0)
  if (filled.length === 0) return null
  const compared = filled.some(isCompared)
  const textOf = (shown: boolean) =>
    capitalize(describePeriod(shown ? period : { ...period, previous: undefined }))
  return (
    <Panel mb="md" aria-label="Growth">
      <Group justify="space-between" gap="xs" mb="md">
        <Title order={2}>Growth</Title>
        <PeriodSelect {...view} />
        {/*
          While it is unknown what is compared, there is room for the comparison, so that it moves nothing. The start of the data,
          which few periods mention, may still add a line.
        */}
        <Text
          fz="xs"
          c="dimmed"
          className={classes.period ?? ''}
          data-reserved={isWaiting ? textOf(true) : undefined}
        >
          <span>
            {textOf(compared)}
            {texts.map((text) => ` ${text}`)}
          </span>
        </Text>
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
                  compared={isCompared(platform)}
                />
              ))}
              {filled.length > 1 && <Total gains={data} compared={PLATFORM_CODES.every(isCompared)} />}
            </div>
            <Group justify="space-between" mt="md" gap="xs">
              <CostRule {...data} />
              <Group gap="md">
                {all !== undefined && (
                  <Anchor component={Link} to={all} fz="sm">
                    See all by views gained
                  </Anchor>
                )}
                <Anchor component={Link} to={statementOf(groupId, period)} fz="sm">
                  Statement
                </Anchor>
              </Group>
            </Group>
          </Box>
        )}
      </QueryView>
    </Panel>
  )
}

/** Shows the views of all platforms and what they cost. */
function Total({ gains, compared }: { gains: Gains; compared: boolean }) {
  const now = totalOf(gains, 'gained')
  const previous = compared ? totalOf(gains, 'previous') : undefined
  return (
    <section aria-label="All platforms" className={classes.total}>
      <Title order={3} className={classes.heading ?? ''}>
        All platforms
      </Title>
      <dl className={classes.sums}>
        <Sum label="Views gained" now={now.views} previous={previous?.views} />
        {now.cost !== undefined && (
          <Sum
            label="Cost"
            neutral
            now={now.cost}
            previous={previous?.cost}
            format={(value) => formatMoney(value, gains.currency ?? null)}
          />
        )}
      </dl>
    </section>
  )
}
