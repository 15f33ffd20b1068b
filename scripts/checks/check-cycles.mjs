// Prints the cycles between the modules of each crate and fails if there are any.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { cycles } from './cycles.mjs'

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.rs', '*Cargo.toml'],
  { encoding: 'utf8' },
)
  .trim()
  .split('\n')
const crates = files
  .filter((file) => file.endsWith('/Cargo.toml'))
  .map((file) => file.slice(0, -'/Cargo.toml'.length))
const named = process.argv.slice(2)
let found = 0
for (const crate of crates) {
  if (named.length > 0 && !named.includes(crate)) continue
  const sources = {}
  for (const file of files) {
    if (!file.startsWith(`${crate}/src/`) || !file.endsWith('.rs')) continue
    try {
      sources[file.slice(`${crate}/src/`.length)] = readFileSync(file, 'utf8')
    } catch {
      // Deleted, but still in the index.
    }
  }
  for (const text of cycles(sources)) {
    console.log(`${crate}: ${text}`)
    found += 1
  }
}
console.log(
  found === 0
    ? 'No module cycles.'
    : `${found} module cycles: move what both sides need into a module of its own.`,
)
process.exitCode = found === 0 ? 0 : 1
