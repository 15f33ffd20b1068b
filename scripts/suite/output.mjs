/** Parses the output of the test runners. */

// eslint-disable-next-line no-control-regex -- colors
const COLORS = /\x1b\[[0-9;]*m/g
/** cargo and our scripts, vitest, Playwright. */
const COUNTS = /^(?:test result:|\s+Tests\s|\s+\d+ (?:passed|failed)(?: |$))/
/** Node's test runner, with its spec and its TAP reporter. */
const NODE_COUNTS = /^(?:ℹ|#) (pass|fail) (\d+)$/
const RUST_TEST = /^test (.+?) \.\.\. (?:ok|FAILED) <([\d.]+)s>/
/** testing/e2e/cluster/tests/lib/checks.sh. */
const SCRIPT_TEST = /^(?:ok|FAILED) +(.+) \((\d+) s\)$/
const FAILURE =
  /^\s+\d+\) |panicked at|^error|^---- .* ----$|^FAILED |^ *not ok |Error:|AssertionError|^Diff in |^✖ |^ *[×✗] /
const LINES_AFTER_FAILURE = 12
const MAX_FAILURE_LINES = 120
const LAST_LINES = 15
const MAX_SNAPSHOT_LINES = 60

const linesOf = (output) => output.replace(COLORS, '').split('\n')

/** Returns the numbers of passed and failed tests. */
export function count(output) {
  let passed = 0
  let failed = 0
  for (const line of linesOf(output)) {
    if (COUNTS.test(line)) {
      for (const [, number] of line.matchAll(/(\d+) passed/g)) passed += Number(number)
      for (const [, number] of line.matchAll(/(\d+) failed/g)) failed += Number(number)
    }
    const node = NODE_COUNTS.exec(line)
    if (node?.[1] === 'pass') passed += Number(node[2])
    if (node?.[1] === 'fail') failed += Number(node[2])
  }
  return { passed, failed }
}

/** Returns the tests whose lines contain their time. */
export function durations(output) {
  return linesOf(output).flatMap((line) => {
    const found = RUST_TEST.exec(line) ?? SCRIPT_TEST.exec(line)
    return found === null ? [] : [{ name: found[1], seconds: Number(found[2]) }]
  })
}

/** Returns the lines that name a failure, and some lines after each. */
export function failures(output) {
  const lines = linesOf(output)
  const selected = new Set()
  lines.forEach((line, index) => {
    if (!FAILURE.test(line)) return
    for (let after = index; after <= index + LINES_AFTER_FAILURE && after < lines.length; after++)
      selected.add(after)
  })
  return [...selected].slice(0, MAX_FAILURE_LINES).map((index) => lines[index])
}

/** Returns the paths of the files in which Playwright describes the pages of failed tests, relative to its own folder. */
export function pageFiles(output) {
  return linesOf(output).flatMap((line) => /^ *Error Context: (\S+)$/.exec(line)?.[1] ?? [])
}

/** Returns the first lines of the page in such a file: its roles, names and texts when the test failed. */
export function pageSnapshot(file) {
  const [, snapshot = ''] = /^# Page snapshot\n+```yaml\n(.*?)^```$/ms.exec(file) ?? []
  return snapshot.split('\n').slice(0, MAX_SNAPSHOT_LINES)
}

export function lastLines(output) {
  return linesOf(output.trimEnd()).slice(-LAST_LINES)
}

/** Reads the browser tests' own list or Playwright's JSON report. */
export function playwrightDurations(report) {
  if (report.tests !== undefined)
    return report.tests.map(({ file, title, seconds }) => ({ name: `${file} › ${title}`, seconds }))
  const inSuite = (suite, path) => [
    ...(suite.specs ?? []).map((spec) => ({
      name: [...path, spec.title].join(' › '),
      seconds: sum(spec.tests.flatMap(({ results }) => results).map(({ duration }) => duration)) / 1000,
    })),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...path, inner.title])),
  ]
  return (report.suites ?? []).flatMap((suite) => inSuite(suite, [suite.title]))
}

/** Reads vitest's JSON report. */
export function vitestDurations(report) {
  return (report.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, duration }) => ({ name: fullName, seconds: (duration ?? 0) / 1000 }))
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
