import { expect, test } from 'vitest'
import { progressOf } from './progress'

const run = (status: 'running' | 'completed', done: number) => ({
  status,
  total: 10,
  done,
  items_new: done * 2,
  items_updated: done,
  results: [
    { username: 'one', status: 'success', new: 1, updated: 0 },
    { username: 'two', status: 'private', error: 'The account is private.', new: 0, updated: 0 },
  ],
})

test('runs are added up', () => {
  expect(progressOf([run('running', 4), run('completed', 10)])).toEqual({
    total: 20,
    done: 14,
    itemsNew: 28,
    itemsUpdated: 14,
    errors: ['The account is private.', 'The account is private.'],
    ended: false,
  })
})

test('they have ended when the last one has', () => {
  expect(progressOf([run('completed', 10), run('completed', 10)]).ended).toBe(true)
  expect(progressOf([run('completed', 10), undefined]).ended).toBe(false)
})
