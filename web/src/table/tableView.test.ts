import { expect, test } from 'vitest'
import {
  isFiltered,
  NO_FILTERS,
  parseTableView,
  tableSearch,
  withoutFilters,
  type TableView,
} from './tableView'

const PLAIN: TableView = { page: 1, sort: undefined, gained: '', ...NO_FILTERS }
const parse = (text: string) => parseTableView(new URLSearchParams(text), ['views', 'likes'])

test.each<[string, Partial<TableView>]>([
  ['', {}],
  ['page=3', { page: 3 }],
  ['sort=views', { sort: { by: 'views', order: 'desc' } }],
  ['sort=likes&order=asc&page=2', { sort: { by: 'likes', order: 'asc' }, page: 2 }],
  ['q=ice+cream&account=google', { q: 'ice cream', account: 'google' }],
  ['kind=carousel&views=1000', { kind: 'carousel', views: '1000' }],
  ['gained=28-days', { gained: '28-days' }],
  ['from=2026-11-01&to=2026-11-21', { from: '2026-11-01', to: '2026-11-21' }],
  ['from=2026-11-16&posted=this-week', { from: '2026-11-16', posted: 'this-week' }],
])('?%s is %j, and back', (text, view) => {
  expect(parse(text)).toEqual({ ...PLAIN, ...view })
  expect(tableSearch({ ...PLAIN, ...view }).toString()).toBe(text)
})

test.each([
  'sort=cost',
  'page=-1',
  'kind=film',
  'views=0',
  'views=1e9',
  'views=many',
  'from=yesterday',
  'to=2026-13-45',
  'order=asc',
  'gained=custom',
  'gained=decade',
  'posted=this-week',
])('?%s is the default', (text) => {
  expect(parse(text)).toEqual(PLAIN)
})

test('filters are distinguished from order and page, and can be cleared', () => {
  expect(isFiltered(parse('sort=views&page=2'))).toBe(false)
  expect(isFiltered(parse('q=ice'))).toBe(true)
  expect(withoutFilters(parse('sort=views&q=ice&page=2'))).toEqual({
    ...PLAIN,
    sort: { by: 'views', order: 'desc' },
  })
})
