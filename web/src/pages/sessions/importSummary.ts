import { formatCounted, formatExact } from '@/util/format'
import type { Added } from './sessionsApi'

/** The four counts of an import in one line. */
export function summary({ added, duplicates, invalid, total }: Added): string {
  return [
    `${formatExact(added)} added`,
    formatCounted(duplicates, 'duplicate'),
    `${formatExact(invalid)} invalid`,
    `${formatExact(total)} in total`,
  ].join(' · ')
}
