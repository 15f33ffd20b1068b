import { apply } from '../../kubernetes/support/kubectl.ts'
import { uninstall } from '../../kubernetes/support/install.ts'
import { columns, quantile } from './delays.ts'
import { note, pause, say } from './place.ts'
import { beginSpan, type Span } from './span.ts'
import { ACCOUNTS } from './world.ts'

const NAMESPACE = 'cronjobs'
/** A cluster whose pods start later than this cannot handle its CronJobs. */
const TOO_LATE_SECONDS = 60
const MINUTE_MS = 60_000
/** CronJobs of two full minutes fall into this period. */
const WATCHED_MS = 2 * MINUTE_MS
const AT_ONCE = 250

export type Step = {
  cronJobs: number
  /** Number of CronJobs due in the period; seconds until the Job existed and until its pod ran. */
  due: number
  jobs: number[]
  starts: number[]
  waiting: number
  span: Span
}

/** The same intervals as the policy's: half of the accounts hourly, half every 15 minutes, spread over the minutes. */
function schedule(place: number): string {
  const minute = Math.floor(place / 2)
  return place % 2 === 0 ? `${minute % 60} * * * *` : `${minute % 15}-59/15 * * * *`
}

/** A CronJob whose scraper prints its version and exits: it starts a pod, but scrapes nothing. */
function cronJob(place: number): object {
  const restricted = {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    readOnlyRootFilesystem: true,
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  }
  const container = {
    name: 'scraper',
    image: 'localhost/clipmeter-scraper:e2e',
    imagePullPolicy: 'Never',
    args: ['--version'],
    securityContext: restricted,
  }
  const pod = { restartPolicy: 'Never', automountServiceAccountToken: false, containers: [container] }
  const job = { backoffLimit: 1, template: { spec: pod } }
  const limits = { successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1, concurrencyPolicy: 'Forbid' }
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: `account-${place}`, namespace: NAMESPACE },
    spec: { schedule: schedule(place), ...limits, jobTemplate: { spec: job } },
  }
}

async function make(from: number, to: number): Promise<void> {
  for (let place = from; place < to; place += AT_ONCE) {
    const length = Math.min(AT_ONCE, to - place)
    const some = Array.from({ length }, (_, offset) => cronJob(place + offset))
    await apply(some, '--server-side', '--validate=false', '--field-manager=bench')
  }
}

/** Whether the CronJob is due in this minute, counted from 1970. */
function isDue(place: number, minute: number): boolean {
  const cycle = place % 2 === 0 ? 60 : 15
  return Math.floor(place / 2) % cycle === minute % cycle
}

async function watch(cronJobs: number): Promise<Step> {
  const first = Math.ceil((Date.now() + 1000) / MINUTE_MS)
  await pause(first * MINUTE_MS - Date.now() - 500)
  const end = await beginSpan()
  await pause(first * MINUTE_MS + WATCHED_MS - Date.now() - 500)
  const span = await end()
  const created = await times('jobs', '.metadata.name', ['.metadata.creationTimestamp'])
  const state = '.status.containerStatuses[0].state'
  const runs = [`${state}.terminated.startedAt`, `${state}.running.startedAt`]
  const started = await times('pods', '.metadata.labels.job-name', runs)
  const now = Date.now() / 1000
  const step: Step = { cronJobs, due: 0, jobs: [], starts: [], waiting: 0, span }
  for (const minute of [first, first + 1]) {
    for (let place = 0; place < cronJobs; place += 1) {
      if (!isDue(place, minute)) continue
      const job = `account-${place}-${minute}`
      // The API server truncates times to seconds. Events that have not happened yet count as happening now.
      const waited = (at: number | undefined) => (at === undefined ? now : at + 1) - minute * 60
      step.due += 1
      step.jobs.push(waited(created.get(job)))
      step.starts.push(waited(started.get(job)))
      if (!started.has(job)) step.waiting += 1
    }
  }
  return step
}

/** Unix time in seconds of an event of each object, from the first of these fields that is set. */
async function times(kind: string, name: string, fields: string[]): Promise<Map<string, number>> {
  const output = `custom-columns=N:${name},${fields.map((field, place) => `T${place}:${field}`).join(',')}`
  const rows = await columns(kind, '--namespace', NAMESPACE, '--output', output)
  return new Map(
    rows.flatMap(([of = '', ...all]): [string, number][] => {
      const at = all.find((time) => time !== '<none>')
      return at === undefined ? [] : [[of, Date.parse(at) / 1000]]
    }),
  )
}

/** Doubles the number of CronJobs until their pods are late or every account has one. */
await uninstall()
await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } })
const steps: Step[] = []
for (let made = 0, next = Math.ceil(ACCOUNTS / 16); made < ACCOUNTS; next = Math.min(2 * next, ACCOUNTS)) {
  await make(made, next)
  made = next
  const step = await watch(made)
  steps.push(step)
  const late = quantile(step.starts, 0.99)
  say(`${made} CronJobs: of ${step.due} due, the 99th of 100 pods ran after ${late.toFixed(0)} s`)
  await note('cronjobs', steps)
  if (late > TOO_LATE_SECONDS) break
}
