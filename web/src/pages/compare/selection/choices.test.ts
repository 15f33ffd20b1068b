import { expect, test } from 'vitest'
import type { Choice } from '@/util/choices'
import type { Platform } from '@/util/platform'
import { knownOf, labelsOf, suggestedOf } from './choices'

const account = (id: number, name: string, platform: Platform = 'tiktok', group = 'Acme'): Choice => ({
  id,
  name: `@${name}`,
  formerly: [],
  platform,
  group,
  views: id * 100,
})
const [NASA, NATGEO, BAKERY] = [account(1, 'nasa'), account(2, 'natgeo'), account(3, 'bakery')]
const RENAMED = { ...account(4, 'esa'), formerly: ['natal'] }
const ALL = [RENAMED, BAKERY, NASA, NATGEO]

test.each([
  [
    [NASA, NATGEO],
    ['@nasa', '@natgeo'],
  ],
  [
    [NASA, account(5, 'nasa', 'instagram')],
    ['@nasa (TikTok)', '@nasa (Instagram)'],
  ],
  [
    [NASA, account(5, 'nasa', 'tiktok', 'Other')],
    ['@nasa (Acme)', '@nasa (Other)'],
  ],
  [
    [NASA, account(5, 'nasa', 'tiktok', 'Other'), account(6, 'nasa', 'instagram')],
    ['@nasa (TikTok, Acme)', '@nasa (TikTok, Other)', '@nasa (Instagram)'],
  ],
])('names that occur twice are completed', (choices, labels) => {
  expect(labelsOf(choices)).toEqual(labels)
})

test('IDs of the URL keep their order, and unknown ones are named', () => {
  expect(knownOf([3, 99, 1], ALL)).toEqual({ known: [BAKERY, NASA], unknown: [99] })
})

test('the most viewed are suggested, all of a few, and none of many groups', () => {
  expect(suggestedOf(ALL, 2)).toEqual([RENAMED, BAKERY])
  expect(suggestedOf(ALL, 6)).toEqual(ALL)
  const groups = ALL.map(({ id, name, formerly }): Choice => ({
    id,
    name,
    formerly,
    platform: undefined,
    group: undefined,
    views: undefined,
  }))
  expect(suggestedOf(groups, 2)).toBeUndefined()
  expect(suggestedOf(groups, 6)).toEqual(groups)
})
