/** The npm packages, checked as `cargo deny` checks crates: sources, hashes, licenses and programs that run at installation. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../suite/run.mjs'

/** Licenses of packages that are part of the web app: no obligation except attribution, as in deny.toml. */
const SHIPPED = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']
/** Licenses of tools, which are not distributed. */
const OF_TOOLS = [...SHIPPED, 'MPL-2.0', 'Python-2.0']
/** Packages that run a program when they are installed: Node itself, and a counter of downloads that package.json switches off. */
const RUN_AT_INSTALLATION = ['@scarf/scarf', 'node']

/** What is wrong with the packages of a lock file. */
function errors(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    if (path === '') return []
    const name = path.split('node_modules/').at(-1)
    const permitted = entry.dev ? OF_TOOLS : SHIPPED
    const choices = (entry.license ?? 'none').replaceAll(/[()]/g, '').split(' OR ')
    return [
      !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? '') && 'has no SHA-512',
      entry.link && 'is a link',
      /^(git|file|http:)/.test(entry.resolved ?? '') && `comes from ${entry.resolved}`,
      !choices.some((license) => permitted.includes(license)) && `has the license ${entry.license}`,
      entry.hasInstallScript && !RUN_AT_INSTALLATION.includes(name) && 'runs a program when it is installed',
    ]
      .filter(Boolean)
      .map((error) => `${name} ${error}`)
  })
}

/** The versions that package.json states: exact ones, so that no other version is installed unseen. */
function inexact(manifest) {
  const stated = { ...manifest.dependencies, ...manifest.devDependencies }
  return Object.entries(stated)
    .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    .map(([name, version]) => `${name} ${version}`)
}

const SOUND = { integrity: `sha512-${'A'.repeat(86)}==`, license: 'MIT' }
const CASES = [
  ['a sound package', SOUND, []],
  ['a package without a hash', { ...SOUND, integrity: undefined }, ['a has no SHA-512']],
  ['a package with a weak hash', { ...SOUND, integrity: 'sha1-AAAA' }, ['a has no SHA-512']],
  ['a package from Git', { ...SOUND, resolved: 'git+ssh://a/b' }, ['a comes from git+ssh://a/b']],
  ['a copyleft package', { ...SOUND, license: 'MPL-2.0' }, ['a has the license MPL-2.0']],
  ['a package with a choice of licenses', { ...SOUND, license: '(MPL-2.0 OR MIT)' }, []],
  ['a package without a license', { ...SOUND, license: undefined }, ['a has the license undefined']],
  ['a copyleft tool', { ...SOUND, license: 'MPL-2.0', dev: true }, []],
  [
    'a package with a program',
    { ...SOUND, hasInstallScript: true },
    ['a runs a program when it is installed'],
  ],
]
for (const [what, entry, expected] of CASES)
  test(`packages: ${what} has ${expected.length} errors`, () => {
    assert.deepEqual(errors({ packages: { '': {}, 'node_modules/a': entry } }), expected)
  })

test('versions are exact', () => {
  assert.deepEqual(inexact({ dependencies: { a: '1.2.3', b: '^1.2.3' }, devDependencies: { c: '*' } }), [
    'b ^1.2.3',
    'c *',
  ])
})

/** The contents of a JSON file of the repository. */
function read(name) {
  return JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
}

test('every npm package has an exact version, a hash, a permitted license and no program of its own', () => {
  const list = execFileSync('git', ['ls-files', '--', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' })
  const files = list.trim().split('\n')
  assert.ok(files.length >= 2)
  for (const file of files) {
    assert.deepEqual(errors(read(file)), [], file)
    assert.deepEqual(inexact(read(file.replace('-lock', ''))), [], file)
  }
})
