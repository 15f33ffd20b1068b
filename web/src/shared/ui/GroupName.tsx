import { useGroups } from '@/shared/api/groups'

/** The name of a client group, for admins; nothing until it is known, and its number once it is gone. */
export function GroupName({ id }: { id: number }) {
  const groups = useGroups().data?.groups
  if (groups === undefined) return <>{'\u00a0'}</>
  return <>{groups.find((group) => group.id === id)?.name ?? `Group ${id}`}</>
}
