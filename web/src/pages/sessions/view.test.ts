import { expect, test } from 'vitest'
import { parseSessionsView, tabSearch, withPage, withValues } from './view'

test('a URL contains tab and page; invalid values are the first page of the list', () => {
  expect(parseSessionsView(new URLSearchParams('tab=proxies&page=3'))).toEqual({
    tab: 'proxies',
    page: 3,
    values: undefined,
  })
  expect(parseSessionsView(new URLSearchParams('tab=cellar&page=0'))).toEqual({
    tab: 'list',
    page: 1,
    values: undefined,
  })
  expect(parseSessionsView(new URLSearchParams('state=dead&page=2&values=3'))).toMatchObject({
    page: 2,
    values: 3,
  })
})

test('another tab starts at its first page without filters', () => {
  expect(tabSearch('proxies').toString()).toBe('tab=proxies')
  expect(tabSearch('pools').toString()).toBe('tab=pools')
  expect(tabSearch('list').toString()).toBe('')
})

test('the first page of values is in the URL too, and those of another page are not kept', () => {
  const search = withValues(new URLSearchParams('state=dead&page=2'), 1)
  expect(search.toString()).toBe('state=dead&page=2&values=1')
  expect(withPage(search, 3).toString()).toBe('state=dead&page=3')
})

test('another page keeps the tab and its filters', () => {
  const search = new URLSearchParams('state=dead')
  expect(withPage(search, 2).toString()).toBe('state=dead&page=2')
  expect(withPage(withPage(search, 2), 1).toString()).toBe('state=dead')
})
