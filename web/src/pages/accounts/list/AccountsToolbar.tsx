import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useShownGroup } from '@/api/useMayManage'
import { PeriodSelect } from '@/components/forms/PeriodSelect'
import { SegmentedFilter } from '@/components/forms/SegmentedFilter'
import { SearchBox, SortSelect, Toolbar } from '@/table/Toolbar'
import { capitalize, formatExact } from '@/util/format'
import { storedValue } from '@/util/storedValue'
import { describePeriod } from '@/util/time/period'
import { limitField, PLATFORMS, type Platform } from '@/util/platform'
import type { usePeriod } from '@/util/time/usePeriod'
import { usePhone } from '@/util/usePhone'
import { sortsByPeriod } from '@/pages/accounts/accountsQuery'
import { useAccountsView } from '@/pages/accounts/useAccountsView'

const SHAPES = [
  { value: 'cards', label: 'Cards' },
  { value: 'table', label: 'Table' },
] as const

type Shape = (typeof SHAPES)[number]['value']

const chosenShape = storedValue(
  'clipmeter.accounts',
  (found) => SHAPES.find(({ value }) => value === found)?.value,
)

/** From this number of accounts on, a table is shown unless the user chose cards. */
const MANY = 13

/**
 * Stores in this browser whether accounts are shown as cards or as a table. Without a choice, their number in the group decides, so
 * that a search does not change it; the shape is undefined while that number is unknown.
 */
export function useShape(accounts: number | undefined) {
  const chosen = useSyncExternalStore(chosenShape.subscribe, chosenShape.get)
  return { shape: chosen ?? usualShape(accounts), setShape: chosenShape.set }
}

function usualShape(accounts: number | undefined): Shape | undefined {
  if (accounts === undefined) return undefined
  return accounts < MANY ? 'cards' : 'table'
}

type Props = {
  platform: Platform
  groupId: number | undefined
  shape: Shape
  onShape: (shape: Shape) => void
  period: ReturnType<typeof usePeriod>
}

/** Searches and sorts the accounts, and chooses how they are shown and for which period. */
export function AccountsToolbar({ platform, groupId, shape, onShape, period }: Props) {
  const { name, setName, sort, setSort } = useAccountsView()
  const phone = usePhone()
  const needsPeriod = shape === 'table' || sortsByPeriod(sort)
  return (
    <>
      <Toolbar label="Search and view">
        <SearchBox label="Search accounts" value={name} onChange={setName} shortcut />
        {(shape === 'cards' || phone) && (
          <SortSelect columns={ordersOf(platform)} usual="Failing first" sort={sort} onSort={setSort} />
        )}
        <SegmentedFilter label="Shown as" options={SHAPES} value={shape} onChange={onShape} />
        <Usage platform={platform} groupId={groupId} />
        {needsPeriod && (
          <div data-end>
            <PeriodSelect {...period} />
          </div>
        )}
      </Toolbar>
      {needsPeriod && (
        <Text fz="xs" c="dimmed" mb="sm">
          Gained and cost: {describePeriod(period.period)}
        </Text>
      )}
    </>
  )
}

/** Titles of the sort keys, as in the table. */
const ordersOf = (platform: Platform) => [
  { title: 'Account', sort: 'name', ends: ['Z to A', 'A to Z'] as const },
  { title: 'Followers', sort: 'followers' },
  { title: capitalize(PLATFORMS[platform].items), sort: 'items' },
  { title: 'Views', sort: 'views' },
  { title: 'Gained', sort: 'gained' },
  { title: 'Cost', sort: 'cost' },
  { title: 'Last updated', sort: 'updated', ends: ['latest first', 'oldest first'] as const },
]

/** Shows how much of the group's limit is used. */
function Usage({ platform, groupId }: Pick<Props, 'platform' | 'groupId'>) {
  const group = useShownGroup(groupId).data
  if (!group) return null
  return (
    <Text fz="sm" c="dimmed" style={{ alignSelf: 'center' }}>
      {formatExact(group[`${platform}_count`])} of {formatExact(group[limitField(platform)])} accounts used
    </Text>
  )
}
