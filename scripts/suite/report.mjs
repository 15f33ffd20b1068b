/** Prints the report at the end of a run. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  count,
  durations,
  failures,
  lastLines,
  pageFiles,
  pageSnapshot,
  playwrightDurations,
  vitestDurations,
} from './output.mjs'
import { ROOT } from './run.mjs'

const SLOWEST = 30
const BROWSER_TESTS = join(ROOT, 'testing/e2e')
/** Files in which steps write the time of each test. */
const TIMES = [
  ['web tests', 'web/node_modules/.tmp/durations.json', vitestDurations],
  ['browser tests', 'testing/e2e/results/durations.json', playwrightDurations],
  ['kubernetes', 'testing/e2e/results/kubernetes-durations.json', playwrightDurations],
]

/** Prints the report and returns whether everything passed. */
export function report(steps, results, runs) {
  printTimes(steps, results, runs)
  printSlowest(runs)
  // Readers of a long log look at its end first.
  const failedSteps = steps.map(({ name }) => name).filter((name) => !results.get(name).passed)
  for (const name of failedSteps) printFailure(name, results.get(name), runs.get(name))
  if (failedSteps.length > 0)
    console.log(`\nFailed steps: ${failedSteps.map((name) => `[${name}]`).join(' ')}`)
  const { passed, failed } = countTests(results, runs)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0
}

/** Returns the whole seconds that a step took, or has taken so far. */
export function seconds({ begin, end = Date.now() }) {
  return Math.round((end - begin) / 1000)
}

/** Counts a step that fails without a failing test, such as a lint, as one failed test. */
function countTests(results, runs) {
  const total = { passed: 0, failed: 0 }
  for (const [name, result] of results) {
    const { passed, failed } = runs.has(name) ? count(read(runs.get(name).file)) : { passed: 0, failed: 0 }
    total.passed += passed
    total.failed += result.passed ? failed : Math.max(failed, 1)
  }
  return total
}

function printTimes(steps, results, runs) {
  const first = Math.min(...[...runs.values()].map(({ begin }) => begin))
  console.log('\n==> how long the steps took')
  for (const { name } of steps) {
    const log = runs.get(name)
    const time =
      log === undefined
        ? 'did not run'
        : `${seconds(log)} s, from ${seconds({ begin: first, end: log.begin })} s`
    console.log(`${results.get(name).passed ? 'ok    ' : 'FAILED'} ${name.padEnd(28)} ${time}`)
  }
  console.log(`all together ${seconds({ begin: first })} s`)
}

function printSlowest(runs) {
  const tests = []
  const add = (step, found) => tests.push(...found.map((test) => ({ ...test, step })))
  for (const [step, { file }] of runs) add(step, durations(read(file)))
  for (const [step, path, timesIn] of TIMES) {
    const file = join(ROOT, path)
    // Skips the file of an earlier run.
    if (!(modified(file) > (runs.get(step)?.begin ?? Infinity))) continue
    try {
      add(step, timesIn(JSON.parse(read(file))))
    } catch (error) {
      // The step may have been killed while it wrote the file.
      console.log(`\nThe times in ${path} cannot be read: ${error.message}`)
    }
  }
  if (tests.length === 0) return
  tests.sort((one, other) => other.seconds - one.seconds)
  console.log(`\n==> the ${Math.min(SLOWEST, tests.length)} slowest tests`)
  for (const test of tests.slice(0, SLOWEST))
    console.log(`${test.seconds.toFixed(1).padStart(7)} s  ${test.step}: ${test.name}`)
}

function printFailure(name, { missing }, log) {
  if (missing !== undefined) {
    console.log(`\n==> ${name} did not run because a step it needs failed: ${missing}`)
    return
  }
  const output = read(log.file)
  console.log(`\n==> what failed in ${name}`)
  for (const line of failures(output)) console.log(line)
  for (const path of pageFiles(output)) {
    const file = join(BROWSER_TESTS, path)
    if (!existsSync(file)) continue
    console.log(`    ... and the page of ${path}:`)
    for (const line of pageSnapshot(read(file))) console.log(line)
  }
  console.log('    ... and its last lines:')
  for (const line of lastLines(output)) console.log(line)
}

function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function read(file) {
  return readFileSync(file, 'utf8')
}
