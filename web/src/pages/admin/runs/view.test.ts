import { afterEach, expect, test } from 'vitest'
import { setTimeZone, UTC } from '@/util/time/timeZone'
import { isNarrowed, parseRunsView, runsQuery, withRunsView } from './view'

afterEach(() => setTimeZone(UTC))

const RUN = '01936a2e-0000-7000-8000-0123456789ab'

test('a URL contains filters, page and open run; invalid values are ignored', () => {
  const view = parseRunsView(
    new URLSearchParams(
      `platform=tiktok&status=running&trigger=retry&failed=true&since=2026-11-20&until=2026-11-21&page=2&run=${RUN}`,
    ),
  )
  expect(view).toEqual({
    page: 2,
    platform: 'tiktok',
    status: 'running',
    trigger: 'retry',
    failed: 'true',
    from: '2026-11-20',
    to: '2026-11-21',
    run: RUN,
  })
  expect(
    parseRunsView(new URLSearchParams('platform=x&status=y&trigger=z&failed=1&since=yesterday&run=../etc')),
  ).toEqual({
    page: 1,
    platform: '',
    status: '',
    trigger: '',
    failed: '',
    from: '',
    to: '',
    run: undefined,
  })
})

test('a view is written to the URL without defaults, beside other parameters', () => {
  const view = parseRunsView(new URLSearchParams())
  expect(withRunsView(new URLSearchParams('tab=runs'), { ...view, status: 'queued' }).toString()).toBe(
    'tab=runs&status=queued',
  )
  const open = withRunsView(new URLSearchParams('tab=runs&status=queued'), {
    ...view,
    failed: 'true',
    run: RUN,
  })
  expect(open.toString()).toBe(`tab=runs&failed=true&run=${RUN}`)
})

test('the query contains only the filters of the view', () => {
  const view = parseRunsView(new URLSearchParams(`trigger=schedule&failed=true&run=${RUN}`))
  expect(runsQuery(view, 50)).toEqual({ page: 1, per_page: 50, trigger: 'schedule', failed: true })
  expect(isNarrowed(view)).toBe(true)
  const days = parseRunsView(new URLSearchParams('since=2026-11-20&until=2026-11-20'))
  expect(isNarrowed(days)).toBe(true)
  expect(isNarrowed(parseRunsView(new URLSearchParams(`page=3&run=${RUN}`)))).toBe(false)
})

test.each([
  ['UTC', '2026-11-20T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-19T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
  ['America/New_York', '2026-11-20T05:00:00.000Z', '2026-11-22T05:00:00.000Z'],
])('in %s, the days are queried from %s to %s', (zone, from, to) => {
  setTimeZone(zone)
  const days = parseRunsView(new URLSearchParams('since=2026-11-20&until=2026-11-21'))
  expect(runsQuery(days, 50)).toEqual({ page: 1, per_page: 50, from, to })
})
