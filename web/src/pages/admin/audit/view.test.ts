import { expect, test } from 'vitest'
import { parseAuditView, withAuditView } from './view'

test.each([
  ['', { page: 1, action: '', user: '', from: '', to: '' }],
  [
    'action=user.delete&user=ann&since=2026-11-01&until=2026-11-21&page=3',
    { page: 3, action: 'user.delete', user: 'ann', from: '2026-11-01', to: '2026-11-21' },
  ],
])('?%s is %j, and back', (search, view) => {
  expect(parseAuditView(new URLSearchParams(search))).toEqual(view)
  expect(withAuditView(new URLSearchParams(), view).toString()).toBe(search)
})

test('invalid filters are ignored, and other parameters stay', () => {
  const search = new URLSearchParams('tab=audit&group=3&page=4&since=yesterday')
  expect(parseAuditView(search).from).toBe('')
  expect(withAuditView(search, { page: 1, action: '', user: '', from: '', to: '' }).toString()).toBe(
    'tab=audit&group=3',
  )
})
