import { formatExact } from '@/util/format'
import { toast } from '@/util/toast'
import type { Progress } from './progress'

/** Shows a toast that a background scrape is done, with the number of items found. */
export function announceDone({ itemsNew, itemsUpdated, errors }: Progress): void {
  const found = `${formatExact(itemsNew)} new, ${formatExact(itemsUpdated)} updated`
  if (errors.length === 0) toast.success(`Scraping is done: ${found}`)
  else toast.info(`Scraping is done: ${found}; ${formatExact(errors.length)} could not be scraped`)
}
