import type { Schema } from '@/api/types'
import { GroupRow } from './GroupRow'
import { useGroupsView } from './useGroupsView'
import classes from './GroupList.module.css'

export function GroupList({ groups }: { groups: Schema<'Group'>[] }) {
  const { group: open } = useGroupsView()
  return (
    <ul className={classes.list} aria-label="Client groups">
      {groups.map((group) => (
        <GroupRow key={group.id} group={group} open={group.id === open} />
      ))}
    </ul>
  )
}
