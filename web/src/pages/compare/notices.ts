import { MAX_COMPARED } from '@/util/metrics/compare'
import { formatCounted } from '@/util/format'
import type { CompareView } from './compareView'

/** Says what the address contains that is not shown. `unknown` are IDs that do not exist or that the user may not see. */
export function noticesOf(
  { subject, chosen: { ids, invalid, excess } }: Pick<CompareView, 'subject' | 'chosen'>,
  unknown: readonly number[],
  groupsRefused: boolean,
): string[] {
  const word = subject === 'accounts' ? 'account' : 'group'
  const missing = unknown.length + invalid.length
  return [
    ...(groupsRefused ? ['Only admins can compare groups.'] : []),
    ...(missing === 0
      ? []
      : missing === 1
        ? [`1 ${word} in the address was not found. It may have been deleted, or you may not see it.`]
        : [
            `${missing} ${word}s in the address were not found. They may have been deleted, or you may not see them.`,
          ]),
    ...(excess === 0
      ? []
      : [
          `The address contains ${formatCounted(ids.length + excess, word)}. The first ${MAX_COMPARED} are compared.`,
        ]),
  ]
}
