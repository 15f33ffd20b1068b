import { expect, test } from 'vitest'
import { canDisable, canReenable, parseState, reenableConsequence, STATE_NAMES } from './states'

test('a session can be either disabled or re-enabled in every state', () => {
  for (const state of STATE_NAMES) expect(canDisable({ state })).toBe(!canReenable({ state }))
  expect(canDisable({ state: 'cooling', reason: 'rate_limited' })).toBe(true)
  expect(canReenable({ state: 'dead', reason: 'suspended' })).toBe(true)
  expect(canDisable({ state: 'suspect', reason: 'session_dead' })).toBe(true)
  const lockedOut = { state: 'cooling', reason: 'endpoint_retired' } as const
  expect([canReenable(lockedOut), canDisable(lockedOut)]).toEqual([true, true])
})

test('a session that cannot be decrypted has no action', () => {
  for (const state of STATE_NAMES) {
    expect(canDisable({ state, reason: 'key_lost' })).toBe(false)
    expect(canReenable({ state, reason: 'key_lost' })).toBe(false)
  }
})

test('only a refused session must be checked in a browser', () => {
  expect(reenableConsequence('disabled')).not.toContain('browser')
  expect(reenableConsequence('challenged')).toContain('browser')
  expect(reenableConsequence('cooling')).toContain('browser')
  expect(reenableConsequence('dead')).toContain('browser')
})

test('parses the state from the URL, or none', () => {
  expect(parseState('cooling')).toBe('cooling')
  expect(parseState('asleep')).toBeUndefined()
  expect(parseState(null)).toBeUndefined()
})
