import { expect, test } from 'vitest'
import { parseTableView } from '@/table/tableView'
import { parseTab, tabSearch } from './view'

const tabOf = (text: string) => parseTab(new URLSearchParams(text).get('tab'))
const viewOf = (text: string) => parseTableView(new URLSearchParams(text), ['views'])

test('the Instagram tab is the default', () => {
  expect(tabOf('')).toBe('instagram')
  expect(tabOf('tab=tiktok&page=3')).toBe('tiktok')
  expect(tabOf('tab=youtube')).toBe('instagram')
})

test('switching tabs resets the page and keeps shared filters', () => {
  const view = viewOf('page=4&sort=views&q=ice&account=google&from=2026-11-01')
  expect(tabSearch('tiktok', view).toString()).toBe('tab=tiktok&q=ice&from=2026-11-01')
  expect(tabSearch('instagram', viewOf('page=12')).toString()).toBe('')
})
