import { expect, test } from 'vitest'
import { firstSteps, type Setup } from './firstSteps'

const EMPTY: Setup = { accounts: { instagram: 0, tiktok: 0 }, items: 0 }
const done = (setup: Setup) =>
  firstSteps(setup)
    .filter((step) => step.done)
    .map(({ key }) => key)

test('an admin has four steps, a member two', () => {
  expect(firstSteps({ ...EMPTY, groups: 0, sessions: 0 }).map(({ key }) => key)).toEqual([
    'group',
    'session',
    'account',
    'scrape',
  ])
  expect(firstSteps(EMPTY).map(({ key }) => key)).toEqual(['account', 'scrape'])
})

test('each step is completed by its action', () => {
  expect(done({ ...EMPTY, groups: 1, sessions: 0 })).toEqual(['group'])
  expect(done({ ...EMPTY, groups: 1, sessions: 3 })).toEqual(['group', 'session'])
  expect(
    done({ ...EMPTY, groups: 1, sessions: 3, accounts: { instagram: 1, tiktok: 0 }, items: 12 }),
  ).toEqual(['group', 'session', 'account', 'scrape'])
})

test('no session is needed if only TikTok is tracked', () => {
  expect(done({ ...EMPTY, groups: 1, sessions: 0, accounts: { instagram: 0, tiktok: 1 } })).toContain(
    'session',
  )
  expect(done({ ...EMPTY, groups: 1, sessions: 0, accounts: { instagram: 1, tiktok: 1 } })).not.toContain(
    'session',
  )
})
