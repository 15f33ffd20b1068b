import { expect, test } from 'vitest'
import { endsOf, endsRoom, spread } from './ends'
import { layoutOf } from './layout'

const series = (name: string, values: (number | null)[]) => ({
  name,
  color: 'red',
  points: values.map((value, day) => ({ at: `2026-11-0${day + 1}`, value })),
})

test.each([
  ['far apart', [10, 100, 200], [10, 100, 200]],
  ['at the same place', [50, 50, 50], [50, 65, 80]],
  ['in another order', [52, 50], [65, 50]],
  ['at the bottom', [199, 200], [185, 200]],
  ['above the top', [-5, 2], [0, 15]],
  ['none', [], []],
])('names are moved apart: %s', (_, places, moved) => {
  expect(spread(places, 0, 200)).toEqual(moved)
})

test('a name is beside the last known value, and a line without values has none', () => {
  const lines = [series('a', [1, 4, null]), series('b', [1, 2, 3]), series('c', [null, null, null])]
  const layout = layoutOf(lines, 'lines', { width: 1000, height: 308 })
  const place = layout.bands[0]?.scale.place ?? Number
  expect(endsOf(layout)).toEqual([
    { text: 'a', color: 'red', y: place(4) },
    { text: 'b', color: 'red', y: place(3) },
  ])
})

test('long names are truncated, and a single line or a narrow chart has no names', () => {
  const long = [series('a'.repeat(40), [1]), series('b', [1])]
  expect(endsRoom(long, 1000)).toBeLessThan(200)
  expect(endsOf(layoutOf(long, 'lines', { width: 1000, height: 308 }))[0]?.text).toBe(`${'a'.repeat(19)}…`)
  expect(endsRoom(long, 390)).toBe(0)
  expect(endsRoom(long.slice(1), 1000)).toBe(0)
})
