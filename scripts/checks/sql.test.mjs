import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../suite/run.mjs'

/** sqlx accepts a statement that is built at run time only as `AssertSqlSafe` and for COPY. These files build some, and why they may. */
const BUILT = {
  'crates/db/src/backup/catalog.rs': 'quoted names of sequences from the catalog',
  'crates/db/src/backup/load.rs': 'quoted names of tables and columns of the backup',
  'crates/db/src/backup/snapshot.rs': 'quoted names of tables and columns from the catalog',
  'crates/db/src/content/listing/rows.rs': 'a number and the name of a cursor',
  'crates/db/src/database/connect.rs': 'names and values of settings, constants of this file',
  'crates/db/src/database/migrations/concurrent.rs': 'the name of an index in a migration',
  'crates/db/src/database/roles/mod.rs': 'constant names and attributes of roles, and verifiers in base64',
  'crates/embedded-postgres/src/test_server.rs': 'names of test databases',
}

/** Where a source that is not a test builds SQL from texts. */
function builders(source) {
  return /\b(AssertSqlSafe|QueryBuilder|copy_(in|out)_raw)\b/.test(source.replaceAll(/^\s*\/\/.*$/gm, ''))
}

test('building statements is recognized outside of comments', () => {
  assert.ok(builders('sqlx::query(AssertSqlSafe(text))'))
  assert.ok(builders('let mut query = QueryBuilder::new("")'))
  assert.ok(!builders('/// Without AssertSqlSafe.\nsqlx::query("SELECT 1")'))
})

test('ASVS 1.2.4: only the listed files build statements at run time', () => {
  const list = execFileSync('git', ['ls-files', '--', '*.rs'], { cwd: ROOT, encoding: 'utf8' })
  const shipped = list
    .trim()
    .split('\n')
    .filter((file) => !/(^|\/)tests\/|^testing\/|^bench\//.test(file))
  assert.ok(shipped.length > 500)
  const found = shipped.filter((file) => builders(readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(found, Object.keys(BUILT).toSorted())
})
