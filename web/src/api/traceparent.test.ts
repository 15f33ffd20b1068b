// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest'
import { client } from './client'
import { traceparent } from './traceparent'

const FORMAT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['leading zeros are kept', [[1], [2]], `00-01${'0'.repeat(30)}-02${'0'.repeat(14)}-01`],
  [
    'an ID of zeros only is drawn again',
    [[0], [3], [0], [255]],
    `00-03${'0'.repeat(30)}-ff${'0'.repeat(14)}-01`,
  ],
])('%s', (_, drawn, expected) => {
  const left = [...drawn]
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array) => {
      bytes.set(left.shift() ?? [])
      return bytes
    },
  })
  expect(traceparent()).toBe(expected)
  expect(left).toEqual([])
})

test('each call sends its own trace', async () => {
  const sent: string[] = []
  const fetch = async (request: Request) => {
    sent.push(request.headers.get('traceparent') ?? 'none')
    return Response.json({ groups: [] })
  }
  const options = { baseUrl: 'http://localhost', fetch }
  await Promise.all([client.GET('/api/groups', options), client.GET('/api/groups', options)])
  const traces = sent.map((header) => FORMAT.exec(header)?.[1])
  expect(traces).toEqual([expect.any(String), expect.any(String)])
  expect(traces[0]).not.toBe(traces[1])
})
