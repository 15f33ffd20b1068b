import { expect, test } from 'vitest'
import { historyLink, openHistory, withoutHistory } from './historyUrl'

const at = (text: string) => new URLSearchParams(text)

test('the history of an item or account is in the URL and keeps other parameters', () => {
  const page = '?group=2&account=5&sort=views'
  const item = historyLink(page, { kind: 'item', id: 7 })
  expect(item).toBe('?group=2&account=5&sort=views&item=7')
  expect(openHistory(at(item))).toEqual({ kind: 'item', id: 7 })
  const account = historyLink(item, { kind: 'account', id: 5 })
  expect(account).toBe('?group=2&account=5&sort=views&history=5')
  expect(openHistory(at(account))).toEqual({ kind: 'account', id: 5 })
  expect(historyLink('', { kind: 'item', id: 8 })).toBe('?item=8')
  expect(openHistory(at(page))).toBeUndefined()
  expect(openHistory(at('item=no'))).toBeUndefined()
})

test('closing a history removes its settings from the URL', () => {
  const open = at('group=2&history=5&metric=likes&show=gained&days=all')
  expect(withoutHistory(open).toString()).toBe('group=2')
})
