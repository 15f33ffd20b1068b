import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { PlatformName } from '@/components/layout/Panel'
import { Sum } from '@/components/values/Sum'
import { TextWithTooltip } from '@/components/values/Texts'
import { TOP_ITEMS } from '@/util/constants'
import { capitalize, formatChange, formatCpm, formatMoney, formatSigned } from '@/util/format'
import { COUNT_OPTIONS, isReported } from '@/util/metrics/metrics'
import { maxReached, type Sum as GainedSum } from '@/util/metrics/maxReached'
import { PLATFORMS, type Platform } from '@/util/platform'
import { usePhone } from '@/util/usePhone'
import { cpmOfGains, gainedItems, type Gains } from './growth'
import { ItemList, ItemRow } from '@/pages/dashboard/ItemRow'
import classes from './PlatformGrowth.module.css'

type Props = {
  platform: Platform
  gains: Gains
  /** Whether the period is compared with an earlier one. */
  compared: boolean
}

/** Shows what a platform gained in a period, what it costs, and which items gained the most. */
export function PlatformGrowth({ platform, gains, compared }: Props) {
  const { gained, previous } = gains[platform]
  const cost = gained.cost ?? null
  const cpm = cpmOfGains(gained, gains.has_exceptions)
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
            large
          />
        )}
        {cpm !== undefined && (
          <Sum
            label="CPM of views gained"
            neutral
            now={cpm}
            previous={compared ? cpmOfGains(previous, gains.has_exceptions) : undefined}
            format={(value) => formatCpm(value, gains.currency ?? null)}
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
          label={`${capitalize(PLATFORMS[platform].items)} collected`}
          neutral
          now={gained.items}
          previous={compared ? previous.items : undefined}
        />
      </dl>
      <MostGained platform={platform} gains={gains} />
    </section>
  )
}

/** Number of items that are shown at first; fewer on a phone, where they are below each other. */
const BRIEF = { wide: TOP_ITEMS, phone: 3 }

function MostGained({ platform, gains }: Omit<Props, 'compared'>) {
  const { name, items } = PLATFORMS[platform]
  const phone = usePhone()
  const top = gainedItems(platform, gains)
  const [all, setAll] = useState(false)
  const brief = phone ? BRIEF.phone : BRIEF.wide
  return (
    <div className={classes.most}>
      <Title order={3} className={classes.heading ?? ''}>
        Most views gained{phone && ` on ${name}`}
      </Title>
      {top.length === 0 ? (
        <Text c="dimmed" fz="sm">
          No {items} gained views in this period.
        </Text>
      ) : (
        <ItemList>
          {(all ? top : top.slice(0, brief)).map(({ item, gained_views, cost }) => (
            <ItemRow key={item.id} platform={platform} item={item}>
              <span className={classes.numbers}>
                <strong data-tip={`${formatSigned(gained_views)} views`}>{formatChange(gained_views)}</strong>
                {cost !== null && <ItemCost gains={gains} sum={{ items: 1, gained_views, cost }} />}
              </span>
            </ItemRow>
          ))}
        </ItemList>
      )}
      {top.length > brief && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(!all)}>
          {all ? `Show ${brief}` : `Show all ${top.length}`}
        </Button>
      )}
    </div>
  )
}

/** Shows what the gained views of an item cost, or that they cost nothing because it has reached the maximum. */
function ItemCost({ gains, sum }: { gains: Gains; sum: GainedSum & { cost: number } }) {
  const note = maxReached(sum, gains)
  const cost = formatMoney(sum.cost, gains.currency ?? null)
  return (
    <span className={classes.cost}>
      {note === undefined ? (
        cost
      ) : (
        <TextWithTooltip by={note}>{sum.cost === 0 ? 'Max reached' : cost}</TextWithTooltip>
      )}
    </span>
  )
}
