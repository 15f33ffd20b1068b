import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAll, select } from './schedule.mjs'

/** Runs steps that last until all others that can start have started; returns their order and the maximum number at once. */
async function observe(steps, places, failing = []) {
  const order = []
  let now = 0
  let most = 0
  const results = await runAll(steps, places, async (step) => {
    order.push(step.name)
    if (!step.light) most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, step.lasts ?? 1))
    if (!step.light) now--
    return !failing.includes(step.name)
  })
  return { order, most, results: Object.fromEntries(results) }
}

test('a step starts when the steps it needs have passed, in the order of the list', async () => {
  const { order } = await observe(
    [
      { name: 'tests', after: ['build'] },
      { name: 'build', after: ['web'] },
      { name: 'web' },
      { name: 'lint' },
    ],
    1,
  )
  assert.deepEqual(order, ['web', 'build', 'tests', 'lint'])
})

test('no more steps run at once than there are places', async () => {
  const { order, most } = await observe(
    ['a', 'b', 'c', 'd'].map((name) => ({ name })),
    2,
  )
  assert.equal(most, 2)
  assert.equal(order.length, 4)
})

test('a light step needs no place', async () => {
  const { order } = await observe(
    [{ name: 'slow', lasts: 20 }, { name: 'tools', light: true }, { name: 'last' }],
    1,
  )
  assert.deepEqual(order, ['slow', 'tools', 'last'])
})

test('steps with a common lock never run at once, and leave their place to others', async () => {
  const steps = [
    { name: 'a', locks: ['load'], lasts: 10 },
    { name: 'b', locks: ['load', 'network'], lasts: 10 },
    { name: 'c', locks: ['network'] },
    { name: 'web' },
  ]
  const { order } = await observe(steps, 2)
  assert.deepEqual(order, ['a', 'c', 'web', 'b'])
})

test('steps that need a failed step fail without running, and others run', async () => {
  const { order, results } = await observe(
    [
      { name: 'build' },
      { name: 'tests', after: ['build'] },
      { name: 'report', after: ['tests'] },
      { name: 'web' },
    ],
    1,
    ['build'],
  )
  assert.deepEqual(order, ['build', 'web'])
  assert.deepEqual(results, {
    build: { passed: false },
    tests: { passed: false, missing: 'build' },
    report: { passed: false, missing: 'tests' },
    web: { passed: true },
  })
})

test('steps that wait for each other cause an error', async () => {
  const circle = [
    { name: 'a', after: ['b'] },
    { name: 'b', after: ['a'] },
  ]
  await assert.rejects(observe(circle, 1), /wait for each other/)
})

test('a group includes the steps that its steps need, in the order of the list', () => {
  const steps = [
    { name: 'web' },
    { name: 'lint', in: ['check'] },
    { name: 'build', after: ['web'] },
    { name: 'tests', in: ['test'], after: ['build'] },
  ]
  assert.deepEqual(
    select(steps, ['test']).map(({ name }) => name),
    ['web', 'build', 'tests'],
  )
  assert.deepEqual(
    select(steps, ['build', 'check']).map(({ name }) => name),
    ['web', 'lint', 'build'],
  )
  assert.throws(() => select(steps, ['tset']), /no group or step tset/)
  assert.throws(() => select([{ name: 'a', in: ['test'], after: ['b'] }], ['test']), /a needs b/)
})
