/**
 * main.mjs [--steps FILE] GROUP|STEP...: runs the steps, prints the output of each when it has ended, and then a report. The last line
 * counts all tests.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { report, seconds } from './report.mjs'
import { endAll, ROOT, run } from './run.mjs'
import { runAll, select } from './schedule.mjs'

/** Most steps use several cores, but none of them all the time. */
const PLACES = Math.max(2, availableParallelism())
/** A run without output for several minutes looks dead. */
const SIGN_OF_LIFE_MS = 120_000

const { values, positionals } = parseArgs({ options: { steps: { type: 'string' } }, allowPositionals: true })
const { steps } = await import(values.steps ? pathToFileURL(values.steps) : './steps.mjs')
const selected = select(steps, positionals.length > 0 ? positionals : ['test'])

const logs = mkdtempSync(join(tmpdir(), 'clipmeter-test-'))
/** Log file and times of each step that was started, by name. */
const runs = new Map()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

const alive = setInterval(sayWhatRuns, SIGN_OF_LIFE_MS)
const results = await runAll(selected, PLACES, perform)
clearInterval(alive)
process.exitCode = report(selected, results, runs) ? 0 : 1
rmSync(logs, { recursive: true, force: true })

/** Runs a step and returns whether it passed. */
async function perform(step) {
  if (stopping) return new Promise(() => {})
  const log = { file: join(logs, `${step.name.replaceAll(' ', '-')}.log`), begin: Date.now() }
  runs.set(step.name, log)
  console.log(`${clock()} ${step.name} begins`)
  const place = { folder: join(ROOT, step.folder ?? '.'), file: log.file, env: process.env }
  const passed = await run(step.command, { ...place, ownGroup: true })
  log.end = Date.now()
  console.log(`\n==> ${step.name}\n${readFileSync(log.file, 'utf8').trimEnd()}`)
  console.log(`--- ${step.name} ${passed ? 'ok' : 'FAILED'} after ${seconds(log)} s (${clock()})\n`)
  return passed
}

function sayWhatRuns() {
  const now = [...runs].filter(([, { end }]) => end === undefined)
  console.log(`${clock()} running: ${now.map(([name, log]) => `${name} (${seconds(log)} s)`).join(', ')}`)
}

/** A second signal does not end it: what the steps have started, such as a cluster, would stay. */
async function stop(signal) {
  if (stopping) return
  console.log(`\nStopping after ${signal}`)
  stopping = true
  await endAll()
  rmSync(logs, { recursive: true, force: true })
  process.exit(1)
}

function clock() {
  return new Date().toTimeString().slice(0, 8)
}
