import { expect, test } from 'vitest'
import { canDisable, canReenable, describePool, parseState, reenableConsequence, STATE_NAMES } from './states'

test('a session can be either disabled or re-enabled, except if locked out', () => {
  for (const state of STATE_NAMES) expect(canDisable({ state })).toBe(!canReenable({ state }))
  expect(canDisable({ state: 'cooling', reason: 'rate_limited' })).toBe(true)
  expect(canReenable({ state: 'dead', reason: 'suspended' })).toBe(true)
  expect(canDisable({ state: 'suspect', reason: 'session_dead' })).toBe(true)
  const lockedOut = { state: 'cooling', reason: 'endpoint_retired' } as const
  expect([canReenable(lockedOut), canDisable(lockedOut)]).toEqual([true, true])
})

test('a session with a lost key can be neither disabled nor re-enabled', () => {
  for (const state of STATE_NAMES) {
    expect(canDisable({ state, reason: 'key_lost' })).toBe(false)
    expect(canReenable({ state, reason: 'key_lost' })).toBe(false)
  }
})

test('re-enabling a refused session mentions the browser', () => {
  expect(reenableConsequence('disabled')).not.toContain('browser')
  expect(reenableConsequence('challenged')).toContain('browser')
  expect(reenableConsequence('cooling')).toContain('browser')
  expect(reenableConsequence('dead')).toContain('browser')
})

test('an invalid state in the URL is ignored', () => {
  expect(parseState('cooling')).toBe('cooling')
  expect(parseState('asleep')).toBeUndefined()
  expect(parseState(null)).toBeUndefined()
})

test('the pool is described in one line', () => {
  const none = { active: 4, cooling: 0, suspect: 0, challenged: 0, dead: 0, disabled: 0 }
  const pool = { ...none, total: 4, usable: 4, required: 1, in_use: 0 }
  expect(describePool(pool)).toBe('4 available')
  expect(describePool({ ...pool, in_use: 1, cooling: 1, dead: 1200 })).toBe(
    '4 available (1 in use) · 1 cooling down · 1,200 dead',
  )
})
