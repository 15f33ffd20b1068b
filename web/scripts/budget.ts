/**
 * `budget.ts DIST`: fails when the compressed size of everything the first screen loads exceeds its budget, or when the build
 * contains the example platform.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** Bytes of brotli: about one second on a slow 3G connection, so that the sign-in screen appears quickly. */
const BUDGETS = { js: 200 * 1024, css: 24 * 1024 }

const dist = process.argv[2]
if (dist === undefined) throw new Error('say which build to weigh: budget.ts DIST')
const html = readFileSync(join(dist, 'index.html'), 'utf8')

for (const [kind, budget] of Object.entries(BUDGETS)) {
  const files = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => name.endsWith(`.${kind}`))
  if (files.length === 0) throw new Error(`${dist}/index.html names no .${kind} file`)
  const total = files
    .map((name) => brotliCompressSync(readFileSync(join(dist, name))).length)
    .reduce((sum, size) => sum + size, 0)
  console.log(`initial ${kind}: ${kib(total)} brotli of ${kib(budget)} (${files.length} files)`)
  if (total > budget) process.exitCode = 1
}

const example = globSync(join(dist, '**/*.js')).filter((file) => /loopreel/i.test(readFileSync(file, 'utf8')))
if (example.length > 0) {
  console.log(
    `the build contains the example platform, build without VITE_EXAMPLE_PLATFORM: ${example.join(', ')}`,
  )
  process.exitCode = 1
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
