import { expect, test } from 'vitest'
import { center, layoutOf, tipPlace } from './layout'

const series = (name: string, values: number[]) => ({
  name,
  color: 'red',
  points: values.map((value, day) => ({ at: `2026-11-0${day + 1}`, value })),
})
const SMALL = series('Instagram', [3, 5, 9])
const LARGE = series('TikTok', [2_000_000, 3_000_000, 4_000_000])

test('each series has its own band and scale on a common time axis', () => {
  const { bands, margin, step } = layoutOf([SMALL, LARGE], 'bars', { width: 400, height: 308 })
  const [upper, lower] = bands
  if (!upper || !lower) throw new Error('two bands')
  expect(upper.bottom - upper.top).toBe(lower.bottom - lower.top)
  expect(lower.top).toBeGreaterThan(upper.bottom)
  expect(upper.scale.place(0)).toBe(upper.bottom)
  expect(lower.scale.place(0)).toBe(lower.bottom)
  expect(upper.scale.place(9)).toBeLessThan(upper.top + 20)
  expect(margin.left + 3 * step).toBeLessThanOrEqual(400)
})

test('a single series fills the chart', () => {
  const { bands } = layoutOf([LARGE], 'line', { width: 400, height: 220 })
  expect(bands.map(({ top, bottom }) => [top, bottom])).toEqual([[8, 196]])
  expect(bands[0]?.scale.ticks[0]).toBe(2_000_000)
})

test('a short history starts at the left edge', () => {
  const layout = layoutOf([series('TikTok', [7])], 'line', { width: 1200, height: 220 })
  expect(layout.step).toBe(144)
  expect(center(layout, 0)).toBe(layout.margin.left + 72)
  expect(layout.bands[0]?.scale.ticks[0]).toBe(0)
})

test('lines to be compared share one scale, from zero on request', () => {
  const size = { width: 400, height: 308 }
  const { bands } = layoutOf([LARGE, SMALL], 'lines', size)
  expect(bands.map(({ series: { length } }) => length)).toEqual([2])
  expect(bands[0]?.scale.place(3)).toBeGreaterThan(bands[0]?.scale.place(2_000_000) ?? 0)
  expect(layoutOf([LARGE], 'lines', size).bands[0]?.scale.ticks[0]).toBe(2_000_000)
  expect(layoutOf([LARGE], 'lines', size, true).bands[0]?.scale.ticks[0]).toBe(0)
})

test('names beside the lines take width from the plot, except on a narrow screen', () => {
  const right = (width: number) => layoutOf([LARGE, SMALL], 'lines', { width, height: 308 }).margin.right
  expect(right(390)).toBe(8)
  expect(right(1000)).toBeGreaterThan(60)
})

test.each([
  ['after the point if there is room', 100, 1000, { left: 108, width: 232 }],
  ['before it at the end', 900, 1000, { left: 660, width: 232 }],
  ['at the end of a narrow chart', 100, 310, { left: 78, width: 232 }],
  ['at the start of a narrow chart', 200, 310, { left: 0, width: 232 }],
  ['over all of a very narrow chart', 50, 200, { left: 0, width: 200 }],
])('a tooltip is placed %s', (_, point, chart, place) => {
  expect(tipPlace(point, chart)).toEqual(place)
})

test('a tooltip of compared values is wider, within the chart', () => {
  expect(tipPlace(100, 1000, true)).toEqual({ left: 108, width: 272 })
  expect(tipPlace(50, 200, true)).toEqual({ left: 0, width: 200 })
})

test('the scale spans the values that are compared as well', () => {
  const points = [{ at: '2026-11-21', value: 10 }]
  const before = [{ at: '2026-11-20', value: 5000 }]
  const compared = { name: 'a', color: 'red', points, before }
  const ticks = layoutOf([compared], 'bars', { width: 1000, height: 308 }).bands[0]?.scale.ticks ?? []
  expect(Math.max(...ticks)).toBeGreaterThanOrEqual(5000)
})
