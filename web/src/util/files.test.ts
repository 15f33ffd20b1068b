import { expect, test } from 'vitest'
import { fileName, formatBytes, isTextFile, readBlob, textLines } from './files'

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

test('ignores blank lines with any line ending', () => {
  expect(textLines('\uFEFFone\r\n  two \n\n \t\rthree')).toEqual(['one', 'two', 'three'])
  expect(textLines('')).toEqual([])
})

test.each([
  ['attachment; filename="clipmeter-tiktok-all-2026-11-21.csv"', 'clipmeter-tiktok-all-2026-11-21.csv'],
  ['attachment', undefined],
  [null, undefined],
])('%s names %s', (disposition, name) => {
  expect(fileName(disposition)).toBe(name)
})

test('reads a body of any size in chunks', async () => {
  const seen: number[] = []
  const chunk = new Uint8Array(5 * 1024 * 1024).fill(7)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const part of [chunk, chunk, chunk.slice(0, 3)]) controller.enqueue(part)
      controller.close()
    },
  })
  const blob = await readBlob(body, (received) => seen.push(received))
  expect(seen).toEqual([chunk.length, 2 * chunk.length, 2 * chunk.length + 3])
  expect(blob.size).toBe(2 * chunk.length + 3)
  expect(new Uint8Array(await blob.slice(-1).arrayBuffer())).toEqual(new Uint8Array([7]))
})

test('rejects a truncated file', async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new TypeError('network error')),
  })
  await expect(readBlob(body, () => {})).rejects.toThrow('network error')
})
