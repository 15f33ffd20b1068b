import { expect, test } from 'vitest'
import { readUsername, readUsernames } from './usernames'

test('names are trimmed, and the first @ is left out on TikTok only', () => {
  expect(readUsername('tiktok', '  @dylanlemay ')).toBe('dylanlemay')
  expect(readUsername('tiktok', '@@twice')).toBe('@twice')
  expect(readUsername('instagram', ' @google ')).toBe('@google')
})

test('a list has a name a line, without the empty lines', () => {
  expect(readUsernames('tiktok', 'one\r\n\n  @two\n@\n   \nthree')).toEqual(['one', 'two', 'three'])
  expect(readUsernames('instagram', '\uFEFFone\n')).toEqual(['one'])
})
