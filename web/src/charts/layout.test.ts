import { expect, test } from 'vitest'
import { center, layoutOf } from './layout'

const series = (name: string, values: number[]) => ({
  name,
  color: 'red',
  points: values.map((value, day) => ({ at: `2026-11-0${day + 1}T00:00:00.000Z`, value })),
})
const SMALL = series('Instagram', [3, 5, 9])
const LARGE = series('TikTok', [2_000_000, 3_000_000, 4_000_000])

test('every series has its own band and scale and shares the times', () => {
  const { bands, margin, step } = layoutOf([SMALL, LARGE], 'bars', 400, 308)
  const [upper, lower] = bands
  if (!upper || !lower) throw new Error('two bands')
  expect(upper.bottom - upper.top).toBe(lower.bottom - lower.top)
  expect(lower.top).toBeGreaterThan(upper.bottom)
  expect(upper.scale.place(0)).toBe(upper.bottom)
  expect(lower.scale.place(0)).toBe(lower.bottom)
  expect(upper.scale.place(9)).toBeLessThan(upper.top + 20)
  expect(margin.left + 3 * step).toBeLessThanOrEqual(400)
})

test('a single series fills the whole chart', () => {
  const { bands } = layoutOf([LARGE], 'line', 400, 220)
  expect(bands.map(({ top, bottom }) => [top, bottom])).toEqual([[8, 196]])
  expect(bands[0]?.scale.ticks[0]).toBe(2_000_000)
})

test('a new history stays at the left', () => {
  const layout = layoutOf([series('TikTok', [7])], 'line', 1200, 220)
  expect(layout.step).toBe(144)
  expect(center(layout, 0)).toBe(layout.margin.left + 72)
  expect(layout.bands[0]?.scale.ticks[0]).toBe(0)
})
