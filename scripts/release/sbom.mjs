/**
 * sbom.mjs PROGRAM: prints the CycloneDX SBOM of an image or of the kubectl plugin: the crates that its programs are compiled from, the standard library, and the
 * packages of the web app inside. The same sources give the same output. Needs cargo, which may download crates, and compiles nothing.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** The crates of the programs of each image and of the plugin, and whether the web app is inside. */
const PROGRAMS = {
  clipmeter: { crates: ['clipmeter-standalone', 'clipmeter-scraper'], web: true },
  operator: { crates: ['clipmeter-operator'], web: false },
  api: { crates: ['clipmeter-api-server'], web: true },
  scraper: { crates: ['clipmeter-scraper-cluster'], web: false },
  simulator: { crates: ['clipmeter-simulator'], web: false },
  plugin: { crates: ['clipmeter-kubectl'], web: false },
}
const IMAGE_TARGETS = ['x86_64-unknown-linux-gnu', 'aarch64-unknown-linux-gnu']
const PLUGIN_TARGETS = [...IMAGE_TARGETS, 'x86_64-apple-darwin', 'aarch64-apple-darwin']
/** Packages that the build copies into the web app, although they are no dependencies of its code (web/scripts/pack.ts). */
const COPIED = ['swagger-ui-dist']

const read = (file) => readFileSync(join(ROOT, file), 'utf8')

/** Returns the SHA-256 of each crate in a lock file, by `NAME VERSION`. */
export function checksums(lock) {
  const found = new Map()
  for (const entry of lock.split('[[package]]').slice(1)) {
    const field = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(entry)?.[1]
    found.set(`${field('name')} ${field('version')}`, field('checksum'))
  }
  return found
}

/** Returns the crates in the output of `cargo tree --prefix none --format '{p}|{l}'`, without those of this repository. */
export function crates(tree, sums) {
  const found = new Map()
  for (const line of tree.split('\n')) {
    const match = /^(\S+) v(\S+)(?: \(proc-macro\))?\|(.*?)(?: \(\*\))?$/.exec(line)
    if (match === null) continue
    const [, name, version, license] = match
    const sum = sums.get(`${name} ${version}`)
    found.set(
      `${name} ${version}`,
      component(`pkg:cargo/${name}@${version}`, name, version, license, sum && ['SHA-256', sum]),
    )
  }
  return [...found.values()]
}

/** Returns the packages of an npm lock file that are part of the web app. */
export function packages(lock, copied = COPIED) {
  return Object.entries(lock.packages).flatMap(([path, { version, license, integrity, dev }]) => {
    const name = path.split('node_modules/').at(-1)
    if (name === '' || (dev && !copied.includes(name))) return []
    const [algorithm, hash] = integrity?.split('-') ?? []
    const hex = algorithm === 'sha512' && Buffer.from(hash, 'base64').toString('hex')
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return [component(purl, name, version, license, hex && ['SHA-512', hex])]
  })
}

/** Some crates separate licenses by a slash, which SPDX does not know. */
function component(purl, name, version, license, hash) {
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(hash && { hashes: [{ alg: hash[0], content: hash[1] }] }),
    ...(license && { licenses: [{ expression: license.replaceAll(/\s*\/\s*/g, ' OR ') }] }),
    purl,
  }
}

/** Returns what the document describes. */
function described(program) {
  if (program === 'plugin') return { type: 'application', 'bom-ref': 'program', name: 'kubectl-clipmeter' }
  const name = program === 'clipmeter' ? program : `clipmeter-${program}`
  return { type: 'container', 'bom-ref': 'image', name }
}

/** Returns the CycloneDX document. */
export function document(program, version, components) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        ...described(program),
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: components.toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
}

function main(program) {
  const parts = PROGRAMS[program]
  if (parts === undefined)
    throw new Error(`Unknown program: ${program} (one of ${Object.keys(PROGRAMS).join(' ')})`)
  const tree = execFileSync(
    'cargo',
    [
      'tree',
      '--locked',
      ...parts.crates.flatMap((name) => ['--package', name]),
      ...(program === 'plugin' ? PLUGIN_TARGETS : IMAGE_TARGETS).flatMap((target) => ['--target', target]),
      '--edges=normal,no-proc-macro',
      '--prefix=none',
      '--format={p}|{l}',
    ],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const version = /^\[workspace\.package\]\nversion = "(.*)"$/m.exec(read('Cargo.toml'))[1]
  const rust = /^channel = "(.*)"$/m.exec(read('rust-toolchain.toml'))[1]
  const components = [
    ...crates(tree, checksums(read('Cargo.lock'))),
    component(`pkg:generic/rust-std@${rust}`, 'rust-std', rust, 'MIT OR Apache-2.0'),
    ...(parts.web ? packages(JSON.parse(read('web/package-lock.json'))) : []),
  ]
  process.stdout.write(`${JSON.stringify(document(program, version, components), null, 2)}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2])
