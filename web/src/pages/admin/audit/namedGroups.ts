import type { Schema } from '@/api/types'
import type { Details } from './fields'

type Entry = Pick<Schema<'AuditEntry'>, 'action' | 'group_id'> & { details: Details }

/** Group names found in the audit entries: newest first, the most recent name is used. */
export function namedGroups(entries: readonly Entry[]): ReadonlyMap<number, string> {
  return new Map(
    entries.toReversed().flatMap(({ action, group_id, details }): [number, string][] => {
      const name = details['name']
      return action.startsWith('group.') && group_id != null && typeof name === 'string'
        ? [[group_id, name]]
        : []
    }),
  )
}
