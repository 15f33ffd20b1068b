/**
 * rust-tests.mjs [OPTION OF CARGO TEST...] [-- OPTION OF TESTS...]: builds tests of the whole workspace and runs their programs, two at
 * a time, with the time that each test took. The slowest programs of the last run start first.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT, run } from './run.mjs'

/** libtest prints times only with unstable options. They are set for the run alone, because a build with them compiles everything again. */
const TIMES = ['-Z', 'unstable-options', '--report-time']
const ALLOW_UNSTABLE = { RUSTC_BOOTSTRAP: '1' }

/** Some programs wait most of the time, and some have one long test, so one program at a time leaves cores idle. */
const AT_ONCE = 2

const began = Date.now()
const given = process.argv.slice(2)
const split = given.includes('--') ? given.indexOf('--') : given.length
const options = [...TIMES, ...given.slice(split + 1)]
const programs = await build(given.slice(0, split))
if (programs === undefined) process.exit(1)
console.log(`Built ${programs.length} test programs in ${secondsSince(began)} s`)

const logs = mkdtempSync(join(tmpdir(), 'clipmeter-rust-tests-'))
const failed = []
const timesFile = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'rust-test-times.json')
const times = readTimes()
const queue = programs.toSorted((one, other) => lastTime(other) - lastTime(one))
await Promise.all(Array.from({ length: AT_ONCE }, runQueue))
rmSync(logs, { recursive: true })
writeFileSync(timesFile, JSON.stringify(times, undefined, 2))
if (failed.length > 0) {
  console.log(`error: ${failed.length} test programs failed, run again with`)
  for (const { package: name, option } of failed) console.log(`    cargo test -p ${name} ${option}`)
  process.exitCode = 1
}

/** Builds the tests and returns their programs, or undefined if the build fails. */
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
      found.push(testProgram(message))
  }
  return (await ended) === 0 ? found : undefined
}

function testProgram({ target, manifest_path, executable }) {
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

function readTimes() {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8'))
  } catch {
    return {}
  }
}

/** Includes the options that select tests. */
function timeKey(program) {
  return [program.source, ...given.slice(split + 1)].join(' ')
}

/** Returns seconds. A program without a time may be slow, so it starts first. */
function lastTime(program) {
  return times[timeKey(program)] ?? Infinity
}

async function runQueue() {
  for (let program = queue.shift(); program !== undefined; program = queue.shift()) await runTests(program)
}

async function runTests(program) {
  const start = Date.now()
  const file = join(logs, basename(program.executable))
  const env = { ...process.env, ...ALLOW_UNSTABLE, CARGO_MANIFEST_DIR: program.folder }
  const passed = await run([program.executable, ...options], { folder: program.folder, file, env })
  if (!passed) failed.push(program)
  times[timeKey(program)] = Number(secondsSince(start))
  console.log(
    `Running ${program.source}\n${readFileSync(file, 'utf8').trimEnd()}\nEnded after ${secondsSince(start)} s\n`,
  )
}

function secondsSince(start) {
  return ((Date.now() - start) / 1000).toFixed(1)
}
