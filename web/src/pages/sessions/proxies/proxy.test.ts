import { expect, test } from 'vitest'
import { deleteConsequence, freePlatforms } from './proxy'

test('the consequence of deleting a proxy lists its users', () => {
  expect(deleteConsequence({ serves: 'tiktok', sessions: 0 }, [])).toContain(': all TikTok runs.')
  expect(deleteConsequence({ serves: 'instagram', sessions: 2 }, [])).toContain(
    ': all Instagram runs and 2 sessions.',
  )
  expect(deleteConsequence({ serves: null, sessions: 1 }, [])).toContain(': 1 session.')
  expect(deleteConsequence({ serves: null, sessions: 0 }, [])).toBe('Not in use.')
  expect(deleteConsequence({ serves: null, sessions: 0 }, ['eu'])).toBe(
    'The scraper pool eu stops updating accounts until it has another proxy.',
  )
})

test('platforms that have a proxy are not offered', () => {
  expect(freePlatforms([])).toEqual(['instagram', 'tiktok'])
  expect(freePlatforms([{ serves: 'instagram' }, { serves: null }])).toEqual(['tiktok'])
})
