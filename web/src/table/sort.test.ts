import { expect, test } from 'vitest'
import { ariaSort, nextSort, parseSort, withSort } from './sort'

test('a header sorts descending, then ascending, then not at all', () => {
  const down = nextSort(undefined, 'views')
  expect(down).toEqual({ by: 'views', order: 'desc' })
  const up = nextSort(down, 'views')
  expect(up).toEqual({ by: 'views', order: 'asc' })
  expect(nextSort(up, 'views')).toBeUndefined()
  expect(nextSort(up, 'likes')).toEqual({ by: 'likes', order: 'desc' })
})

test('the default order applies without a selection', () => {
  const usual = { by: 'date', order: 'desc' } as const
  const up = nextSort(undefined, 'date', usual)
  expect(up).toEqual({ by: 'date', order: 'asc' })
  expect(nextSort(up, 'date', usual)).toBeUndefined()
  expect(nextSort({ by: 'views', order: 'asc' }, 'date', usual)).toBeUndefined()
  expect(nextSort(undefined, 'views', usual)).toEqual({ by: 'views', order: 'desc' })
})

test('only the sorted column is marked as sorted', () => {
  expect(ariaSort({ by: 'views', order: 'desc' }, 'views')).toBe('descending')
  expect(ariaSort({ by: 'views', order: 'asc' }, 'views')).toBe('ascending')
  expect(ariaSort({ by: 'views', order: 'asc' }, 'likes')).toBe('none')
  expect(ariaSort(undefined, 'likes')).toBe('none')
})

test('the order is stored in the URL and keeps other parameters', () => {
  const down = { by: 'views', order: 'desc' } as const
  const up = { by: 'views', order: 'asc' } as const
  const plain = new URLSearchParams('account=3')
  expect(withSort(plain, down).toString()).toBe('account=3&sort=views')
  expect(withSort(plain, up).toString()).toBe('account=3&sort=views&order=asc')
  expect(withSort(withSort(plain, up), undefined).toString()).toBe('account=3')
  expect(parseSort(withSort(plain, up), ['views'])).toEqual(up)
  expect(parseSort(withSort(plain, down), ['views'])).toEqual(down)
  expect(parseSort(withSort(plain, down), ['likes'])).toBeUndefined()
})
