import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  hasTest,
  namedTests,
  numberedTests,
  requirement,
  requirementRows,
  rowErrors,
} from './named-tests.mjs'
import { ROOT } from '../suite/run.mjs'

/** The pages that must name tests, with the number of tests that they name at least: a changed format must not hide them. */
const PAGES = { 'docs/operator/security.md': 180, 'docs/dev/development.md': 10 }

function tracked(...patterns) {
  const files = execFileSync('git', ['ls-files', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
  return files
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(ROOT, file)))
}

function read(file) {
  return readFileSync(join(ROOT, file), 'utf8')
}

const SOURCES = {
  'a.rs': ['async fn a_is_b() {}', 'a_is_b', 'a_is'],
  'a.sh': ['a_is_b() {\n', 'a_is_b', 'is_b'],
  'a.spec.ts': ["test('a is b', async () => {})", 'a is b', 'a is'],
  'support.ts': ['  watch: [\n', 'watch', 'wat'],
}
for (const [file, [source, name, other]] of Object.entries(SOURCES))
  test(`a test that does not exist in ${file} is reported`, () => {
    assert.ok(hasTest(file, source, name))
    assert.ok(!hasTest(file, source, other))
  })

test('tests of a page are those in backticks, also with spaces', () => {
  const page = '| `a/b.rs::c`, `a.spec.ts::d e: f` | `a/b.rs` | `x::y` |'
  assert.deepEqual(namedTests(page), [
    ['a/b.rs', 'c'],
    ['a.spec.ts', 'd e: f'],
  ])
})

test('numbers are read from names and titles', () => {
  const names = ['asvs_9_1_1_a_is_b', 'ASVS 14.3.1: a is b', 'a_is_asvs_9_1_1_b', 'asvs_9_1_a_is_b']
  assert.deepEqual(names.map(requirement), ['9.1.1', '14.3.1', undefined, undefined])
  const source =
    'fn asvs_1_2_3_a() {}\nasvs_1_2_4_b() {\ntest(\'ASVS 1.2.5: "c"\', async () => {})\nfn d() {}'
  assert.deepEqual(numberedTests(source), ['asvs_1_2_3_a', 'asvs_1_2_4_b', 'ASVS 1.2.5: "c"'])
})

test('rows without a test of a number, foreign tests and unlisted tests are reported', () => {
  const page =
    '| 1.2.3, 1.2.4 | a | `a.rs::asvs_1_2_3_b`, `a.rs::c` |\n| 1.2.5 | a | `a.rs::asvs_1_2_6_b` |\n| 1.2 | a | b |'
  assert.deepEqual(rowErrors(requirementRows(page), ['a.rs::asvs_1_2_3_b', 'a.rs::asvs_7_7_7_d']), [
    'a.rs::asvs_7_7_7_d is in no row',
    'no test of 1.2.4 is named',
    'no test of 1.2.5 is named',
    'a.rs::asvs_1_2_6_b is in the row of 1.2.5',
  ])
})

test('every test that a page names exists', () => {
  const found = tracked('*.md').flatMap((page) => {
    const named = namedTests(read(page))
    assert.ok(named.length >= (PAGES[page] ?? 0), `${page}: ${named.length} tests are named`)
    return named
      .filter(([file, name]) => !existsSync(join(ROOT, file)) || !hasTest(file, read(file), name))
      .map(([file, name]) => `${page}: ${file}::${name}`)
  })
  assert.deepEqual(found, [])
})

test('the tests of ASVS are those of its table in the security page', () => {
  const rows = requirementRows(read('docs/operator/security.md'))
  const files = tracked('*.rs', '*.sh', '*.spec.ts', '*.test.ts', '*.test.tsx', '*.test.mjs')
  const numbered = files
    .filter((file) => file !== 'scripts/checks/named-tests.test.mjs')
    .flatMap((file) => numberedTests(read(file)).map((name) => `${file}::${name}`))
  assert.ok(rows.length >= 25, `${rows.length} rows`)
  assert.deepEqual(rowErrors(rows, numbered), [])
})
