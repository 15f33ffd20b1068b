import { expect, test } from 'vitest'
import { compareAddress } from './compare'
import { periodOf } from '@/util/time/period'

const TODAY = '2026-11-21'
const CUSTOM = periodOf('custom', TODAY, { from: '2026-11-01', to: '2026-11-09' })

test.each([
  [[3, 7], undefined, '/compare?accounts=3,7'],
  [[1, 2, 3, 4, 5, 6], undefined, '/compare?accounts=1,2,3,4,5,6'],
  [[1, 2, 3, 4, 5, 6, 7], undefined, '/compare?accounts='],
  [[3], periodOf('last-week', TODAY), '/compare?accounts=3&period=last-week'],
  [[3], CUSTOM, '/compare?accounts=3&period=custom&from=2026-11-01&to=2026-11-09'],
])('accounts %j are compared at an address with the same period', (ids, period, address) => {
  expect(compareAddress('accounts', ids, period)).toBe(address)
})

test('an address without groups still asks for groups', () => {
  expect(compareAddress('groups', [])).toBe('/compare?groups=')
})
