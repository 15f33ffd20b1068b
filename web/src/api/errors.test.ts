import { expect, test } from 'vitest'
import { ApiError, errorMessage, readError } from './errors'

test('an error message is fixed for 403 and 500, otherwise the server’s or the fallback', () => {
  expect(errorMessage(new ApiError(403, 'no'), 'Failed')).toBe('Access denied')
  expect(errorMessage(new ApiError(500, 'boom'), 'Failed')).toBe('Server error. Please try again later.')
  expect(errorMessage(new ApiError(409, 'Already tracked'), 'Failed')).toBe('Already tracked')
  expect(errorMessage(new ApiError(409, undefined), 'Failed')).toBe('Failed')
})

test.each([
  [
    'Failed to add account',
    'The server could not be reached. Check whether the change was made before you try again.',
  ],
  [
    'Failed to delete accounts',
    'The server could not be reached. Check whether the change was made before you try again.',
  ],
  [
    'Failed to update settings',
    'The server could not be reached. Check whether the change was made before you try again.',
  ],
  ['❌ Failed to scrape accounts', 'The server could not be reached. Try again.'],
  ['Scraping failed', 'The server could not be reached. Try again.'],
  ['Failed to load', 'The server could not be reached.'],
  ['An error occurred. Please try again.', 'An error occurred. Please try again.'],
])('without a connection, "%s" becomes: %s', (fallback, text) => {
  expect(errorMessage(new TypeError('Failed to fetch'), fallback)).toBe(text)
})

test('a response without an error field is read as an error', async () => {
  const html = await readError(new Response('<html>', { status: 502 }))
  expect(html).toMatchObject({ status: 502, detail: undefined })
  const json = await readError(
    Response.json({ error: 'Please sign in', code: 'unauthenticated' }, { status: 401 }),
  )
  expect(json).toMatchObject({ status: 401, detail: 'Please sign in' })
  const failed = await readError(new Response('', { status: 500, headers: { 'x-request-id': '0b5c' } }))
  expect(failed).toMatchObject({ status: 500, requestId: '0b5c' })
})
