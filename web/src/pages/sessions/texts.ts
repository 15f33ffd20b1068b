import { SESSIONS } from '@/util/constants'
import { isTextFile } from '@/util/files'
import { formatCounted, formatExact } from '@/util/format'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { ERROR } from '@/util/messages'
import type { Added } from './queries'

/** Formats the four counts of an import in one line. */
export function importSummary({ added, duplicates, invalid, total }: Added): string {
  return [
    `${formatExact(added)} added`,
    formatCounted(duplicates, 'duplicate'),
    `${formatExact(invalid)} invalid`,
    `${formatExact(total)} in total`,
  ].join(' · ')
}

/** Returns why a chosen file is rejected, or `undefined` if it is valid. */
export function fileError(file: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!isTextFile(file)) return ERROR.textFilesOnly
  if (file.size > SESSIONS.uploadMaxBytes) return ADMIN_ERROR.fileTooLarge
  return undefined
}
