import { expect, test } from 'vitest'
import { mayTryAgain } from './failure'

test('what failed may be tried again, and what did not or waits for a decision may not', () => {
  expect(['not_found', 'rate_limited', 'private', 'of_tomorrow'].filter(mayTryAgain)).toHaveLength(4)
  expect(['pending', 'ok', 'ok_no_videos', 'age_restricted', 'identity_changed'].filter(mayTryAgain)).toEqual(
    [],
  )
})
