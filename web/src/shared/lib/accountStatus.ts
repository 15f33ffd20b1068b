/** What accounts are called before the first attempt to scrape them. */
export const PENDING = 'pending'
