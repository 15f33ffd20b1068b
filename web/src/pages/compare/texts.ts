import { formatDays, type Days } from '@/util/time/period'
import { addDays, daysText } from '@/util/time/timeZone'
import type { By, Show } from './compareView'

/** Describes a chart: what it shows, its unit, and what the reader should know. */
type ChartTexts = { title: string; unit: string; caption: string }

/** The days of compared groups are in the `zones` of these, others in that of the screen. */
export function chartTexts(by: By, show: Show, days: Days, zones: readonly string[] = []): ChartTexts {
  const period = formatDays(days)
  const zone = zoneText(zones)
  if (by === 'age')
    return {
      title: 'Median views by age of post',
      unit: 'views',
      caption: `Posts of ${period}, at most the latest 50 of each. Only measured ages count. ${zone}`,
    }
  switch (show) {
    case 'gained':
      return { title: 'Views gained per day', unit: 'views gained', caption: `${period}. ${zone}` }
    case 'total':
      return {
        title: 'Views gained since the first day',
        unit: 'views gained',
        caption: `${period}. ${zone}`,
      }
    case 'indexed': {
      const before = addDays(days.from, -1)
      return {
        title: 'Total views, indexed',
        unit: '',
        caption: `${period}. The total views of ${formatDays({ from: before, to: before })} are 100. ${zone}`,
      }
    }
  }
}

function zoneText(zones: readonly string[]): string {
  const [zone, ...others] = new Set(zones)
  return others.length === 0 ? daysText(zone) : 'Days of each group are in its own time zone.'
}
