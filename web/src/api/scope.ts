/** The `group_id` parameter of a call; omitted without a chosen group. */
export function scope(groupId: number | undefined): { group_id?: number } {
  return groupId === undefined ? {} : { group_id: groupId }
}
