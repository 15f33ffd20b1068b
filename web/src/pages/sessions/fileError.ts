import { SESSIONS } from '@/util/constants'
import { isTextFile } from '@/util/files'
import { ERROR } from '@/util/messages'

/** Returns why a chosen file is rejected, or `undefined` if it is valid. */
export function fileError(file: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!isTextFile(file)) return ERROR.textFilesOnly
  if (file.size > SESSIONS.uploadMaxBytes) return ERROR.fileTooLarge
  return undefined
}
