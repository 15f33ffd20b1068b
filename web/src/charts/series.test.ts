import { expect, test } from 'vitest'
import { describePoint, type ChartData } from './series'

const at = (day: number, value: number | null) => ({ at: `2026-11-${day}T00:00:00.000Z`, value })
const ONE: ChartData = {
  label: 'Views',
  unit: 'views gained per day',
  series: [{ name: 'Instagram', color: 'red', points: [at(20, 1200), at(21, null)] }],
}
const BOTH: ChartData = {
  ...ONE,
  series: [...ONE.series, { name: 'TikTok', color: 'blue', points: [at(20, -3), at(21, 40)] }],
}

test('describes a point in one sentence, with names if there are several series', () => {
  expect(describePoint(ONE, 0)).toBe('Nov 20, 2026: 1,200 views gained per day')
  expect(describePoint(BOTH, 0)).toBe(
    'Nov 20, 2026: Instagram 1,200 views gained per day, TikTok −3 views gained per day',
  )
})

test('describes the event of a point before its values', () => {
  const marked = { ...ONE, partial: true, marks: [{ at: at(21, null).at, text: 'Tracking began' }] }
  expect(describePoint(marked, 0)).toBe('Nov 20, 2026: 1,200 views gained per day')
  expect(describePoint(marked, 1)).toBe('Nov 21, 2026 (tracking began), so far: not measured')
})

test('marks a step that is in progress', () => {
  const today = { ...BOTH, partial: true }
  expect(describePoint(today, 0)).toContain('Nov 20, 2026: ')
  expect(describePoint(today, 1)).toBe(
    'Nov 21, 2026, so far: Instagram not measured, TikTok 40 views gained per day',
  )
})
