import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './run.mjs'

/** Runs a test with a committed clone, and a folder for the checkout. */
function withClone(run) {
  const folder = mkdtempSync(join(tmpdir(), 'clipmeter-checkout-'))
  try {
    const clone = join(folder, 'work', 'clone')
    mkdirSync(join(clone, 'scripts', 'suite'), { recursive: true })
    mkdirSync(join(folder, 'work', 'shared'))
    cpSync(join(ROOT, 'scripts/suite/checkout'), join(clone, 'scripts/suite/checkout'))
    writeFileSync(join(clone, '.gitignore'), '/built\n')
    writeFileSync(join(clone, 'same'), '1')
    writeFileSync(join(clone, 'changed'), '1')
    writeFileSync(join(clone, 'deleted'), '1')
    execFileSync('git', ['init', '--quiet', clone])
    commit(clone)
    run(clone, join(folder, 'cache', 'checkout'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function commit(clone) {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false']
  execFileSync('git', ['-C', clone, 'add', '--all'])
  execFileSync('git', ['-C', clone, ...author, 'commit', '--quiet', '--message', 'Change'])
}

function checkOut(clone, folder) {
  return execFileSync(join(clone, 'scripts/suite/checkout'), [folder], { encoding: 'utf8' })
}

test('only changed files have new times, and build products stay', () =>
  withClone((clone, folder) => {
    checkOut(clone, folder)
    // Only touched, as by a build.
    const before = 1_700_000_000_000
    utimesSync(join(folder, 'same'), before / 1000, before / 1000)
    writeFileSync(join(folder, 'built'), '1')
    writeFileSync(join(folder, 'left'), '1')
    writeFileSync(join(clone, 'changed'), '2')
    rmSync(join(clone, 'deleted'))
    commit(clone)
    assert.equal(checkOut(clone, folder), '')
    assert.equal(statSync(join(folder, 'same')).mtimeMs, before)
    assert.equal(readFileSync(join(folder, 'changed'), 'utf8'), '2')
    assert.ok(!existsSync(join(folder, 'deleted')))
    assert.ok(!existsSync(join(folder, 'left')))
    assert.ok(existsSync(join(folder, 'built')))
    assert.ok(existsSync(join(folder, '..', 'shared')))
  }))

test('files that a run has changed are restored', () =>
  withClone((clone, folder) => {
    checkOut(clone, folder)
    writeFileSync(join(folder, 'same'), '2')
    checkOut(clone, folder)
    assert.equal(readFileSync(join(folder, 'same'), 'utf8'), '1')
  }))

test('a checkout that a killed run has left locked is made again', () =>
  withClone((clone, folder) => {
    checkOut(clone, folder)
    writeFileSync(join(folder, '.git', 'index.lock'), '')
    checkOut(clone, folder)
    assert.equal(readFileSync(join(folder, 'same'), 'utf8'), '1')
    assert.ok(!existsSync(join(folder, '.git', 'index.lock')))
  }))

test('a change that is not committed is named', () =>
  withClone((clone, folder) => {
    writeFileSync(join(clone, 'same'), '2')
    assert.match(checkOut(clone, folder), /not committed/)
    assert.equal(readFileSync(join(folder, 'same'), 'utf8'), '1')
  }))
