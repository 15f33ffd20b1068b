import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('main.mjs', import.meta.url))

/** Writes steps that are shell commands to a file, and returns the arguments that run them. */
function argumentsFor(folder, commands) {
  const file = join(folder, 'steps.mjs')
  const steps = commands.map(([name, command, after]) => ({
    name,
    command: ['bash', '-c', command],
    after,
    in: ['test'],
  }))
  writeFileSync(file, `export const steps = ${JSON.stringify(steps)}`)
  return [MAIN, '--steps', file, 'test']
}

/** Runs steps that are shell commands; returns the output and the status. */
function runSteps(commands) {
  const folder = mkdtempSync(join(tmpdir(), 'clipmeter-suite-'))
  const { stdout, status } = spawnSync(process.execPath, argumentsFor(folder, commands), {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  return { output: stdout, last: stdout.trimEnd().split('\n').at(-1), status }
}

const rust = (passed, failed) => `echo "test result: ok. ${passed} passed; ${failed} failed; 0 ignored"`

test('the last line counts the tests of all steps', () => {
  const { output, last, status } = runSteps([
    ['rust', `echo "test a::b ... ok <1.500s>"; ${rust(5, 0)}`],
    ['cluster', 'echo "ok     the node is ready (3 s)"; echo "test result: 7 passed, 0 failed"'],
  ])
  assert.equal(last, '12 passed, 0 failed')
  assert.equal(status, 0)
  assert.match(
    output,
    /the 2 slowest tests\n +3\.0 s {2}cluster: the node is ready\n +1\.5 s {2}rust: a::b\n/,
  )
})

test('a failed step is shown again at the end, does not stop others, and counts as at least one failure', () => {
  const { output, last, status } = runSteps([
    ['build', 'echo "error: it does not build"; exit 1'],
    ['browser', rust(9, 0), ['build']],
    ['rust', `${rust(3, 2)}; exit 1`],
    ['web', rust(4, 0)],
  ])
  assert.equal(last, '7 passed, 4 failed')
  assert.equal(status, 1)
  assert.match(output, /what failed in build\nerror: it does not build\n/)
  assert.match(output, /browser did not run because a step it needs failed: build\n/)
  assert.match(output, /Failed steps: \[build\] \[browser\] \[rust\]\n/)
})

test('steps that succeed without any test count as a failure', () => {
  assert.deepEqual(
    [runSteps([['nothing', 'true']])].map(({ last, status }) => [last, status]),
    [['0 passed, 0 failed', 1]],
  )
})

test('a second signal does not prevent a step from removing what it started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipmeter-suite-'))
  const [started, removed] = ['started', 'removed'].map((name) => join(folder, name))
  // bash runs the trap once `wait` returns, which the signal causes.
  const command = `trap 'sleep 1; touch ${removed}; exit' TERM; touch ${started}; sleep 60 & wait`
  const runner = spawn(process.execPath, argumentsFor(folder, [['cluster', command]]), { stdio: 'ignore' })
  const ended = once(runner, 'exit')
  while (!existsSync(started)) await new Promise((resolve) => setTimeout(resolve, 20))
  runner.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 100))
  runner.kill('SIGTERM')
  const [status] = await ended
  assert.equal(status, 1)
  assert.ok(existsSync(removed), readdirSync(folder).join(' '))
  rmSync(folder, { recursive: true })
})
