import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useRef, type Ref } from 'react'
import { KINDS, type NamedPeriod, type TableView } from '@/table/tableView'
import { DateRange, SearchBox, SortSelect, Toolbar } from '@/table/Toolbar'
import { formatExact } from '@/util/format'
import { PERIODS, presetDays } from '@/util/time/period'
import { useToday } from '@/util/time/usePeriod'
import { AccountChips } from './accounts/AccountChips'
import { AccountField } from './accounts/AccountField'
import { removeName } from './accounts/accountNames'
import type { ContentTableState } from './queries'
import type { TableCode } from './tables'
import classes from './ContentToolbar.module.css'

type Props<Row> = {
  code: TableCode
  table: ContentTableState<Row>
  /** Whether the table has been read. */
  ready: boolean
}

/** Collapses filters and sort order on a phone. */
export function ContentToolbar<Row>({ code, table, ready }: Props<Row>) {
  const { view, columns, setFilters, editAccount, setGained, setSort } = table
  const filters = useId()
  const accountInput = useRef<HTMLInputElement>(null)
  const moreButton = useRef<HTMLButtonElement>(null)
  const [opened, { toggle }] = useDisclosure(false)
  const presets = presetDays(useToday())
  return (
    <Toolbar label="Search and filters">
      <div className={classes.search}>
        <SearchBox
          label="Search captions, IDs and accounts"
          value={view.q}
          onChange={(q) => setFilters({ q })}
          shortcut
        />
      </div>
      <div className={classes.more}>
        <FiltersButton
          view={view}
          opened={opened}
          controls={filters}
          buttonRef={moreButton}
          onClick={toggle}
        />
      </div>
      <div id={filters} className={classes.filters} data-opened={opened || undefined}>
        <div className={classes.account}>
          <AccountField
            table={code}
            ready={ready}
            value={view.account}
            onEdit={editAccount}
            inputRef={accountInput}
          />
        </div>
        <div className={classes.order}>
          <SortSelect columns={columns} usual="Newest first" sort={view.sort} onSort={setSort} />
        </div>
        <NativeSelect
          aria-label="Type"
          data={TYPES}
          value={view.kind}
          onChange={({ currentTarget: { value } }) =>
            setFilters({ kind: KINDS.find((kind) => kind === value) ?? '' })
          }
        />
        <MinimumViews value={view.views} onChange={(views) => setFilters({ views })} />
        <GainedIn value={view.gained} onChange={setGained} />
        <DateRange
          label="Posted"
          value={view}
          presets={presets}
          chosen={view.posted}
          onChange={(days, posted) => setFilters({ ...days, posted })}
        />
      </div>
      <AccountChips
        value={view.account}
        onRemove={(name, byKeyboard) => {
          editAccount((filter) => removeName(filter, name))
          // On a phone, the focus would open the keyboard. In a narrow window, the field may be hidden.
          if (!byKeyboard) return
          const field = accountInput.current
          const next = field?.checkVisibility() ? field : moreButton.current
          next?.focus()
        }}
      />
    </Toolbar>
  )
}

const TYPES = [
  { value: '', label: 'All types' },
  { value: 'video', label: 'Videos' },
  { value: 'image', label: 'Photos' },
  { value: 'carousel', label: 'Carousels' },
]

const MINIMUMS = ['1000', '10000', '100000', '1000000']

/** Leaves out items with few views, or with none that are known. */
function MinimumViews({ value, onChange }: { value: string; onChange: (views: string) => void }) {
  const values = value === '' || MINIMUMS.includes(value) ? MINIMUMS : [value, ...MINIMUMS]
  return (
    <NativeSelect
      aria-label="Minimum views"
      data={[
        { value: '', label: 'Any views' },
        ...values.map((views) => ({ value: views, label: `${formatExact(Number(views))}+ views` })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const GAINED_PERIODS = PERIODS.flatMap(({ value, label }) =>
  value === 'custom' ? [] : [{ value, label: `Gained: ${label.toLowerCase()}` }],
)

/** Selects the period of the gained views. */
function GainedIn({ value, onChange }: { value: string; onChange: (period: NamedPeriod | '') => void }) {
  return (
    <NativeSelect
      aria-label="Views gained in"
      data={[{ value: '', label: 'Views gained…' }, ...GAINED_PERIODS]}
      value={value}
      onChange={({ currentTarget }) =>
        onChange(GAINED_PERIODS.find((period) => period.value === currentTarget.value)?.value ?? '')
      }
    />
  )
}

type FiltersButtonProps = {
  view: TableView
  opened: boolean
  /** ID of the element that the button expands. */
  controls: string
  buttonRef: Ref<HTMLButtonElement>
  onClick: () => void
}

/** Expands the filters that a phone has no room for, and shows how many are set. */
function FiltersButton({ view, opened, controls, buttonRef, onClick }: FiltersButtonProps) {
  const set = [view.account, view.kind, view.views, view.gained, view.from || view.to, view.sort].filter(
    Boolean,
  ).length
  return (
    <Button
      ref={buttonRef}
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
      aria-expanded={opened}
      aria-controls={controls}
      onClick={onClick}
    >
      {set === 0 ? 'Filters' : `Filters (${set})`}
    </Button>
  )
}
