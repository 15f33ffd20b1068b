import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { script, temporary, VERSION } from './releaseScripts.mjs'
import { ROOT } from '../suite/run.mjs'

const DIGEST = `sha256:${'5'.repeat(64)}`

/** Copies the files with the version, and replaces the first match in one of them. */
function changedCopy(file, before, now) {
  const root = temporary()
  const paths = [
    'Cargo.toml',
    'CHANGELOG.md',
    'compose.yaml',
    'charts',
    'docs/operator',
    'scripts/release',
    'api/openapi.json',
  ]
  for (const folder of ['web', 'testing/e2e'])
    paths.push(`${folder}/package.json`, `${folder}/package-lock.json`)
  for (const path of paths) cpSync(join(ROOT, path), join(root, path), { recursive: true })
  if (file === undefined) return root
  const text = readFileSync(join(root, file), 'utf8')
  assert.match(text, before)
  writeFileSync(join(root, file), text.replace(before, now))
  return root
}

test('all files name the same version', () => {
  assert.deepEqual(script('version', []), { stdout: VERSION, stderr: '', status: 0 })
})

const OTHER = [
  ['charts/clipmeter/Chart.yaml', /^version: .*/m, 'version: 9.9.9', 'version is 9.9.9'],
  ['charts/clipmeter-crds/Chart.yaml', /^appVersion: .*/m, 'appVersion: 9.9.9', 'appVersion is 9.9.9'],
  ['web/package.json', /"version": ".*"/, '"version": "9.9.9"', 'version is 9.9.9'],
  ['web/package-lock.json', /"version": ".*"/, '"version": "9.9.9"', 'version is 9.9.9'],
  ['testing/e2e/package.json', /"version": ".*"/, '"version": "9.9.9"', 'version is 9.9.9'],
  ['api/openapi.json', /"version": ".*"/, '"version": "9.9.9"', 'version is 9.9.9'],
  ['compose.yaml', /:-clipmeter:[^}]*/, ':-clipmeter:9.9.9', "the image's tag is 9.9.9"],
  ['compose.yaml', /:-clipmeter:[^}]*/, ':-clipmeter', "the image's tag is missing"],
  ['docs/operator/operations.md', /`clipmeter:[^`]*`/, '`clipmeter:9.9.9`', 'CLIPMETER_IMAGE is 9.9.9'],
  ['docs/operator/install.md', /\$program:\d\S*/, '$$program:9.9.9', 'a version is 9.9.9'],
  ['CHANGELOG.md', /^## \[\d[^\]]*\]/m, '## [9.9.9]', 'the newest entry is 9.9.9'],
]
for (const [file, before, now, message] of OTHER)
  test(`version: ${file} with ${now} is reported`, () => {
    const { stderr, status } = script('version', [], { root: changedCopy(file, before, now) })
    assert.equal(status, 1)
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
    assert.ok(stderr.startsWith(`${file}: `) && stderr.includes(message), stderr)
  })

test('a tag needs the version and the date of the release', () => {
  const heading = `## [${VERSION}]`
  const entry = new RegExp(`^## \\[${VERSION.replaceAll('.', '\\.')}\\].*$`, 'm')
  const dated = changedCopy('CHANGELOG.md', entry, `${heading} - 2026-12-01`)
  assert.equal(script('version', [`v${VERSION}`], { root: dated }).status, 0)
  assert.match(
    script('version', ['v9.9.9'], { root: dated }).stderr,
    /^The tag is v9\.9\.9, but the version is /,
  )
  const open = changedCopy('CHANGELOG.md', entry, `${heading} - Unreleased`)
  assert.equal(script('version', [], { root: open }).status, 0)
  assert.match(script('version', [`v${VERSION}`], { root: open }).stderr, /needs the date of the release/)
})

test('an entry for the version after the next is not the newest version', () => {
  const root = changedCopy('CHANGELOG.md', /^## /m, '## [Unreleased]\n\n- Something.\n\n## ')
  assert.equal(script('version', [], { root }).status, 0)
})

test('notes are the entry of one version, with links to the repository', () => {
  const root = changedCopy()
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    '# Changelog\n\n## [0.3.0] - Unreleased\n\n- New.\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- [A page](docs/dev/style.md#style).\n\n## [0.1.0]\n\n- Old.\n\n[0.2.0]: https://example.com\n',
  )
  assert.equal(
    script('notes', ['0.2.0'], { root }).stdout,
    '### Added\n\n- [A page](docs/dev/style.md#style).',
  )
  assert.equal(script('notes', ['0.1.0'], { root }).stdout, '- Old.')
  assert.match(
    script('notes', ['0.2.0'], { root, GITHUB_REPOSITORY: 'o/c' }).stdout,
    /\[A page\]\(https:\/\/github\.com\/o\/c\/blob\/v0\.2\.0\/docs\/dev\/style\.md#style\)/,
  )
  assert.match(script('notes', ['0.0.9'], { root }).stderr, /no entry for 0\.0\.9/)
})

test('a dry run prints the commands and runs none', () => {
  const settings = {
    DRY_RUN: '1',
    GITHUB_REPOSITORY: 'Owner/clipmeter',
    GITHUB_REPOSITORY_OWNER: 'Owner',
    RELEASE_DIR: temporary(),
  }
  const build = script('images', ['build', 'arm64'], settings)
  assert.equal(build.status, 0, build.stderr)
  const stages = [...build.stdout.matchAll(/--platform linux\/arm64 --target (\w+) /g)].map(
    (match) => match[1],
  )
  assert.deepEqual(stages, ['clipmeter', 'operator', 'api', 'scraper', 'simulator'])
  assert.match(build.stdout, /name=ghcr\.io\/owner\/clipmeter-api\\,push-by-digest=true/)
  const publish = script('images', ['publish', 'clipmeter'], settings)
  assert.match(publish.stdout, new RegExp(`imagetools create --tag ghcr\\.io/owner/clipmeter:${VERSION} `))
  assert.match(publish.stdout, /^cosign attest --yes --type cyclonedx /m)
  const chart = script('charts', ['publish', 'clipmeter'], settings)
  assert.match(chart.stdout, /^helm push .*\.tgz oci:\/\/ghcr\.io\/owner\/charts$/m)
  assert.match(
    script('github', [], settings).stdout,
    new RegExp(`^gh release create v${VERSION} --verify-tag `),
  )
  assert.equal(script('verify', [], settings).stdout.match(/^cosign verify /gm).length, 7)
  const plugin = script('plugin', ['build', 'darwin', 'arm64'], settings)
  assert.match(
    plugin.stdout,
    /^cargo build --locked --release --target aarch64-apple-darwin -p clipmeter-kubectl /m,
  )
  assert.match(plugin.stdout, /^tar -czf \S+\/plugin\/kubectl-clipmeter-darwin-arm64\.tar\.gz /m)
})

test('names come from settings, and unknown ones are rejected', () => {
  const settings = {
    DRY_RUN: '1',
    REGISTRY: 'registry.example.com/Team',
    IMAGE_PREFIX: 'meter',
    RELEASE_DIR: temporary(),
  }
  assert.match(
    script('images', ['publish', 'api'], settings).stdout,
    /registry\.example\.com\/team\/meter-api@/,
  )
  assert.match(
    script('images', ['build', 'amd64'], { ...settings, PUSH: 'false' }).stdout,
    /--output type=cacheonly /,
  )
  assert.match(script('images', ['publish', 'bench'], settings).stderr, /Unknown program: bench/)
  for (const [name, ...args] of [
    ['images', 'build', 'amd64'],
    ['charts', 'publish', 'clipmeter'],
    ['verify'],
  ])
    assert.equal(script(name, args, { DRY_RUN: '1' }).status, 1, name)
  assert.match(script('images', ['build', 'mips'], settings).stderr, /Unknown architecture: mips/)
  assert.match(script('charts', ['publish', 'other'], settings).stderr, /Unknown chart: other/)
  assert.match(script('plugin', ['build', 'linux', 'mips'], settings).stderr, /Unknown platform: linux mips/)
  assert.match(
    script('images', ['bases'], { ...settings, RUST_IMAGE: `rust@${DIGEST}` }).stdout,
    new RegExp(`^rust_image=rust@${DIGEST}$`, 'm'),
  )
})

/** Programs that log their arguments, and answer with digests as the real ones do. */
const STUBS = {
  docker: `[[ -z "$FAIL" || "$*" != *"$FAIL"* ]] || exit 1
  case "$*" in
    "buildx build"*) [[ "$*" =~ --metadata-file\\ ([^ ]+) ]] && printf '{\\n  "containerimage.digest": "${DIGEST}"\\n}\\n' >"\${BASH_REMATCH[1]}" ;;
    *Manifest.Digest*) echo "${DIGEST}" ;;
  esac`,
  helm: `echo "Pushed: x"; echo "Digest: ${DIGEST}"`,
  cosign: ':',
  gh: 'cp "$8" "$LOG.notes"',
}

test('a release with programs that stand in for the real ones passes digests from step to step', () => {
  const folder = temporary()
  const log = join(folder, 'log')
  mkdirSync(join(folder, 'bin'))
  for (const [name, body] of Object.entries(STUBS))
    writeFileSync(join(folder, 'bin', name), `#!/usr/bin/env bash\necho "${name} $*" >>"$LOG"\n${body}\n`, {
      mode: 0o755,
    })
  const settings = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    LOG: log,
    RELEASE_DIR: join(folder, 'release'),
    GITHUB_REPOSITORY: 'owner/clipmeter',
    GITHUB_REPOSITORY_OWNER: 'owner',
    GITHUB_OUTPUT: join(folder, 'outputs'),
  }
  const ran = (name, ...args) => {
    const { status, stderr } = script(name, args, settings)
    assert.equal(status, 0, `${name} ${args}: ${stderr}`)
  }
  ran('images', 'bases')
  assert.equal(script('images', ['bases'], { ...settings, FAIL: 'inspect' }).status, 1)
  assert.match(script('images', ['publish', 'api'], settings).stderr, /digests\/api-amd64 does not exist/)
  ran('images', 'build', 'amd64')
  ran('images', 'build', 'arm64')
  assert.match(script('images', ['publish', 'api'], settings).stderr, /sbom\/api\.cdx\.json does not exist/)
  mkdirSync(join(folder, 'release/sbom'))
  writeFileSync(join(folder, 'release/sbom/api.cdx.json'), '{}')
  ran('images', 'publish', 'api')
  mkdirSync(join(folder, 'release/charts'))
  writeFileSync(join(folder, `release/charts/clipmeter-${VERSION}.tgz`), '')
  ran('charts', 'publish', 'clipmeter')
  ran('verify')
  ran('github')

  const image = 'ghcr.io/owner/clipmeter-api'
  const commands = readFileSync(log, 'utf8')
  assert.ok(
    commands.includes(`imagetools create --tag ${image}:${VERSION} ${image}@${DIGEST} ${image}@${DIGEST}\n`),
  )
  assert.ok(commands.includes(`cosign sign --yes ${image}@${DIGEST}\n`))
  assert.ok(commands.includes(`cosign sign --yes ghcr.io/owner/charts/clipmeter@${DIGEST}\n`))
  assert.match(commands, /gh release create .*\.tgz .*api\.cdx\.json .*checksums\.txt\n/)
  const outputs = readFileSync(settings.GITHUB_OUTPUT, 'utf8')
  assert.match(outputs, new RegExp(`^rust_image=docker\\.io/library/rust:\\S+@${DIGEST}$`, 'm'))
  assert.ok(outputs.includes(`name=${image}\ndigest=${DIGEST}\n`))
  const notes = readFileSync(`${log}.notes`, 'utf8')
  assert.ok(notes.includes(`- \`${image}:${VERSION}@${DIGEST}\`\n`), notes)
  assert.ok(notes.includes(`- \`ghcr.io/owner/charts/clipmeter:${VERSION}@${DIGEST}\`\n`), notes)
  assert.equal(
    readFileSync(join(folder, 'release/checksums.txt'), 'utf8').match(/^[0-9a-f]{64} {2}[^/\n]+$/gm).length,
    2,
  )
})
