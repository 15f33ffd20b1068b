import { expect, test } from 'vitest'
import { isNarrowed, parseRunsView, runsQuery, withRunsView } from './view'

const RUN = '01936a2e-0000-7000-8000-0123456789ab'

test('parses filters, page and open run from the URL; invalid values are defaults', () => {
  const view = parseRunsView(
    new URLSearchParams(
      `platform=tiktok&status=running&trigger=retry&failed=true&from=2026-11-20&to=2026-11-21&page=2&run=${RUN}`,
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
    parseRunsView(new URLSearchParams('platform=x&status=y&trigger=z&failed=1&from=yesterday&run=../etc')),
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

test('omits defaults from the URL and keeps other parameters', () => {
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

test('the request contains exactly the filters of the view', () => {
  const view = parseRunsView(new URLSearchParams(`trigger=schedule&failed=true&run=${RUN}`))
  expect(runsQuery(view, 50)).toEqual({ page: 1, per_page: 50, trigger: 'schedule', failed: true })
  expect(isNarrowed(view)).toBe(true)
  const days = parseRunsView(new URLSearchParams('from=2026-11-20&to=2026-11-20'))
  expect(isNarrowed(days)).toBe(true)
  const { from, to } = runsQuery(days, 50)
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3_600_000)
  expect(isNarrowed(parseRunsView(new URLSearchParams(`page=3&run=${RUN}`)))).toBe(false)
})
