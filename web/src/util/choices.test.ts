import { expect, test } from 'vitest'
import { matching, type Choice } from './choices'

const account = (id: number, name: string): Choice => ({
  id,
  name: `@${name}`,
  formerly: [],
  platform: 'tiktok',
  group: 'Acme',
  views: id * 100,
})
const [NASA, NATGEO, BAKERY] = [account(1, 'nasa'), account(2, 'natgeo'), account(3, 'bakery')]
const RENAMED = { ...account(4, 'esa'), formerly: ['natal'] }
const ALL = [RENAMED, BAKERY, NASA, NATGEO]

test.each([
  ['', [4, 3, 1, 2]],
  ['nas', [1]],
  ['@NaTgEo ', [2]],
  ['nat', [2, 4]],
  ['acme', []],
  ['nobody', []],
])('%j is found in names, then in former ones', (text, ids) => {
  expect(matching(ALL, text).map(({ id }) => id)).toEqual(ids)
})

test('the choice with exactly this name is found first', () => {
  const longer = account(7, 'natgeotravel')
  expect(matching([longer, NATGEO], '@NatGeo')).toEqual([NATGEO, longer])
})
