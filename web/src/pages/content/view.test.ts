import { expect, test } from 'vitest'
import { parseTableView } from '@/table/tableView'
import { parseTable } from './tables'
import { tabSearch } from './view'

const tabOf = (text: string) => parseTable(new URLSearchParams(text).get('tab'))
const viewOf = (text: string) => parseTableView(new URLSearchParams(text), ['views'])

test('the tab is Instagram unless the URL names another one', () => {
  expect(tabOf('')).toBe('instagram')
  expect(tabOf('tab=tiktok&page=3')).toBe('tiktok')
  expect(tabOf('tab=all')).toBe('all')
  expect(tabOf('tab=youtube')).toBe('instagram')
})

test('another tab starts at page 1 and keeps common filters', () => {
  const view = viewOf('page=4&sort=views&q=ice&account=google&from=2026-11-01&kind=image&views=9')
  expect(tabSearch('tiktok', view).toString()).toBe('tab=tiktok&q=ice&account=google&from=2026-11-01&views=9')
  const named = 'from=2026-11-23&posted=this-week'
  expect(tabSearch('instagram', viewOf(named)).toString()).toBe(named)
  expect(tabSearch('instagram', viewOf('page=12')).toString()).toBe('')
})
