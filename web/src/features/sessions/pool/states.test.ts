import { expect, test } from 'vitest'
import { canPark, canRevive, parseState, reviveConsequence, STATE_NAMES } from './states'

test('a session is either parked or revived, whatever its state', () => {
  for (const state of STATE_NAMES) expect(canPark({ state })).toBe(!canRevive({ state }))
  expect(canPark({ state: 'cooling', reason: 'rate_limited' })).toBe(true)
  expect(canRevive({ state: 'dead', reason: 'suspended' })).toBe(true)
  expect(canPark({ state: 'suspect', reason: 'session_dead' })).toBe(true)
  const shut = { state: 'cooling', reason: 'endpoint_retired' } as const
  expect([canRevive(shut), canPark(shut)]).toEqual([true, true])
})

test('one that cannot be opened any more is left alone', () => {
  for (const state of STATE_NAMES) {
    expect(canPark({ state, reason: 'key_lost' })).toBe(false)
    expect(canRevive({ state, reason: 'key_lost' })).toBe(false)
  }
})

test('only one that the platform refused has to be seen to in a browser', () => {
  expect(reviveConsequence('parked')).not.toContain('browser')
  expect(reviveConsequence('challenged')).toContain('browser')
  expect(reviveConsequence('cooling')).toContain('browser')
  expect(reviveConsequence('dead')).toContain('browser')
})

test('an address names a state, or none', () => {
  expect(parseState('cooling')).toBe('cooling')
  expect(parseState('asleep')).toBeUndefined()
  expect(parseState(null)).toBeUndefined()
})
