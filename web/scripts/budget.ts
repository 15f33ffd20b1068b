/** Fails when the JavaScript that the first screen needs outgrows its budget. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

/** Bytes of brotli: about one second on a slow 3G line, so that the sign-in screen is there at once. */
const INITIAL_JS_BUDGET = 200 * 1024

const dist = new URL('../dist/', import.meta.url)
const html = readFileSync(new URL('index.html', dist), 'utf8')
const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
if (scripts.length === 0) throw new Error('dist/index.html names no script: run `npm run build` first')

const total = scripts
  .map((name) => brotliCompressSync(readFileSync(new URL(name, dist))).length)
  .reduce((sum, size) => sum + size, 0)
const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`
console.log(`initial JavaScript: ${kib(total)} brotli of ${kib(INITIAL_JS_BUDGET)} (${scripts.length} files)`)
if (total > INITIAL_JS_BUDGET) process.exit(1)
