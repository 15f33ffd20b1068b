import { dayOf, formatDays, type Days } from '@/util/period'
import type { By, Show } from './compareView'

const DAY_MS = 86_400_000

/** Describes a chart: what it shows, its unit, and what the reader should know. */
type ChartTexts = { title: string; unit: string; caption: string }

const UTC = 'Days are UTC.'

export function chartTexts(by: By, show: Show, days: Days): ChartTexts {
  const period = formatDays(days)
  if (by === 'age')
    return {
      title: 'Median views by age of post',
      unit: 'views',
      caption: `Posts of ${period}, at most the latest 50 of each. A post counts at the ages at which it was measured. ${UTC}`,
    }
  switch (show) {
    case 'gained':
      return { title: 'Views gained per day', unit: 'views gained', caption: `${period}. ${UTC}` }
    case 'total':
      return {
        title: 'Views gained since the first day',
        unit: 'views gained',
        caption: `${period}. ${UTC}`,
      }
    case 'indexed': {
      const before = dayOf(Date.parse(days.from) - DAY_MS)
      return {
        title: 'Total views, indexed',
        unit: '',
        caption: `${period}. The total views of ${formatDays({ from: before, to: before })} are 100. ${UTC}`,
      }
    }
  }
}
