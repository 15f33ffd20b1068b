import { expect, test } from 'vitest'
import type { Platform } from '@/util/platform'
import { readUsername, readUsernames } from './usernames'
import cases from './usernames.cases.json'

// The API's tests use the same table, so both sides interpret input in the same way.
test.each(cases)('$platform: $typed is sent as $sent', ({ platform, typed, sent }) => {
  expect(readUsername(platform as Platform, typed)).toBe(sent)
})

test('trims names, and removes a leading @ only for TikTok', () => {
  expect(readUsername('tiktok', '  @dylanlemay ')).toBe('dylanlemay')
  expect(readUsername('tiktok', '@@twice')).toBe('@twice')
  expect(readUsername('instagram', ' @google ')).toBe('@google')
})

test('a list has one name per line, ignoring empty lines', () => {
  expect(readUsernames('tiktok', 'one\r\n\n  @two\n@\n   \nthree')).toEqual(['one', 'two', 'three'])
  expect(readUsernames('instagram', '\uFEFFone\n')).toEqual(['one'])
})
