import { expect, test } from 'vitest'
import type { Platform } from '@/util/platform'
import { joinLines, readTyped, readUsername, readUsernames } from './usernames'
import cases from './usernames.cases.json'

// The API's tests use the same table, so both sides interpret input in the same way.
test.each(cases)('$platform: $typed is sent as $sent', ({ platform, typed, sent }) => {
  expect(readUsername(platform as Platform, typed)).toBe(sent)
})

test('a username is trimmed, and loses its @ on TikTok only', () => {
  expect(readUsername('tiktok', '  @dylanlemay ')).toBe('dylanlemay')
  expect(readUsername('tiktok', '@@twice')).toBe('@twice')
  expect(readUsername('instagram', ' @google ')).toBe('@google')
})

test('usernames are read line by line without empty lines', () => {
  expect(readUsernames('tiktok', 'one\r\n\n  @two\n@\n   \nthree')).toEqual(['one', 'two', 'three'])
  expect(readUsernames('instagram', '\uFEFFone\n')).toEqual(['one'])
})

test('several usernames in one line are separated by commas, also if they were pasted as lines', () => {
  expect(readTyped('tiktok', ' @one, two,, three ')).toEqual(['one', 'two', 'three'])
  expect(readTyped('tiktok', 'no name!')).toEqual(['no name!'])
  expect(readTyped('tiktok', ' ')).toEqual([])
  expect(readTyped('tiktok', joinLines('@one\r\n\ntwo\n'))).toEqual(['one', 'two'])
})
