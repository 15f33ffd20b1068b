import { expect, test } from 'vitest'
import { canDisable, canReenable, parseState, reenableConsequence, STATE_NAMES } from './states'

test('a session is either disabled or re-enabled, whatever its state', () => {
  for (const state of STATE_NAMES) expect(canDisable({ state })).toBe(!canReenable({ state }))
  expect(canDisable({ state: 'cooling', reason: 'rate_limited' })).toBe(true)
  expect(canReenable({ state: 'dead', reason: 'suspended' })).toBe(true)
  expect(canDisable({ state: 'suspect', reason: 'session_dead' })).toBe(true)
  const lockedOut = { state: 'cooling', reason: 'endpoint_retired' } as const
  expect([canReenable(lockedOut), canDisable(lockedOut)]).toEqual([true, true])
})

test('one that cannot be opened any more is left alone', () => {
  for (const state of STATE_NAMES) {
    expect(canDisable({ state, reason: 'key_lost' })).toBe(false)
    expect(canReenable({ state, reason: 'key_lost' })).toBe(false)
  }
})

test('only one that the platform refused has to be seen to in a browser', () => {
  expect(reenableConsequence('disabled')).not.toContain('browser')
  expect(reenableConsequence('challenged')).toContain('browser')
  expect(reenableConsequence('cooling')).toContain('browser')
  expect(reenableConsequence('dead')).toContain('browser')
})

test('an address names a state, or none', () => {
  expect(parseState('cooling')).toBe('cooling')
  expect(parseState('asleep')).toBeUndefined()
  expect(parseState(null)).toBeUndefined()
})
