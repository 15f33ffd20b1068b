import { expect, test } from 'vitest'
import { accountProblems } from './problems'

const PRIVATE = { status: 'private', status_text: 'The account is private.', accounts: 1 }
const LIMITED = { status: 'rate_limited', status_text: 'The platform limits our requests.', accounts: 1200 }

test('each reason says how many accounts it keeps from being read, and those without any numbers come last', () => {
  expect(accountProblems({ failing: [LIMITED, PRIVATE], never_scraped: 2 })).toEqual([
    {
      wanted: 'rate_limited',
      status: 'rate_limited',
      text: '1,200 accounts: The platform limits our requests.',
    },
    { wanted: 'private', status: 'private', text: '1 account: The account is private.' },
    { wanted: 'never', status: 'pending', text: '2 accounts: No successful scrape yet' },
  ])
})

test('there may be nothing to say', () => {
  expect(accountProblems({ failing: [], never_scraped: 0 })).toEqual([])
})
