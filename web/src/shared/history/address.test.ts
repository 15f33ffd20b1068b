import { expect, test } from 'vitest'
import { openHistory, withHistory, withoutHistory } from './address'

const at = (text: string) => new URLSearchParams(text)

test('the history of an item or an account is in the address, beside what else is there', () => {
  const page = at('group=2&account=5&sort=views')
  const item = withHistory(page, { kind: 'item', id: 7 })
  expect(item.toString()).toBe('group=2&account=5&sort=views&item=7')
  expect(openHistory(item)).toEqual({ kind: 'item', id: 7 })
  const account = withHistory(page, { kind: 'account', id: 5 })
  expect(openHistory(account)).toEqual({ kind: 'account', id: 5 })
  expect(openHistory(page)).toBeUndefined()
  expect(openHistory(at('item=no'))).toBeUndefined()
})

test('closing it takes along what was chosen in it', () => {
  const open = at('group=2&history=5&metric=likes&show=gained&days=all')
  expect(withoutHistory(open).toString()).toBe('group=2')
})
