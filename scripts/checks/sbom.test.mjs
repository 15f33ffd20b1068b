import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksums, crates, document, packages } from '../release/sbom.mjs'

const LOCK = '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry"\nchecksum = "abc"\n'
const TREE = [
  'clipmeter-api v0.2.0 (/folder)|Apache-2.0',
  'a v1.0.0|MIT/Apache-2.0',
  '',
  'a v1.0.0|MIT/Apache-2.0 (*)',
  'b v2.0.0+c|',
].join('\n')

test('crates are listed once, with checksum and license, without those of this repository', () => {
  assert.deepEqual(
    crates(TREE, checksums(LOCK)).map(({ purl, hashes, licenses }) => [purl, hashes?.[0].content, licenses]),
    [
      ['pkg:cargo/a@1.0.0', 'abc', [{ expression: 'MIT OR Apache-2.0' }]],
      ['pkg:cargo/b@2.0.0+c', undefined, undefined],
    ],
  )
})

test('packages of the web app are listed without development tools, but with what the build copies', () => {
  const lock = {
    packages: {
      '': { version: '0.2.0' },
      'node_modules/@s/a': { version: '1.0.0', integrity: 'sha512-AAE=' },
      'node_modules/b': { version: '1.0.0', dev: true },
      'node_modules/b/node_modules/c': { version: '2.0.0' },
      'node_modules/d': { version: '1.0.0', dev: true },
    },
  }
  const found = packages(lock, ['d'])
  assert.deepEqual(
    found.map(({ purl }) => purl),
    ['pkg:npm/%40s/a@1.0.0', 'pkg:npm/c@2.0.0', 'pkg:npm/d@1.0.0'],
  )
  assert.deepEqual(found[0].hashes, [{ alg: 'SHA-512', content: '0001' }])
})

test('the document names the image and sorts its components', () => {
  const { metadata, components } = document('api', '1.2.3', [{ purl: 'b' }, { purl: 'a' }])
  assert.deepEqual([metadata.component.name, metadata.component.version], ['clipmeter-api', '1.2.3'])
  assert.deepEqual(components, [{ purl: 'a' }, { purl: 'b' }])
})

test('the document of the plugin describes a program', () => {
  const { component } = document('plugin', '1.2.3', []).metadata
  assert.deepEqual([component.type, component.name], ['application', 'kubectl-clipmeter'])
})
