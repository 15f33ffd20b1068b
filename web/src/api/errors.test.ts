import { expect, test } from 'vitest'
import { ApiError, errorMessage, readError } from './errors'

test('error text is fixed for 403 and 500, otherwise the server’s, otherwise the fallback', () => {
  expect(errorMessage(new ApiError(403, 'no'), 'Failed')).toBe('Access denied')
  expect(errorMessage(new ApiError(500, 'boom'), 'Failed')).toBe('Server error. Please try again later.')
  expect(errorMessage(new ApiError(409, 'Already tracked'), 'Failed')).toBe('Already tracked')
  expect(errorMessage(new ApiError(409, undefined), 'Failed')).toBe('Failed')
  expect(errorMessage(new TypeError('network'), 'Failed')).toBe('Failed')
})

test('a failed response without an error field is an error', async () => {
  const html = await readError(new Response('<html>', { status: 502 }))
  expect(html).toMatchObject({ status: 502, detail: undefined })
  const json = await readError(
    Response.json({ error: 'Please sign in', code: 'unauthenticated' }, { status: 401 }),
  )
  expect(json).toMatchObject({ status: 401, detail: 'Please sign in' })
})
