import { NativeSelect } from '@mantine/core'
import { useGroups } from '@/api/client'

type Props = { value: number | undefined; onChange: (groupId: number | undefined) => void }

/** Selects one or all client groups; for admins. */
export function GroupSelect({ value, onChange }: Props) {
  const groups = useGroups().data?.groups ?? []
  return (
    <NativeSelect
      aria-label="Client group"
      value={value ?? ''}
      data={[
        { value: '', label: 'All Groups' },
        ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
      }
    />
  )
}
