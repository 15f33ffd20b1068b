import { expect, test } from 'vitest'
import { ariaSort, nextSort } from './sort'

test('a title sorts down, then up, then not at all', () => {
  const down = nextSort(undefined, 'views')
  expect(down).toEqual({ by: 'views', order: 'desc' })
  const up = nextSort(down, 'views')
  expect(up).toEqual({ by: 'views', order: 'asc' })
  expect(nextSort(up, 'views')).toBeUndefined()
  expect(nextSort(up, 'likes')).toEqual({ by: 'likes', order: 'desc' })
})

test('only the sorted column says that it is', () => {
  expect(ariaSort({ by: 'views', order: 'desc' }, 'views')).toBe('descending')
  expect(ariaSort({ by: 'views', order: 'asc' }, 'views')).toBe('ascending')
  expect(ariaSort({ by: 'views', order: 'asc' }, 'likes')).toBe('none')
  expect(ariaSort(undefined, 'likes')).toBe('none')
})
