import { useGroups } from '@/shared/api/groups'

/** The name of a client group, for admins; nothing until it is known, and its number where it is gone or cannot be asked for. */
export function GroupName({ id }: { id: number }) {
  const { data, isError } = useGroups()
  if (data === undefined && !isError) return <>{'\u00a0'}</>
  return <>{data?.groups.find((group) => group.id === id)?.name ?? `Group ${id}`}</>
}
