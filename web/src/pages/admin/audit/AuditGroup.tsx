import { useGroups } from '@/api/client'

type Props = { id: number; named: string | undefined }

/** The client group of an audit entry: its current name, or the one it had when it was deleted. */
export function AuditGroup({ id, named }: Props) {
  const { data, isError } = useGroups()
  const groups = data?.groups
  // Without the list of groups it is unknown whether the group still exists.
  if (groups === undefined) return <>{isError ? (named ?? `Group #${id}`) : '\u00a0'}</>
  const name = groups.find((group) => group.id === id)?.name
  return <>{name ?? (named === undefined ? `Deleted group #${id}` : `${named} (deleted)`)}</>
}
