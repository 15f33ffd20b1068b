/** What tests of scripts/release share. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { ROOT } from '../suite/run.mjs'

/** The version of the workspace. */
export const VERSION = /^\[workspace\.package\]\nversion = "(.*)"$/m.exec(
  readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'),
)[1]

const folders = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** Returns a new folder, which is removed after the tests of the file. */
export function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'clipmeter-release-'))
  folders.push(folder)
  return folder
}

/** Runs a script of scripts/release as on a machine without settings of a forge; returns the trimmed output and the status. */
export function script(name, args, { root = ROOT, ...environment } = {}) {
  const { PATH, HOME } = process.env
  const { stdout, stderr, status } = spawnSync(join(root, 'scripts/release', name), args, {
    encoding: 'utf8',
    env: { PATH, HOME, RELEASE_DIR: '/nonexistent', ...environment },
  })
  return { stdout: stdout.trimEnd(), stderr, status }
}
