import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors'
import { storageAlert } from './storageAlert'

test('shows no banner while there is space or the state is unknown', () => {
  expect(storageAlert(undefined, undefined)).toBeUndefined()
  expect(storageAlert({ state: 'ok' }, undefined)).toBeUndefined()
  expect(storageAlert(undefined, new ApiError(503, 'The service is busy', 'unavailable'))).toBeUndefined()
})

test.each([
  ['low', false],
  ['critical', false],
  ['full', true],
  ['read_only', true],
] as const)('the state %s has a banner', (state, refuses) => {
  const alert = storageAlert({ state, message: 'Make room' }, undefined)
  expect(alert).toMatchObject({ text: 'Make room', refuses })
})

test('reports a database stopped by a full disk from the error', () => {
  const error = new ApiError(503, 'The disk at / is full', 'storage_full')
  expect(storageAlert({ state: 'low', message: 'Make room' }, error)).toMatchObject({
    text: 'The disk at / is full',
    refuses: true,
  })
})
