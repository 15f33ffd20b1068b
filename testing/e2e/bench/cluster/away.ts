import { kubectl } from '../../kubernetes/support/kubectl.ts'
import { NAMESPACE, RELEASE } from '../../kubernetes/support/install.ts'
import { pods } from '../../kubernetes/support/faults.ts'
import { delays, dueTimes } from './delays.ts'
import { requireEnv, note, pause, say, until } from './place.ts'
import { beginSpan } from './span.ts'

/** Stops the operator for `AWAY_MINUTES` and restarts it, when all accounts that became due meanwhile are due at once. */
const minutes = Number(requireEnv('AWAY_MINUTES'))
/** Infrequent, because each check lists all Jobs and runs. */
const POLL_INTERVAL_MS = 10_000
const scale = (replicas: number) =>
  kubectl('scale', 'deployment', `${RELEASE}-operator`, '--namespace', NAMESPACE, `--replicas=${replicas}`)

const due = await dueTimes()
await scale(0)
await until(async () => (await pods('operator')).length === 0)
const stopped = Math.ceil(Date.now() / 1000)
say(`the operator is stopped for ${minutes} minutes`)
await pause(minutes * 60_000)
const end = await beginSpan()
await scale(1)
const back = Date.now() / 1000
let found = await delays(due, stopped, back)
say(`${found.length} accounts are due at once`)
await until(async () => {
  found = await delays(due, stopped, back)
  return found.every(({ read }) => read !== undefined)
}, POLL_INTERVAL_MS)
const waited = found.map((one) => {
  const since = (delay: number | undefined) => (delay === undefined ? {} : { job: one.due + delay - back })
  return { ...since(one.job), read: one.due + (one.read ?? NaN) - back }
})
await note('away', { span: await end(), minutes, waited })
