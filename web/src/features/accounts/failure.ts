import { PENDING } from '@/shared/lib/accountStatus'

/** States in which another attempt now is of no use: nothing failed, none was made, or an administrator has to decide first. */
const NOT_TO_BE_TRIED = new Set([PENDING, 'ok', 'ok_no_videos', 'age_restricted', 'identity_changed'])

/** Whether something that failed may be tried again before its time. */
export const mayTryAgain = (status: string): boolean => !NOT_TO_BE_TRIED.has(status)
