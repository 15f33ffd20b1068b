import { expect, test } from 'vitest'
import { describePoint, differenceText, isCompared, isKnown, valuesAt, type ChartData } from './series'

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

test('a point is compared with its own earlier day, if that is known', () => {
  const [first, second] = [BOTH.series[0], BOTH.series[1]].map((one) => one?.points ?? [])
  const before = [at(18, 1000), at(19, 7)]
  const series = [
    { name: 'Instagram', color: 'red', points: first ?? [], before },
    { name: 'TikTok', color: 'blue', points: second ?? [], before: [at(18, null), { at: '', value: null }] },
  ]
  const compared = { ...BOTH, series }
  expect(describePoint(compared, 0)).toBe(
    'Nov 20, 2026: Instagram 1,200 views gained, compared with Nov 18, 2026: 1,000 (+200, +20%), TikTok −3 views gained',
  )
  expect(describePoint(compared, 1)).toBe(
    'Nov 21, 2026: Instagram no data, compared with Nov 19, 2026: 7, TikTok 40 views gained',
  )
  expect([isCompared(series), isCompared(BOTH.series)]).toEqual([true, false])
})

test.each([
  [1200, 1000, '+200, +20%'],
  [960, 1000, '−40, −4%'],
  [10_010, 10_000, '+10, +under 1%'],
  [5, 0, '+5'],
  [-5, -10, '+5'],
  [7, 7, 'no change'],
  [20_000, 100, '+19,900, +19,900%'],
])('the difference of %d to %d is %s', (value, before, text) => {
  expect(differenceText(value, before)).toBe(text)
})

test('a chart without a value has nothing to draw', () => {
  const [none, some] = [[at(20, null)], [at(20, 0)]]
  const one = { name: 'a', color: 'red' }
  expect(isKnown([{ ...one, points: none }])).toBe(false)
  expect(isKnown([{ ...one, points: none, before: none }])).toBe(false)
  expect(isKnown([{ ...one, points: some }])).toBe(true)
  expect(isKnown([{ ...one, points: none, before: some }])).toBe(true)
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
