import { expect, test } from 'vitest'
import { formatBytes, isTextFile, textLines } from './files'

test.each([
  [{ name: 'names.txt', type: '' }, true],
  [{ name: 'NAMES.TXT', type: 'application/octet-stream' }, true],
  [{ name: 'names', type: 'text/plain' }, true],
  [{ name: 'names.csv', type: 'text/csv' }, false],
  [{ name: 'photo.png', type: 'image/png' }, false],
])('%j is a text file: %s', (file, text) => {
  expect(isTextFile(file)).toBe(text)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1.0 MB'],
  [10 * 1024 * 1024, '10.0 MB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('blank lines do not count, whatever ends a line', () => {
  expect(textLines('\uFEFFone\r\n  two \n\n \t\rthree')).toEqual(['one', 'two', 'three'])
  expect(textLines('')).toEqual([])
})
