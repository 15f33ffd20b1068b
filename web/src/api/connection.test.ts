import { expect, test } from 'vitest'
import { connection, outageText } from './connection'
import { ApiError } from './errors'

test.each([
  [new ApiError(503, 'The database is away', 'unavailable'), 'The database is away'],
  [new ApiError(503, undefined), 'The server could not be reached.'],
  [new ApiError(502, undefined), 'The server could not be reached.'],
  [new TypeError('Failed to fetch'), 'The server could not be reached.'],
  [new DOMException('signal timed out', 'TimeoutError'), 'The server could not be reached.'],
  [new DOMException('left the page', 'AbortError'), undefined],
  [new ApiError(503, 'The disk is full', 'storage_full'), undefined],
  [new ApiError(502, 'The account is private', 'scrape_failed'), undefined],
  [new ApiError(404, 'Not found', 'not_found'), undefined],
  [new Error('cancelled'), undefined],
])('%s is an outage: %s', (error, text) => {
  expect(outageText(error)).toBe(text)
})

test('an outage lasts until the connection is restored, and notifies once', () => {
  let changes = 0
  const leave = connection.subscribe(() => (changes += 1))
  connection.lost('first')
  connection.lost('second')
  expect(connection.outage()?.text).toBe('first')
  expect(changes).toBe(1)
  connection.restored()
  connection.restored()
  expect(connection.outage()).toBeUndefined()
  expect(changes).toBe(2)
  leave()
})
