import { useGroups } from '@/shared/api/groups'

type Props = { id: number; named: string | undefined }

/** The client group of an entry: by its name now, or by the one that it had when it was deleted. */
export function AuditGroup({ id, named }: Props) {
  const groups = useGroups().data?.groups
  if (groups === undefined) return <>{'\u00a0'}</>
  const name = groups.find((group) => group.id === id)?.name
  return <>{name ?? (named === undefined ? `Deleted group #${id}` : `${named} (deleted)`)}</>
}
