import { expect, test } from 'vitest'
import { describePoint, valuesAt, type ChartData } from './series'

const at = (day: number, value: number | null) => ({ at: `2026-11-${day}`, value })
const ONE: ChartData = {
  label: 'Views',
  unit: 'views gained',
  series: [{ name: 'Instagram', color: 'red', points: [at(20, 1200), at(21, null)] }],
}
const BOTH: ChartData = {
  ...ONE,
  series: [...ONE.series, { name: 'TikTok', color: 'blue', points: [at(20, -3), at(21, 40)] }],
}

test('a point is described in one sentence, with names for several series', () => {
  expect(describePoint(ONE, 0)).toBe('Nov 20, 2026: 1,200 views gained')
  expect(describePoint(BOTH, 0)).toBe('Nov 20, 2026: Instagram 1,200 views gained, TikTok −3 views gained')
})

test('the description of a point starts with its mark', () => {
  const marked = { ...ONE, partial: true, marks: [{ at: at(21, null).at, text: 'Tracking began' }] }
  expect(describePoint(marked, 0)).toBe('Nov 20, 2026: 1,200 views gained')
  expect(describePoint(marked, 1)).toBe('Nov 21, 2026 (tracking began), so far: no data')
})

test('the description of an incomplete step is marked', () => {
  const today = { ...BOTH, partial: true }
  expect(describePoint(today, 0)).toContain('Nov 20, 2026: ')
  expect(describePoint(today, 1)).toBe('Nov 21, 2026, so far: Instagram no data, TikTok 40 views gained')
})

test('ranked values are listed from the highest to the lowest, unknown ones last', () => {
  const third = { name: 'c', color: 'green', points: [at(20, null), at(21, 50)] }
  const ranked = { ...BOTH, series: [...BOTH.series, third], ranked: true }
  const names = (index: number) => valuesAt(ranked, index).map(({ name }) => name)
  expect(names(0)).toEqual(['Instagram', 'TikTok', 'c'])
  expect(names(1)).toEqual(['c', 'TikTok', 'Instagram'])
  expect(describePoint({ ...ranked, unit: '' }, 1)).toBe('Nov 21, 2026: c 50, TikTok 40, Instagram no data')
})

test('positions other than times are described by their axis', () => {
  const axis = { title: 'Age', labels: () => String, describe: (days: string) => `At ${days} days` }
  const points = [{ at: '7', value: 1200 }]
  const ages = { label: '', unit: 'views', axis, series: [{ name: 'a', color: 'red', points }] }
  expect(describePoint(ages, 0)).toBe('At 7 days: 1,200 views')
})
