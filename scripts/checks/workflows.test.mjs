import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../suite/run.mjs'

const FOLDER = join(ROOT, '.github/workflows')
const workflows = readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')])

/** Why the reference to an action may change unnoticed; undefined if it is in this repository or pinned. */
function unpinned(line) {
  const [, reference, comment] = /uses: (\S+)(.*)$/.exec(line)
  if (reference.startsWith('./')) return undefined
  if (!/@[0-9a-f]{40}$/.test(reference)) return `${reference} is not pinned by a commit`
  return /^ # v\d+\.\d+\.\d+$/.test(comment) ? undefined : `${reference} has no version`
}

/** The text of each job, by name. */
function jobs(workflow) {
  const text = workflow.slice(workflow.indexOf('\njobs:\n'))
  return text.split(/^(?= {2}\w+:$)/m).slice(1)
}

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const CASES = [
  ['a commit with its version', `- uses: a/b@${COMMIT} # v1.2.3`, true],
  ['a commit without its version', `- uses: a/b@${COMMIT}`, false],
  ['a tag', '- uses: a/b@v1', false],
  ['a branch', '- uses: a/b@main # v1.2.3', false],
  ['a workflow of this repository', 'uses: ./.github/workflows/ci.yml', true],
]
for (const [what, line, correct] of CASES)
  test(`actions: ${what} is ${correct ? 'accepted' : 'reported'}`, () => {
    assert.equal(unpinned(line) === undefined, correct)
  })

test('all actions are pinned, each to one commit', () => {
  const lines = workflows.flatMap(([, text]) => text.split('\n').filter((line) => line.includes('uses: ')))
  assert.ok(lines.length > 10)
  assert.deepEqual(lines.map(unpinned).filter(Boolean), [])
  const commits = new Map()
  for (const line of lines) {
    const [, action, commit] = /uses: ([^@\s]+)@?(\S*)/.exec(line)
    assert.equal(commits.get(action) ?? commit, commit, action)
    commits.set(action, commit)
  }
})

test('each job has a time limit and its own permissions, and workflows have none', () => {
  for (const [file, text] of workflows) {
    assert.match(text, /^permissions: \{\}$/m, file)
    for (const job of jobs(text)) {
      assert.match(job, /^ {4}permissions:$/m, job)
      assert.ok(/^ {4}timeout-minutes: \d+$/m.test(job) || /^ {4}uses: /m.test(job), job)
    }
  }
})

test('only jobs that sign may request an identity, and only one job may write to the repository', () => {
  const release = jobs(workflows.find(([file]) => file === 'release.yml')[1])
  const having = (text) => release.filter((job) => job.includes(text)).map((job) => job.split(':')[0].trim())
  assert.deepEqual(having('id-token: write'), ['images', 'plugin', 'charts'])
  assert.deepEqual(having('contents: write'), ['release'])
  assert.deepEqual(having('packages: write'), ['build', 'images', 'charts'])
})

test('no checkout keeps its credentials, and no expression is inside of a script', () => {
  for (const [file, text] of workflows) {
    const count = (pattern) => (text.match(pattern) ?? []).length
    assert.equal(count(/actions\/checkout@/g), count(/persist-credentials: false/g), file)
    // Their text would become part of the script.
    assert.doesNotMatch(text, /run: .*\$\{\{/, file)
  }
})
