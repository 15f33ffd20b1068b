/** The group of a call, left out when there is none to choose. */
export function scope(groupId: number | undefined): { group_id?: number } {
  return groupId === undefined ? {} : { group_id: groupId }
}
