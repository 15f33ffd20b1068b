import { useGroups } from '@/shared/api/groups'

type Props = { id: number; named: string | undefined }

/** The client group of an entry: by its name now, or by the one that it had when it was deleted. */
export function AuditGroup({ id, named }: Props) {
  const { data, isError } = useGroups()
  const groups = data?.groups
  // Without the list nobody knows whether the group is still there.
  if (groups === undefined) return <>{isError ? (named ?? `Group #${id}`) : '\u00a0'}</>
  const name = groups.find((group) => group.id === id)?.name
  return <>{name ?? (named === undefined ? `Deleted group #${id}` : `${named} (deleted)`)}</>
}
