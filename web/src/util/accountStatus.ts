/** Status of an account before its first scrape attempt. */
export const PENDING = 'pending'
