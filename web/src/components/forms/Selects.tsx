import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useGroups } from '@/api/client'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Offers a choice of few options, all visible. */
export function SegmentedFilter<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <SegmentedControl aria-label={label} size="xs" data={[...options]} value={value} onChange={onChange} />
  )
}

type GroupSelectProps = { value: number | undefined; onChange: (groupId: number | undefined) => void }

/** Selects one or all client groups; for admins. */
export function GroupSelect({ value, onChange }: GroupSelectProps) {
  const { data, isError } = useGroups()
  const groups = data?.groups ?? []
  const unknown = value !== undefined && !groups.some(({ id }) => id === value)
  return (
    <NativeSelect
      aria-label="Client group"
      // A long name must not push the page's other actions out of sight.
      maw={260}
      value={value ?? ''}
      data={[
        { value: '', label: 'All Groups' },
        ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
        // Deleted, or not loaded yet.
        ...(unknown ? [{ value: String(value), label: data || isError ? `Group ${value}` : '\u00a0' }] : []),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
      }
    />
  )
}
