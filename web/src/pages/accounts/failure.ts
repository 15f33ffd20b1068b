import { PENDING } from '@/util/states'

/** Statuses for which a retry makes no sense: nothing failed, nothing was attempted, or an admin has to decide first. */
const NOT_TO_BE_TRIED = new Set([PENDING, 'ok', 'ok_no_videos', 'age_restricted', 'identity_changed'])

/** Whether a failed scrape may be retried ahead of schedule. */
export const mayTryAgain = (status: string): boolean => !NOT_TO_BE_TRIED.has(status)
