/**
 * mtimes.mjs restore|save FOLDER TARGET: keeps the modification times of unchanged sources from one clone to the next, and the built web
 * app if none of its sources has changed. Cargo compares times, so it would compile every crate of a new clone again. FOLDER stores
 * what was saved, TARGET is cargo's build folder. Nothing is restored after a build that was not followed by `save`: another checkout
 * may have made it.
 */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const WEB = 'web'
const DIST = 'web/dist'

const [action, folder, target] = process.argv.slice(2)
const saved = join(folder, 'sources.json')
const savedDist = join(folder, 'dist')
if (action === 'restore') restore()
else if (action === 'save') save()
else throw new Error(`${action}: name restore or save`)

function restore() {
  if (!existsSync(saved)) return
  const { at, mtimes } = JSON.parse(readFileSync(saved, 'utf8'))
  if (lastBuild() > at) {
    console.log('The last build was not of these sources: everything is compiled again')
    return
  }
  const now = contents()
  const isSame = (path) => mtimes[path]?.content === now[path]
  for (const path of Object.keys(now).filter(isSame)) utimesSync(path, mtimes[path].mtime, mtimes[path].mtime)
  const ofWeb = Object.keys({ ...mtimes, ...now }).filter(
    (path) => path === WEB || path.startsWith(`${WEB}/`),
  )
  if (ofWeb.every(isSame) && existsSync(savedDist)) copy(savedDist, DIST)
}

function save() {
  const mtimes = {}
  for (const [path, content] of Object.entries(contents())) {
    mtimes[path] = { content, mtime: statSync(path).mtimeMs / 1000 }
  }
  mkdirSync(folder, { recursive: true })
  if (existsSync(join(DIST, 'index.html'))) copy(DIST, savedDist)
  writeFileSync(saved, JSON.stringify({ at: Date.now(), mtimes }))
}

/** What each committed file and its folder contains; without files that were changed since. */
function contents() {
  const changed = new Set(git('diff', '--name-only', '-z'))
  const found = {}
  for (const line of git('ls-files', '--stage', '-z')) {
    const [meta, path] = line.split('\t')
    const [mode, hash] = meta.split(' ')
    if (changed.has(path) || mode === '120000') continue
    found[path] = hash
    // Build scripts declare whole folders, whose own times change with an added or removed file.
    const parent = dirname(path)
    if (parent !== '.') found[parent] = `${found[parent] ?? ''}${path} ${hash}\n`
  }
  return found
}

function git(...args) {
  const output = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  return output.split('\0').filter(Boolean)
}

/** When cargo last compiled something, ms since 1970; 0: never. */
function lastBuild() {
  const fingerprints = join(target, 'debug', '.fingerprint')
  if (!existsSync(fingerprints)) return 0
  const stamps = readdirSync(fingerprints).map((unit) => join(fingerprints, unit, 'invoked.timestamp'))
  return Math.max(0, ...stamps.filter((stamp) => existsSync(stamp)).map((stamp) => statSync(stamp).mtimeMs))
}

/** Copies a folder with all times; `cpSync` keeps only those of files. */
function copy(from, to) {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}
