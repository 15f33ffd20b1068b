import { Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useGroup } from '@/api/group'
import { useSession } from '@/api/session'
import { PeriodSelect } from '@/components/PeriodSelect'
import { SegmentedFilter } from '@/components/Selects'
import { SearchBox, Toolbar } from '@/table/Toolbar'
import { describePeriod } from '@/util/period'
import { limitField, type Platform } from '@/util/platform'
import type { usePeriod } from '@/util/usePeriod'
import { useAccountsView } from './useAccountsView'
import { RULE_HOLDS_MS } from './useMayManage'

const SHAPES = [
  { value: 'cards', label: 'Cards' },
  { value: 'table', label: 'Table' },
] as const

type Shape = (typeof SHAPES)[number]['value']

/** From this number of accounts on, a table is shown unless the user chose cards. */
const MANY = 13

/** Stores in this browser whether accounts are shown as cards or as a table. */
export function useShape(accounts: number) {
  const [chosen, setShape] = useLocalStorage<Shape | ''>({
    key: 'clipmeter.accounts',
    defaultValue: '',
    getInitialValueInEffect: false,
    deserialize: (text) => SHAPES.find(({ value }) => JSON.stringify(value) === text)?.value ?? '',
  })
  const shape: Shape = chosen === '' ? (accounts < MANY ? 'cards' : 'table') : chosen
  return { shape, setShape }
}

type Props = {
  platform: Platform
  groupId: number | undefined
  shape: Shape
  onShape: (shape: Shape) => void
  period: ReturnType<typeof usePeriod>
}

/** Searches the accounts, and chooses how they are shown and for which period. */
export function AccountsToolbar({ platform, groupId, shape, onShape, period }: Props) {
  const { name, setName } = useAccountsView()
  return (
    <>
      <Toolbar label="Search and view">
        <SearchBox label="Search accounts" value={name} onChange={setName} shortcut />
        <SegmentedFilter label="Shown as" options={SHAPES} value={shape} onChange={onShape} />
        <Usage platform={platform} groupId={groupId} />
        {shape === 'table' && (
          <div data-end>
            <PeriodSelect {...period} />
          </div>
        )}
      </Toolbar>
      {shape === 'table' && (
        <Text fz="xs" c="dimmed" mb="sm">
          Gained and cost: {describePeriod(period.period)}
        </Text>
      )}
    </>
  )
}

/** Shows how much of the group's limit is used. */
function Usage({ platform, groupId }: Pick<Props, 'platform' | 'groupId'>) {
  const own = useSession()?.user.group_id
  const id = groupId ?? own ?? 0
  const group = useGroup(id, { enabled: id > 0, staleTime: RULE_HOLDS_MS })
  if (!group.data) return null
  return (
    <Text fz="sm" c="dimmed">
      {group.data[`${platform}_count`]} of {group.data[limitField(platform)]} accounts used
    </Text>
  )
}
