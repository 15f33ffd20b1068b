import { NativeSelect } from '@mantine/core'
import { useGroups } from '@/shared/api/groups'

type Props = { value: number | undefined; onChange: (groupId: number | undefined) => void }

/** An admin's choice of a client group, or of all of them. */
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
