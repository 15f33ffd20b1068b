import { expect, test } from 'vitest'
import { parseChosen } from './compareView'
import { noticesOf } from './notices'

const of = (subject: 'accounts' | 'groups', text: string) => ({ subject, chosen: parseChosen(text) })

test.each([
  ['3,7', [], false, []],
  [
    '3,7',
    [7],
    false,
    ['1 account in the address was not found. It may have been deleted, or you may not see it.'],
  ],
  [
    '3,x',
    [3],
    false,
    ['2 accounts in the address were not found. They may have been deleted, or you may not see them.'],
  ],
  ['1,2,3,4,5,6,7', [], false, ['The address contains 7 accounts. The first 6 are compared.']],
  ['', [], true, ['Only admins can compare groups.']],
])('the address %j says what is missing', (text, unknown, refused, notices) => {
  expect(noticesOf(of('accounts', text), unknown, refused)).toEqual(notices)
})

test('groups that are missing are called groups', () => {
  expect(noticesOf(of('groups', '9'), [9], false).join()).toContain('1 group in the address was not found')
})
