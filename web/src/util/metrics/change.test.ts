import { expect, it } from 'vitest'
import { formatChange, formatCpm, formatMoney } from '@/util/format'
import { changeText, differenceText, looksSame } from './change'

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

it.each([
  [1.000_04, 1, formatCpm, true],
  [0.9996, 1.0003, formatCpm, false],
  [2.501, 2.499, (value: number) => formatMoney(value, 'EUR'), true],
  [2.51, 2.49, (value: number) => formatMoney(value, 'EUR'), false],
  [0, 0, formatChange, true],
  // Both are +1.2M.
  [1_240_000, 1_160_000, formatChange, false],
])('whether %d and %d look the same', (now, previous, format, same) => {
  expect(looksSame(now, previous, format)).toBe(same)
})

it.each([
  [1200, formatChange, '+1.2K'],
  [-1200, formatChange, '−1.2K'],
  [0.5, formatCpm, '+0.5000'],
  [-0.5, formatCpm, '−0.5000'],
  [-2.5, (value: number) => formatMoney(value, 'EUR'), '−€2.50'],
  [2.5, (value: number) => formatMoney(value, 'EUR'), '+€2.50'],
])('a difference of %d is formatted with one sign', (difference, format, text) => {
  expect(differenceText(difference, format)).toBe(text)
})
