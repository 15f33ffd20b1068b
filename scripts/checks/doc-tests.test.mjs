import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../suite/run.mjs'

const FENCE = /^\s*\/\/[/!]\s*```(\w*)/

/** The lines at which code begins that rustdoc would run. */
function docTests(source) {
  let open = false
  return source.split('\n').flatMap((line, index) => {
    const fence = FENCE.exec(line)
    if (fence === null) return []
    open = !open
    return open && fence[1] !== 'text' ? [index + 1] : []
  })
}

test('code in Rust comments is marked as text, because doc tests are not run', () => {
  assert.deepEqual(docTests('/// ```text\n/// a\n/// ```\n//! ```\n//! b\n//! ```\n/// ```rust'), [4, 7])
  const files = execFileSync('git', ['ls-files', '--', '*.rs'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
  const found = files.flatMap((file) =>
    docTests(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  assert.deepEqual(found, [])
})
