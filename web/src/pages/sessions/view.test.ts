import { expect, test } from 'vitest'
import { parseSessionsView, tabSearch, withPage } from './view'

test('parses tab and page from the URL; defaults to the first page of the list', () => {
  expect(parseSessionsView(new URLSearchParams('tab=pool&page=3'))).toEqual({ tab: 'pool', page: 3 })
  expect(parseSessionsView(new URLSearchParams('tab=cellar&page=0'))).toEqual({ tab: 'list', page: 1 })
})

test('switching tabs resets page and filters', () => {
  expect(tabSearch('proxies').toString()).toBe('tab=proxies')
  expect(tabSearch('list').toString()).toBe('')
})

test('switching pages keeps tab and filters', () => {
  const search = new URLSearchParams('tab=pool&state=dead')
  expect(withPage(search, 2).toString()).toBe('tab=pool&state=dead&page=2')
  expect(withPage(withPage(search, 2), 1).toString()).toBe('tab=pool&state=dead')
})
