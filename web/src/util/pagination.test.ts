import { expect, test } from 'vitest'
import { formatRange, pageRange, pageWindow, parsePage } from './pagination'

test('the range of a page ends at the last item', () => {
  expect(pageRange(1, 100, 250)).toEqual({ first: 1, last: 100 })
  expect(pageRange(3, 100, 250)).toEqual({ first: 201, last: 250 })
  expect(pageRange(1, 100, 0)).toEqual({ first: 0, last: 0 })
})

test('the range of a page is formatted exactly', () => {
  expect(formatRange(13, 100, 1234)).toBe('Showing 1,201 - 1,234 of 1,234')
  expect(formatRange(1, 100, 10_000, true)).toBe('Showing 1 - 100 of more than 10,000')
})

test.each([
  [1, 1, [1]],
  [1, 0, []],
  [1, 10, [1, 2, 3, 'gap', 10]],
  [4, 10, [1, 2, 3, 4, 5, 6, 'gap', 10]],
  [5, 10, [1, 'gap', 3, 4, 5, 6, 7, 'gap', 10]],
  [10, 10, [1, 'gap', 8, 9, 10]],
])('page %d of %d offers %j', (page, pages, slots) => {
  expect(pageWindow(page, pages)).toEqual(slots)
})

test.each([
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['x', 1],
  [null, 1],
])('page %j of the address bar is page %d', (text, page) => {
  expect(parsePage(text)).toBe(page)
})
