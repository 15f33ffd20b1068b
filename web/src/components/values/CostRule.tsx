import { Text } from '@mantine/core'
import type { Schema } from '@/api/types'
import { formatCost } from '@/util/metrics/cost'
import { formatDays } from '@/util/time/period'

type Props = Pick<Schema<'Gains'>, 'cost_rule' | 'has_exceptions' | 'currency' | 'history_begins' | 'period'>

/** Describes how the cost of a period is calculated, if there is one. */
export function CostRule({ cost_rule, has_exceptions, currency, history_begins, period }: Props) {
  if (cost_rule.model === 'none' && !has_exceptions) return null
  const begins = history_begins ?? period.from
  return (
    <Text fz="xs" c="dimmed">
      Cost{currency ? ` in ${currency}` : ''}: {formatCost(cost_rule)}.
      {has_exceptions && ' Some accounts have another cost.'}
      {period.from < begins &&
        ` The cost of this period is unknown, because measurements before ${formatDays({ from: begins, to: begins })} were deleted.`}
    </Text>
  )
}
