/**
 * When steps begin. A step begins once those it needs have passed and there is a place for it; of those that may, the first of the list does.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {string} [folder] Where it runs, seen from the root of the project.
 * @property {string[]} [after] The steps it needs. Where one of them fails, so does this one.
 * @property {string} [turn] Of the steps that name the same, one runs at a time.
 * @property {boolean} [light] Leaves the cores to the others, as it waits most of the time or has a low priority. It needs no place.
 * @property {string[]} [in] The groups that it belongs to. What others need belongs to theirs.
 *
 * @typedef {{ passed: boolean, missing?: string }} Result `missing` is the failed step for want of which this one did not run.
 */

/**
 * The steps of some groups, and those of these names, with all that they need, in the order of the list.
 * @param {Step[]} steps
 * @param {string[]} groups
 */
export function select(steps, groups) {
  const byName = new Map(steps.map((step) => [step.name, step]))
  const wanted = new Set()
  const want = (name, by) => {
    const step = byName.get(name)
    if (step === undefined) throw new Error(`${by} needs ${name}, which is no step`)
    if (wanted.has(name)) return
    wanted.add(name)
    for (const needed of step.after ?? []) want(needed, name)
  }
  for (const group of groups) {
    const members = steps.filter((step) => step.in?.includes(group) || step.name === group)
    if (members.length === 0) throw new Error(`there is no group or step ${group}`)
    for (const { name } of members) want(name, group)
  }
  return steps.filter((step) => wanted.has(step.name))
}

/**
 * Runs all steps, whatever fails.
 * @param {Step[]} steps Each one needs only others of these.
 * @param {number} places How many run at once.
 * @param {(step: Step) => Promise<boolean>} run Whether it passed.
 * @returns {Promise<Map<string, Result>>}
 */
export function runAll(steps, places, run) {
  const results = new Map()
  const running = new Set()

  const failedBefore = ({ after = [] }) => after.find((name) => results.get(name)?.passed === false)
  const mayBegin = ({ after = [], turn, light }) =>
    after.every((name) => results.get(name)?.passed) &&
    ![...running].some((other) => turn !== undefined && other.turn === turn) &&
    (light || [...running].filter((other) => !other.light).length < places)

  return new Promise((resolve, reject) => {
    const look = () => {
      for (const step of steps) {
        if (results.has(step.name) || running.has(step)) continue
        const missing = failedBefore(step)
        if (missing !== undefined) {
          results.set(step.name, { passed: false, missing })
          // Others may have been waiting for this one.
          return look()
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
        look()
      }, reject)
    }
    look()
  })
}
