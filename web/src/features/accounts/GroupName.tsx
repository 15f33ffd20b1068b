import { useGroups } from '@/shared/api/groups'

/** The name of the chosen group; nothing until it is known. */
export function GroupName({ id }: { id: number }) {
  const groups = useGroups()
  return <>{groups.data?.groups.find((group) => group.id === id)?.name ?? '\u00a0'}</>
}
