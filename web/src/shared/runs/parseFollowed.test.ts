import { expect, test } from 'vitest'
import { parseFollowed } from './parseFollowed'

test('what is no list of runs is not followed', () => {
  const found = { dashboard: ['a', 'b'], broken: 'a', numbers: [1], 'tiktok of 3': [] }
  expect(parseFollowed(found)).toEqual({ dashboard: ['a', 'b'], 'tiktok of 3': [] })
  expect(parseFollowed(null)).toEqual({})
  expect(parseFollowed('runs')).toEqual({})
})
