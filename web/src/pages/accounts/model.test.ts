import { expect, test } from 'vitest'
import { addedAccount, rejectedFirst } from './model'

test('rejected entries come first, and the others keep their order', () => {
  const rows = [
    addedAccount({ username: 'ann', status: 'added' }),
    addedAccount({ username: 'no name!', status: 'invalid' }),
    addedAccount({ username: 'ben', status: 'duplicate' }),
    addedAccount({ username: 'cleo', status: 'over_limit' }),
  ]
  expect(rejectedFirst(rows).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'no name!: Not valid',
    '@cleo: Over the limit',
    '@ann: Added',
    '@ben: Already tracked',
  ])
})
