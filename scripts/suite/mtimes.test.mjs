import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('mtimes.mjs', import.meta.url))
/** When the first clone was made, s since 1970. */
const THEN = 1_700_000_000
const FILES = ['api/a.rs', 'api/b.rs', 'db/migrations/1.sql', 'web/src/app.ts']

let place
let origin
let clone
const at = (path) => join(clone, path)
const mtime = (path) => statSync(at(path)).mtimeMs / 1000
const git = (folder, ...args) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
const mtimes = (action) =>
  execFileSync(process.execPath, [SCRIPT, action, join(place, 'saved'), join(place, 'target')], {
    cwd: clone,
  })

function write(path, text, time) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  if (time) utimesSync(path, time, time)
}

/** Commits changes and clones again. */
function cloneAgain(changes = {}) {
  for (const [path, text] of Object.entries(changes)) write(join(origin, path), text)
  git(origin, 'add', '-A')
  git(origin, 'commit', '--allow-empty', '-qm', 'change')
  rmSync(clone, { recursive: true, force: true })
  git(place, 'clone', '-q', origin, clone)
}

const compiled = (time) => write(join(place, 'target/debug/.fingerprint/api/invoked.timestamp'), '', time)

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'clipmeter-mtimes-'))
  ;[origin, clone] = [join(place, 'origin'), join(place, 'clone')]
  mkdirSync(origin)
  git(origin, 'init', '-q')
  cloneAgain(Object.fromEntries(FILES.map((path) => [path, path])))
  mtimes('restore')
  write(at('web/dist/index.html'), 'built', THEN)
  for (const path of [...FILES, 'api', 'db/migrations', 'web/dist']) utimesSync(at(path), THEN, THEN)
  compiled(THEN + 60)
  mtimes('save')
})
afterEach(() => rmSync(place, { recursive: true }))

test('only changed files and folders of a new clone have a new time', () => {
  cloneAgain({ 'api/b.rs': 'changed', 'db/migrations/2.sql': 'added' })
  mtimes('restore')
  assert.deepEqual(
    ['api/a.rs', 'db/migrations/1.sql', 'web/src/app.ts', 'web/dist', 'web/dist/index.html'].map(mtime),
    Array(5).fill(THEN),
  )
  for (const path of ['api/b.rs', 'db/migrations/2.sql', 'db/migrations']) assert.ok(mtime(path) > THEN, path)
})

test('the web app is built again after a change of its sources', () => {
  for (const changes of [{ 'web/src/app.ts': 'changed' }, { 'web/src/new.ts': 'added' }]) {
    cloneAgain(changes)
    mtimes('restore')
    assert.ok(!existsSync(at('web/dist')))
  }
})

test('nothing is restored after a build that was not saved', () => {
  cloneAgain()
  compiled(Date.now() / 1000 + 60)
  mtimes('restore')
  assert.ok(mtime('api/a.rs') > THEN)
})

test('a file that was changed after the clone keeps its time', () => {
  cloneAgain()
  write(at('api/a.rs'), 'changed here')
  mtimes('restore')
  assert.ok(mtime('api/a.rs') > THEN)
})
