import { expect, test } from 'vitest'
import { parseSessionsView, tabSearch, withPage } from './view'

test('a URL contains tab and page; invalid values are the first page of the list', () => {
  expect(parseSessionsView(new URLSearchParams('tab=proxies&page=3'))).toEqual({ tab: 'proxies', page: 3 })
  expect(parseSessionsView(new URLSearchParams('tab=cellar&page=0'))).toEqual({ tab: 'list', page: 1 })
})

test('another tab starts at its first page without filters', () => {
  expect(tabSearch('proxies').toString()).toBe('tab=proxies')
  expect(tabSearch('list').toString()).toBe('')
})

test('another page keeps the tab and its filters', () => {
  const search = new URLSearchParams('state=dead')
  expect(withPage(search, 2).toString()).toBe('state=dead&page=2')
  expect(withPage(withPage(search, 2), 1).toString()).toBe('state=dead')
})
