import { expect, test } from 'vitest'
import { hasStatus } from './accountStatus'

const READ = { status: 'private', last_scraped: '2026-11-21T10:00:00Z' }

test('accounts are found by the outcome of their last scrape, or by never having been read', () => {
  expect(hasStatus(READ, 'private')).toBe(true)
  expect(hasStatus(READ, 'ok')).toBe(false)
  expect(hasStatus(READ, 'never')).toBe(false)
  expect(hasStatus({ status: 'private', last_scraped: null }, 'never')).toBe(true)
  expect(hasStatus({ status: 'pending' }, 'never')).toBe(true)
})
