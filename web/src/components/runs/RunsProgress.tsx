import { Progress, Text } from '@mantine/core'
import { formatExact } from '@/util/format'
import type { Progress as Counts } from './progress'
import classes from './RunsProgress.module.css'

/** Shows the progress of a scrape: accounts done out of all, and new items found so far. */
export function RunsProgress({ progress: { total, done, itemsNew, itemsUpdated } }: { progress: Counts }) {
  const percent = total === 0 ? 0 : (100 * done) / total
  return (
    <section className={classes.strip} aria-label="Scrape in progress">
      <Text fz="sm" role="status">
        <strong>
          {formatExact(done)} of {formatExact(total)}
        </strong>{' '}
        {total === 1 ? 'account' : 'accounts'} scraped
        <Text component="span" fz="sm" c="dimmed">
          {' · '}
          {formatExact(itemsNew)} new, {formatExact(itemsUpdated)} updated
        </Text>
      </Text>
      <Progress value={percent} size="sm" aria-label="Accounts scraped" />
    </section>
  )
}
