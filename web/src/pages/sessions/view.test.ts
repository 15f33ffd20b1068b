import { expect, test } from 'vitest'
import { parseSessionsView, tabSearch, withPage } from './view'

test('an address names a side and its page; anything else is the first page of the list', () => {
  expect(parseSessionsView(new URLSearchParams('tab=pool&page=3'))).toEqual({ tab: 'pool', page: 3 })
  expect(parseSessionsView(new URLSearchParams('tab=cellar&page=0'))).toEqual({ tab: 'list', page: 1 })
})

test('another side begins at its first page, without what narrowed the one before', () => {
  expect(tabSearch('proxies').toString()).toBe('tab=proxies')
  expect(tabSearch('list').toString()).toBe('')
})

test('another page keeps the side and what it is narrowed to', () => {
  const search = new URLSearchParams('tab=pool&state=dead')
  expect(withPage(search, 2).toString()).toBe('tab=pool&state=dead&page=2')
  expect(withPage(withPage(search, 2), 1).toString()).toBe('tab=pool&state=dead')
})
