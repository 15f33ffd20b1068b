import { expect, test } from 'vitest'
import { deleteConsequence, freePlatforms } from './proxy'

test('the confirmation counts the sessions that lose the proxy', () => {
  expect(deleteConsequence({ serves: 'tiktok', sessions: 0 })).toContain(': all TikTok runs.')
  expect(deleteConsequence({ serves: 'instagram', sessions: 2 })).toContain(
    ': all Instagram runs and 2 sessions.',
  )
  expect(deleteConsequence({ serves: null, sessions: 1 })).toContain(': 1 session.')
  expect(deleteConsequence({ serves: null, sessions: 0 })).toBe('Not in use.')
})

test('a platform has at most one proxy', () => {
  expect(freePlatforms([])).toEqual(['instagram', 'tiktok'])
  expect(freePlatforms([{ serves: 'instagram' }, { serves: null }])).toEqual(['tiktok'])
})
