import { expect, test } from 'vitest'
import { byEndpoint, totalOf } from './traffic'

const OUTCOMES = [
  { code: 'ok', is_success: true },
  { code: 'rate_limited', is_success: false },
]
const row = (
  platform: 'instagram' | 'tiktok',
  endpoint: string,
  status: string,
  requests: number,
  session_class: 'anonymous' | 'session' = 'session',
) => ({ platform, endpoint, status, session_class, requests, bytes: requests * 100 })

const ROWS = [
  row('tiktok', 'user_page', 'ok', 90, 'anonymous'),
  row('instagram', 'web_profile_info', 'ok', 3, 'anonymous'),
  row('instagram', 'graphql_timeline', 'rate_limited', 4),
  row('instagram', 'graphql_timeline', 'ok', 40),
]

test('an endpoint is one row with all outcomes, most requests first', () => {
  const endpoints = byEndpoint(ROWS, OUTCOMES)
  expect(endpoints.map(({ platform, endpoint, requests }) => [platform, endpoint, requests])).toEqual([
    ['instagram', 'graphql_timeline', 44],
    ['instagram', 'web_profile_info', 3],
    ['tiktok', 'user_page', 90],
  ])
  expect(endpoints[0]?.bytes).toBe(4400)
  expect(endpoints[0]?.outcomes).toEqual([
    { status: 'ok', count: 40, kind: 'read' },
    { status: 'rate_limited', count: 4, kind: 'failed' },
  ])
})

test('anonymous requests and session requests are separate rows', () => {
  const rows = [
    row('instagram', 'web_profile_info', 'ok', 1, 'anonymous'),
    row('instagram', 'web_profile_info', 'ok', 2),
  ]
  expect(byEndpoint(rows, OUTCOMES).map(({ session_class, requests }) => [session_class, requests])).toEqual([
    ['session', 2],
    ['anonymous', 1],
  ])
})

test('adds up a platform', () => {
  expect(totalOf(ROWS, 'instagram')).toEqual({ requests: 47, bytes: 4700 })
  expect(totalOf([], 'tiktok')).toEqual({ requests: 0, bytes: 0 })
})
