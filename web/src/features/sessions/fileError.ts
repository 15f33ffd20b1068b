import { SESSIONS } from '@/shared/constants/business'
import { ERROR } from '@/shared/constants/messages'
import { isTextFile } from '@/shared/lib/files'

/** Returns why a chosen file is rejected, or `undefined` if it is valid. */
export function fileError(file: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!isTextFile(file)) return ERROR.textFilesOnly
  if (file.size > SESSIONS.uploadMaxBytes) return ERROR.fileTooLarge
  return undefined
}
