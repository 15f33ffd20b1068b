import { SESSIONS } from '@/shared/constants/business'
import { ERROR } from '@/shared/constants/messages'
import { isTextFile } from '@/shared/lib/files'

/** Why a chosen file is not sent, or `undefined` when it is. */
export function fileError(file: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!isTextFile(file)) return ERROR.textFilesOnly
  if (file.size > SESSIONS.uploadMaxBytes) return ERROR.fileTooLarge
  return undefined
}
