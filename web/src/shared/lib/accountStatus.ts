/** What accounts are called before the first attempt to scrape them. */
export const PENDING = 'pending'

/** Beside the outcomes of scrapes, what a list of accounts can be narrowed to: those of which nothing was ever read. */
export const NEVER_SCRAPED = 'never'

/** Whether an account is one of those that `wanted` names: the outcome of its last scrape, or that there was no success. */
export function hasStatus(
  account: { status: string; last_scraped?: string | null },
  wanted: string,
): boolean {
  return wanted === NEVER_SCRAPED ? account.last_scraped == null : account.status === wanted
}
