import { NativeSelect } from '@mantine/core'
import { DateRange, Toolbar } from '@/table/Toolbar'
import { PLATFORMS } from '@/util/platform'
import { STATUSES, TRIGGERS } from './labels'
import { RetryAllFailed } from './RetryAllFailed'
import { FILTERS, parseRunsView, type RunsView } from './runsView'

type Props = { view: RunsView; onChange: (change: Partial<RunsView>) => void }

/** Validates a select's text by parsing it as the only parameter of a URL. */
const read = (name: keyof typeof FILTERS, value: string) =>
  parseRunsView(new URLSearchParams({ [name]: value }))[name]

export function RunFilters({ view, onChange }: Props) {
  const select = (
    name: keyof typeof FILTERS,
    label: string,
    all: string,
    labelOf: (value: string) => string,
  ) => (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...FILTERS[name].map((value) => ({ value, label: labelOf(value) }))]}
      value={view[name]}
      onChange={({ currentTarget }) => onChange({ [name]: read(name, currentTarget.value) })}
    />
  )
  return (
    <Toolbar label="Filters">
      {select('platform', 'Platform', 'Both platforms', (value) => PLATFORMS[value as 'tiktok'].name)}
      {select('status', 'Status', 'Any status', (value) => STATUSES[value as 'queued'])}
      {select('trigger', 'Reason', 'Any reason', (value) => TRIGGERS[value as 'retry'])}
      {select('failed', 'Failures', 'Failed or not', () => 'With failures')}
      <DateRange label="Day" value={view} onChange={onChange} />
      <div data-end>
        <RetryAllFailed />
      </div>
    </Toolbar>
  )
}
