import { expect, test } from 'vitest'
import { PLATFORM_TABS } from '@/util/constants'
import { parseAuditView, withAuditView } from './audit/view'
import { parseRunsView, withRunsView } from './runs/view'
import { ADMIN_TABS, parseView, searchOf, tabSearch } from './view'

test('the tabs that show no single group are tabs', () => {
  expect(ADMIN_TABS).toEqual(expect.arrayContaining([...PLATFORM_TABS]))
})

test.each([
  ['', { tab: 'overview', group: undefined }],
  ['group=3', { tab: 'overview', group: 3 }],
  ['tab=runs', { tab: 'runs', group: undefined }],
  ['tab=users&group=3', { tab: 'users', group: 3 }],
  ['tab=settings', { tab: 'settings', group: undefined }],
  ['tab=data-protection', { tab: 'data-protection', group: undefined }],
  ['tab=platforms', { tab: 'platforms', group: undefined }],
  ['tab=audit', { tab: 'audit', group: undefined }],
  ['tab=audit&group=3', { tab: 'audit', group: 3 }],
] as const)('?%s is %j, and back', (search, view) => {
  expect(parseView(new URLSearchParams(search))).toEqual(view)
  expect(searchOf(view).toString()).toBe(search)
})

test('an invalid URL opens the overview of all groups', () => {
  expect(parseView(new URLSearchParams('tab=x&group=-1'))).toEqual({ tab: 'overview', group: undefined })
})

const tab = (name: string, now: string) => tabSearch(name, new URLSearchParams(now)).toString()

test('another tab keeps the group and the period, and drops the filters of the last one', () => {
  const period = 'period=custom&from=2026-11-01&to=2026-11-07'
  expect(tab('audit', `group=3&${period}`)).toBe(`tab=audit&group=3&${period}`)
  expect(tab('overview', `tab=audit&group=3&${period}&user=ann&since=2026-10-01&page=2`)).toBe(
    `group=3&${period}`,
  )
  expect(tab('settings', 'tab=runs&failed=true')).toBe('tab=settings')
})

test('the days of a filter and those of the period do not affect each other', () => {
  const period = new URLSearchParams('period=custom&from=2026-11-01&to=2026-11-07')
  const days = { from: '2026-10-01', to: '2026-10-02' }
  expect(parseAuditView(period)).toMatchObject({ from: '', to: '' })
  expect(parseRunsView(period)).toMatchObject({ from: '', to: '' })
  const both = 'period=custom&from=2026-11-01&to=2026-11-07&since=2026-10-01&until=2026-10-02'
  expect(withAuditView(period, { ...parseAuditView(period), ...days }).toString()).toBe(both)
  expect(withRunsView(period, { ...parseRunsView(period), ...days }).toString()).toBe(both)
})
