/**
 * rust-tests.mjs [OPTION OF CARGO TEST...] [-- OPTION OF TESTS...]: builds tests of the whole workspace and runs their programs as
 * `cargo test` does, with the time that each test took.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT, run } from './run.mjs'

/** Each uses all cores. Some tests have bounds on time that hold on a busy machine, but not beside another program of tests. */
const AT_ONCE = 1
/** Begun first, so that none of them is alone at the end. */
const LONGEST = ['short', 'standalone', 'http', 'store']
/** libtest tells times only where unstable options are allowed. This is for the run alone: in a build it would compile everything again. */
const TIMES = ['-Z', 'unstable-options', '--report-time']
const ALLOW_UNSTABLE = { RUSTC_BOOTSTRAP: '1' }

const began = Date.now()
const given = process.argv.slice(2)
const split = given.includes('--') ? given.indexOf('--') : given.length
const options = [...TIMES, ...given.slice(split + 1)]
const programs = await build(given.slice(0, split))
if (programs === undefined) process.exit(1)
console.log(`Built ${programs.length} test programs in ${secondsSince(began)} s`)

const rank = ({ name }) => (LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length)
const waiting = programs.toSorted((one, other) => rank(one) - rank(other))
const logs = mkdtempSync(join(tmpdir(), 'clipmeter-rust-tests-'))
const failed = []
await Promise.all(Array.from({ length: AT_ONCE }, runThem))
rmSync(logs, { recursive: true })
if (failed.length > 0) {
  console.log(`error: ${failed.length} test programs failed, run again with`)
  for (const { package: name, option } of failed) console.log(`    cargo test -p ${name} ${option}`)
  process.exitCode = 1
}

/** Builds the tests, and returns their programs; nothing when they cannot be built. */
async function build(selection) {
  const usual = [
    'test',
    '--locked',
    '--quiet',
    '--workspace',
    '--no-run',
    '--message-format=json-render-diagnostics',
  ]
  const cargo = spawn('cargo', [...usual, ...selection], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((end) => cargo.once('exit', end))
  const found = []
  for await (const line of createInterface({ input: cargo.stdout })) {
    const message = JSON.parse(line)
    if (message.reason === 'compiler-artifact' && message.profile.test && message.executable !== null)
      found.push(program(message))
  }
  return (await ended) === 0 ? found : undefined
}

function program({ target, manifest_path, executable }) {
  const folder = dirname(manifest_path)
  const kind = target.kind[0]
  return {
    name: target.name,
    package: /^name = "(.+)"$/m.exec(readFileSync(manifest_path, 'utf8'))[1],
    option: kind === 'test' || kind === 'bin' ? `--${kind} ${target.name}` : '--lib',
    source: relative(ROOT, target.src_path),
    folder,
    executable,
  }
}

async function runThem() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const start = Date.now()
    const file = join(logs, String(waiting.length))
    const env = { ...process.env, ...ALLOW_UNSTABLE, CARGO_MANIFEST_DIR: next.folder }
    const passed = await run([next.executable, ...options], { folder: next.folder, file, env })
    if (!passed) failed.push(next)
    console.log(
      `Running ${next.source}\n${readFileSync(file, 'utf8').trimEnd()}\nEnded after ${secondsSince(start)} s\n`,
    )
  }
}

function secondsSince(start) {
  return ((Date.now() - start) / 1000).toFixed(1)
}
