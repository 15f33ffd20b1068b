import { NativeSelect } from '@mantine/core'
import { DateRange, SearchBox, Toolbar } from '@/table/Toolbar'
import { ACTIONS } from './actions'
import type { AuditView } from './auditView'

type Props = { view: AuditView; onChange: (change: Partial<AuditView>) => void }

const OPTIONS = [
  { value: '', label: 'All actions' },
  ...Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
]

export function AuditFilters({ view, onChange }: Props) {
  return (
    <Toolbar label="Filters">
      <SearchBox label="Username" value={view.user} onChange={(user) => onChange({ user })} shortcut />
      <NativeSelect
        aria-label="Action"
        data={OPTIONS}
        value={view.action}
        onChange={({ currentTarget }) => onChange({ action: currentTarget.value })}
      />
      <DateRange label="Day" value={view} onChange={onChange} />
    </Toolbar>
  )
}
