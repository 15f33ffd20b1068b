import { expect, test } from 'vitest'
import { fileName, readBlob } from './download'

test.each([
  ['attachment; filename="clipmeter-tiktok-all-2026-11-21.csv"', 'clipmeter-tiktok-all-2026-11-21.csv'],
  ['attachment', undefined],
  [null, undefined],
])('%s names %s', (disposition, name) => {
  expect(fileName(disposition)).toBe(name)
})

test('a body is read chunk by chunk, however large', async () => {
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

test('half a file is none', async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new TypeError('network error')),
  })
  await expect(readBlob(body, () => {})).rejects.toThrow('network error')
})
