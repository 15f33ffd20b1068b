import { expect, it } from 'vitest'
import { changeText } from './change'

it.each([
  [112, 100, '▲ 12%'],
  [92, 100, '▼ 8%'],
  [100, 100, 'no change'],
  [1001, 1000, '▲ under 1%'],
  [50, 0, 'none before'],
  [0, 0, 'no change'],
  [0, 50, '▼ 100%'],
  [1500, 100, '▲ 15×'],
  // The platform took views back: a percentage says nothing.
  [5, -10, '▲'],
  [-20, -10, '▼'],
  [-50, 100, '▼ 150%'],
  [-50_000, 100, '▼ 50,100%'],
])('change of %d against %d is %s', (now, previous, text) => {
  expect(changeText(now, previous)).toBe(text)
})
