import { NativeSelect } from '@mantine/core'
import { useGroups } from '@/api/client'

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
