import type { Period } from '@/util/time/period'
import { withParameters } from '@/util/url/urlParams'

/** What can be compared. Only admins see more than one group. */
export type Subject = 'accounts' | 'groups'

/** The number of accounts or groups that the API accepts, and that lines of a chart can be told apart. */
export const MAX_COMPARED = 6

/** Returns the address of a comparison: of all these, or of none yet if there are too many. */
export function compareAddress(subject: Subject, all: readonly number[], period?: Period): string {
  const parameters = withParameters(
    new URLSearchParams(),
    period ? { period: period.name, ...(period.name === 'custom' && period.days) } : {},
  )
  const ids = all.length > MAX_COMPARED ? [] : all
  return `/compare?${[`${subject}=${ids.join(',')}`, parameters.toString()].filter(Boolean).join('&')}`
}
