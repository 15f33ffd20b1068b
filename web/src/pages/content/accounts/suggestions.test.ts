import { expect, test } from 'vitest'
import type { Choice } from '@/util/choices'
import { isNamed, mergeNames, splitTyped, typedName } from './suggestions'

const account = (id: number, name: string, change: Partial<Choice> = {}): Choice => ({
  id,
  name: `@${name}`,
  formerly: [],
  platform: 'instagram',
  group: 'Acme',
  views: 0,
  ...change,
})

test.each([
  ['goog', [], 'goog'],
  ['google,', ['google'], ''],
  ['@google, nat', ['google'], 'nat'],
  [' nat', [], ' nat'],
])('of the typed text %j, %j are complete', (text, names, rest) => {
  expect(splitTyped(text)).toEqual({ names, rest })
})

test('the typed text is a name unless it is offered or chosen already', () => {
  const choices = [account(1, 'google')]
  expect(typedName(' @Goog', choices, [])).toBe('Goog')
  expect(typedName('Google', choices, [])).toBeUndefined()
  expect(typedName('natgeo', choices, ['natgeo'])).toBeUndefined()
  expect(typedName(' ', choices, [])).toBeUndefined()
  expect(isNamed(['GOOGLE'], account(1, 'google'))).toBe(true)
  expect(isNamed(['goog'], account(1, 'google'))).toBe(false)
})

test('accounts with the same name are one choice, with the platform and the group that they share', () => {
  const [one, other] = [account(1, 'google', { formerly: ['alphabet'] }), account(2, 'google')]
  const tiktok = account(3, 'google', { platform: 'tiktok', group: 'Other', formerly: ['goog'] })
  const natgeo = account(4, 'natgeo')
  expect(mergeNames({ choices: [one, natgeo, other], total: 9 })).toEqual({
    choices: [one, natgeo],
    total: 8,
  })
  expect(mergeNames({ choices: [one, tiktok, other], total: 3 })?.choices).toEqual([
    { ...one, formerly: ['alphabet', 'goog'], platform: undefined, group: undefined },
  ])
  expect(mergeNames(undefined)).toBeUndefined()
})
