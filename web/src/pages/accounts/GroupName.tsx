import { useGroups } from '@/api/client'

/**
 * Name of a client group, for admins; blank while loading, and the group's ID if the group was deleted or the list cannot be
 * loaded.
 */
export function GroupName({ id }: { id: number }) {
  const { data, isError } = useGroups()
  if (data === undefined && !isError) return <>{'\u00a0'}</>
  return <>{data?.groups.find((group) => group.id === id)?.name ?? `Group ${id}`}</>
}
