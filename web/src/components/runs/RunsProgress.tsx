import { Progress, Text } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { capitalize } from '@/util/format'
import { foundText, nounsOf, progressText, type Progress as Counts } from './progress'
import classes from './RunsProgress.module.css'

/** Shows the progress of a scrape: the account or video at work out of all, and what was found so far. */
export function RunsProgress({ progress }: { progress: Counts }) {
  const { total, done } = progress
  return (
    <section className={classes.strip} aria-label="Scrape in progress">
      <Text fz="sm" role="status">
        <strong>{progressText(progress)}</strong>
        <Text component="span" fz="sm" c="dimmed">
          {' · '}
          {foundText(progress)}
        </Text>
      </Text>
      <Progress
        value={total === 0 ? 0 : (100 * done) / total}
        size="sm"
        aria-label={`${capitalize(nounsOf(progress).many)} updated`}
      />
    </section>
  )
}
