import { expect, test } from 'vitest'
import { movedQuery, sectionsOf, shownView, toQuery, toSearch, type SavedView } from './savedView'

const TODAY = '2026-11-26'

const saved = (name: string, query: string, group_id: number | null = null): SavedView => ({
  id: 1,
  page: 'content',
  name,
  query,
  group_id,
  group_name: group_id === null ? null : `Group ${group_id}`,
  can_change: true,
  created_at: '2026-11-21T10:00:00Z',
})

const queryOf = (text: string, isShared = false) => toQuery(new URLSearchParams(text), TODAY, isShared)
const searchOf = (view: SavedView, { today = TODAY, admin = false } = {}) =>
  toSearch(view, today, admin).toString()

test('a view has the tab, filters and order, but no page and no open history', () => {
  expect(queryOf('tab=tiktok&q=ice+cream&sort=views&order=asc&page=3&item=7&metric=likes&days=30')).toBe(
    'tab=tiktok&q=ice+cream&sort=views&order=asc',
  )
  expect(queryOf('')).toBe('')
})

test('named days of posting move on, and other days stay', () => {
  const query = queryOf('from=2026-11-16&to=2026-11-22&kind=image')
  expect(query).toBe('kind=image&posted=last-week')
  expect(searchOf(saved('a', query))).toBe('kind=image&from=2026-11-16&to=2026-11-22&posted=last-week')
  expect(searchOf(saved('a', query), { today: '2026-12-03' })).toBe(
    'kind=image&from=2026-11-23&to=2026-11-29&posted=last-week',
  )
  expect(searchOf(saved('a', queryOf('from=2026-11-20')), { today: '2026-12-03' })).toBe(
    'from=2026-11-27&posted=7-days',
  )

  expect(queryOf('from=2026-01-01&to=2026-01-31')).toBe('from=2026-01-01&to=2026-01-31')
  expect(queryOf('from=2026-01-01&posted=this-month')).toBe('from=2026-01-01')
  expect(searchOf(saved('a', 'posted=tomorrow&q=a'))).toBe('q=a')
})

test('days that have two names are stored by the chosen one', () => {
  const sunday = '2026-11-29'
  const queryOn = (text: string) => toQuery(new URLSearchParams(text), sunday, false)
  expect(queryOn('from=2026-11-23&posted=this-week')).toBe('posted=this-week')
  expect(queryOn('from=2026-11-23')).toBe('posted=7-days')
  const views = [saved('week', 'posted=this-week'), saved('days', 'posted=7-days')]
  const shown = (text: string) => shownView(views, new URLSearchParams(text), sunday, false)?.name
  expect(shown('from=2026-11-23&posted=this-week')).toBe('week')
  expect(shown('from=2026-11-23&posted=7-days')).toBe('days')
  expect(shown('from=2026-11-23')).toBe('days')
})

test('a shared view shows the group that it is shared with, and an own view the group it was saved with', () => {
  expect(queryOf('q=a&group=3')).toBe('q=a&group=3')
  const query = queryOf('q=a&group=3', true)
  expect(query).toBe('q=a')
  expect(searchOf(saved('a', query, 3), { admin: true })).toBe('q=a&group=3')
  expect(searchOf(saved('a', query, 3))).toBe('q=a')
  // Members see the content of all groups with it.
  expect(queryOf('q=a&group=all', true)).toBe('q=a&group=all')
})

test('the shown view is found whatever the page and the order of the parameters', () => {
  const views = [saved('a', 'q=a'), saved('b', 'sort=views&q=b+c'), saved('c', 'posted=last-week', 3)]
  const shown = (text: string, admin = false) =>
    shownView(views, new URLSearchParams(text), TODAY, admin)?.name
  expect(shown('q=b%20c&page=2&sort=views&item=4')).toBe('b')
  expect(shown('from=2026-11-16&to=2026-11-22')).toBe('c')
  expect(shown('from=2026-11-16&to=2026-11-22', true)).toBeUndefined()
  expect(shown('from=2026-11-16&to=2026-11-22&group=3', true)).toBe('c')
  expect(shown('q=a&kind=image')).toBeUndefined()
  expect(shown('')).toBeUndefined()
})

test('own views come before those of each group', () => {
  const [a, b, c, d] = [saved('a', '', 3), saved('b', ''), saved('c', '', 4), saved('d', '', 3)]
  expect(sectionsOf([a, b, c, d])).toEqual([
    { title: 'My views', views: [b] },
    { title: 'Shared with Group 3', views: [a, d] },
    { title: 'Shared with Group 4', views: [c] },
  ])
  expect(sectionsOf([a])).toEqual([{ title: 'Shared with Group 3', views: [a] }])
  expect(sectionsOf([])).toEqual([])
})

test('a view that is shared later, or no longer, keeps its group', () => {
  expect(movedQuery(saved('Mine', 'tab=tiktok&group=7'), true, true)).toBe('tab=tiktok')
  expect(movedQuery(saved('Mine', 'group=all'), true, false)).toBe('group=all')
  expect(movedQuery(saved('Ours', 'tab=tiktok', 7), false, true)).toBe('tab=tiktok&group=7')
  expect(movedQuery(saved('Ours', 'tab=tiktok', 7), false, false)).toBe('tab=tiktok')
})
