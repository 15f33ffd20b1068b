import { expect, test } from 'vitest'
import { historyLink, openHistory, openPlatform, withoutHistory } from './historyUrl'

const at = (text: string) => new URLSearchParams(text)

test('an open history is in the URL beside other parameters', () => {
  const page = '?group=2&sort=views'
  const item = historyLink(page, 7)
  expect(item).toBe('?group=2&sort=views&item=7')
  expect(openHistory(at(item))).toBe(7)
  expect(historyLink(item, 9)).toBe('?group=2&sort=views&item=9')
  expect(historyLink('', 8)).toBe('?item=8')
  expect(openHistory(at(page))).toBeUndefined()
  expect(openHistory(at('item=no'))).toBeUndefined()
  const ofPlatform = historyLink(item, 9, 'tiktok')
  expect(ofPlatform).toBe('?group=2&sort=views&item=9&of=tiktok')
  expect([openHistory(at(ofPlatform)), openPlatform(at(ofPlatform))]).toEqual([9, 'tiktok'])
  expect([openPlatform(at(item)), openPlatform(at('of=x'))]).toEqual([undefined, undefined])
  expect(historyLink(ofPlatform, 7)).toBe(item)
})

test('closing a history removes its options from the URL', () => {
  const open = at('group=2&item=5&of=tiktok&metric=likes&show=gained&days=all')
  expect(withoutHistory(open).toString()).toBe('group=2')
  expect(withoutHistory(open, true).toString()).toBe('group=2&metric=likes&show=gained&days=all')
})
