/**
 * Schedules steps. A step starts when the steps it needs have passed and a place is free; the first such step of the list goes first.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {string} [folder] The working directory, relative to the project's root.
 * @property {string[]} [after] The steps it needs. It fails if one of them fails.
 * @property {string[]} [locks] Steps with a common lock do not run at the same time.
 * @property {boolean} [light] Uses few cores or has a low priority. It needs no place.
 * @property {string[]} [in] The groups it belongs to, in addition to those of the steps that need it.
 *
 * @typedef {{ passed: boolean, missing?: string }} Result `missing` names the failed step because of which this one did not run.
 */

/**
 * Returns the steps of these groups or names and all steps they need, in the order of the list.
 * @param {Step[]} steps
 * @param {string[]} groups
 */
export function select(steps, groups) {
  const byName = new Map(steps.map((step) => [step.name, step]))
  const selected = new Set()
  const include = (name, by) => {
    const step = byName.get(name)
    if (step === undefined) throw new Error(`${by} needs ${name}, which is no step`)
    if (selected.has(name)) return
    selected.add(name)
    for (const needed of step.after ?? []) include(needed, name)
  }
  for (const group of groups) {
    const members = steps.filter((step) => step.in?.includes(group) || step.name === group)
    if (members.length === 0) throw new Error(`there is no group or step ${group}`)
    for (const { name } of members) include(name, group)
  }
  return steps.filter((step) => selected.has(step.name))
}

/**
 * Runs all steps, also after a failure.
 * @param {Step[]} steps They must not need steps outside of the list.
 * @param {number} places The number of steps that run at the same time.
 * @param {(step: Step) => Promise<boolean>} run Returns whether the step passed.
 * @returns {Promise<Map<string, Result>>}
 */
export function runAll(steps, places, run) {
  const results = new Map()
  const running = new Set()

  const failedBefore = ({ after = [] }) => after.find((name) => results.get(name)?.passed === false)
  const mayBegin = ({ after = [], locks = [], light }) =>
    after.every((name) => results.get(name)?.passed) &&
    ![...running].some((other) => locks.some((lock) => other.locks?.includes(lock))) &&
    (light || [...running].filter((other) => !other.light).length < places)

  return new Promise((resolve, reject) => {
    const advance = () => {
      for (const step of steps) {
        if (results.has(step.name) || running.has(step)) continue
        const missing = failedBefore(step)
        if (missing !== undefined) {
          results.set(step.name, { passed: false, missing })
          // Other steps may need this one.
          return advance()
        }
        if (mayBegin(step)) begin(step)
      }
      if (running.size > 0) return undefined
      if (results.size < steps.length) return reject(new Error('steps wait for each other'))
      return resolve(results)
    }
    const begin = (step) => {
      running.add(step)
      run(step).then((passed) => {
        running.delete(step)
        results.set(step.name, { passed })
        advance()
      }, reject)
    }
    advance()
  })
}
