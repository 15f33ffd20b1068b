import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  count,
  durations,
  failures,
  pageFiles,
  pageSnapshot,
  playwrightDurations,
  vitestDurations,
} from './output.mjs'

test('the tests of each runner are counted', () => {
  const outputs = {
    'test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s': [
      12, 3,
    ],
    'test result: 41 passed, 2 failed': [41, 2],
    '\x1b[2m      Tests \x1b[22m \x1b[1m\x1b[31m1 failed\x1b[39m\x1b[22m | \x1b[32m7 passed\x1b[39m (8)': [
      7, 1,
    ],
    ' Test Files  1 failed | 3 passed (4)': [0, 0],
    '  1 failed\n    [journey] › journey.spec.ts:3:1 › signs in\n  5 passed (1.2m)': [5, 1],
    'ℹ tests 9\nℹ pass 8\nℹ fail 1\nℹ cancelled 0': [8, 1],
    '# tests 2\n# pass 2\n# fail 0': [2, 0],
    'I passed 3 passed exams': [0, 0],
  }
  for (const [output, [passed, failed]] of Object.entries(outputs))
    assert.deepEqual(count(output), { passed, failed }, output)
})

test('the durations of Rust tests and scripts are read from their output', () => {
  const output = [
    'test plan::tests::is_kept ... ok <0.120s>',
    'test a_day - should panic ... FAILED <61.500s>',
    'test old ... ok',
    'test slow ... ignored',
    'ok     the node is ready (3 s)',
    'FAILED its log is read (90 s)',
  ]
  assert.deepEqual(durations(output.join('\n')), [
    { name: 'plan::tests::is_kept', seconds: 0.12 },
    { name: 'a_day - should panic', seconds: 61.5 },
    { name: 'the node is ready', seconds: 3 },
    { name: 'its log is read', seconds: 90 },
  ])
})

test('a failure is shown with the lines after it, and overlapping lines once', () => {
  const lines = [
    'fine',
    'error: no such file',
    'why',
    'error: another',
    ...Array.from({ length: 20 }, (_, n) => `line ${n}`),
  ]
  const reported = failures(lines.join('\n'))
  assert.deepEqual(reported.slice(0, 3), ['error: no such file', 'why', 'error: another'])
  assert.equal(reported.length, 15)
})

/** Returns what Playwright writes about a failed test. */
const described = (lines) =>
  `# Error details\n\n# Page snapshot\n\n\`\`\`yaml\n${lines}\n\`\`\`\n\n# Test source\n`

test('the page of a failed browser test is found and shortened', () => {
  const output = '1) › groups\n    Error Context: results/failures/groups/error-context.md\n\n  1 failed'
  assert.deepEqual(pageFiles(output), ['results/failures/groups/error-context.md'])
  assert.deepEqual(pageSnapshot(described('- main:\n  - button "Add"')), ['- main:', '  - button "Add"', ''])
  assert.equal(pageSnapshot(described('- button\n'.repeat(200))).length, 60)
  assert.deepEqual(pageSnapshot('# Error details'), [''])
})

test('the durations of tests are read from the reports of Playwright and vitest', () => {
  const spec = { title: 'signs in', tests: [{ results: [{ duration: 2000 }, { duration: 500 }] }] }
  const report = {
    suites: [{ title: 'journey.spec.ts', specs: [], suites: [{ title: 'admin', specs: [spec] }] }],
  }
  assert.deepEqual(playwrightDurations(report), [
    { name: 'journey.spec.ts › admin › signs in', seconds: 2.5 },
  ])
  const list = {
    seconds: 3,
    tests: [{ file: 'a.spec.ts', title: 'signs out', status: 'passed', seconds: 1.5 }],
  }
  assert.deepEqual(playwrightDurations(list), [{ name: 'a.spec.ts › signs out', seconds: 1.5 }])
  const results = [{ assertionResults: [{ fullName: 'rounds down', duration: 40 }, { fullName: 'skipped' }] }]
  assert.deepEqual(vitestDurations({ testResults: results }), [
    { name: 'rounds down', seconds: 0.04 },
    { name: 'skipped', seconds: 0 },
  ])
})
