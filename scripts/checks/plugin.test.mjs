import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { script, temporary, VERSION } from './releaseScripts.mjs'
import { ROOT } from '../suite/run.mjs'

test('the manifest for krew has the checksum of each platform', () => {
  const settings = { RELEASE_DIR: temporary(), GITHUB_REPOSITORY: 'owner/clipmeter' }
  const folder = join(settings.RELEASE_DIR, 'plugin')
  assert.match(script('plugin', ['manifest'], settings).stderr, /has no archives/)
  mkdirSync(folder)
  const template = readFileSync(join(ROOT, 'kubectl-plugin/krew.yaml'), 'utf8')
  const archives = [...template.matchAll(/\/(kubectl-clipmeter-\w+-\w+\.tar\.gz)$/gm)].map(
    (match) => match[1],
  )
  assert.equal(archives.length, 4)
  const sums = archives.map((archive) => {
    writeFileSync(join(folder, archive), archive)
    return createHash('sha256').update(archive).digest('hex')
  })
  const { stderr, status } = script('plugin', ['manifest'], settings)
  assert.equal(status, 0, stderr)
  const manifest = readFileSync(join(folder, 'clipmeter.yaml'), 'utf8')
  const pairs = [...manifest.matchAll(/uri: (\S+)\n +sha256: (\S+)$/gm)].map((match) => match.slice(1))
  const base = `https://github.com/owner/clipmeter/releases/download/v${VERSION}`
  assert.deepEqual(
    pairs,
    archives.map((archive, index) => [`${base}/${archive}`, sums[index]]),
  )
  rmSync(join(folder, archives[0]))
  assert.match(script('plugin', ['manifest'], settings).stderr, /archive of a platform is missing/)
})
