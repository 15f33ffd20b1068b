import { expect, test } from 'vitest'
import { returnAddress } from './returnAddress'

test.each([
  [{ from: '/all-data?tab=tiktok&q=wait#top' }, '/all-data?tab=tiktok&q=wait#top'],
  [{ from: '/' }, '/'],
  [null, '/'],
  ['/all-data', '/'],
  [{ from: 7 }, '/'],
  [{ from: '//other.example' }, '/'],
  [{ from: '/\\other.example' }, '/'],
  [{ from: 'https://other.example' }, '/'],
])('%j leads to %s', (state, address) => {
  expect(returnAddress(state)).toBe(address)
})
