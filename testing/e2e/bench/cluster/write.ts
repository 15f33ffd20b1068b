import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../support/programs/paths.ts'
import { table } from '../report.ts'
import type { Step } from './cronjobs.ts'
import { quantile, type Delay } from './delays.ts'
import { requireEnv, noted } from './place.ts'
import type { Span } from './span.ts'

/** Performance targets that the product states. */
const JOB_AFTER_SECONDS = 30
const WRITES_PER_SECOND = 20
const OPERATOR_MB = 60

type Waited = { job?: number; read?: number }

const formatInteger = (number: number) => Math.round(number).toLocaleString('en-US')
const total = (writes: Record<string, number>) => Object.values(writes).reduce((sum, rate) => sum + rate, 0)
const mb = (span: Span, program: string) => formatInteger(span.programs[program]?.rss ?? NaN)
const percent = (part: number | undefined) => `${((part ?? NaN) * 100).toFixed(1)} %`

function spread(seconds: number[]): string {
  const [half, most, all] = [0.5, 0.99, 1].map((part) => formatInteger(quantile(seconds, part)))
  return `${half} / ${most} / ${all} s`
}

function waits(all: Waited[]): string[][] {
  const known = (pick: (one: Waited) => number | undefined) =>
    all.map(pick).filter((seconds) => seconds !== undefined)
  const jobs = known(({ job }) => job)
  const late = jobs.filter((seconds) => seconds > JOB_AFTER_SECONDS).length + all.length - jobs.length
  return [
    ['accounts that were due', formatInteger(all.length), ''],
    ['from due to Job, p50 / p99 / longest', spread(jobs), `p99 under ${JOB_AFTER_SECONDS} s`],
    [`without a Job after ${JOB_AFTER_SECONDS} s`, formatInteger(late), ''],
    ['from due to read, p50 / p99 / longest', spread(known(({ read }) => read)), ''],
  ]
}

function costs(span: Span): string[][] {
  const operator = span.programs['operator']
  return [
    ['Jobs created', `${span.jobs.toFixed(2)} a second`, ''],
    ['accounts read', `${formatInteger(span.accounts * 60)} a minute`, ''],
    [
      'writes to the API server, of all clients',
      `${total(span.writes).toFixed(1)} a second`,
      `under ${WRITES_PER_SECOND}`,
    ],
    ['of these, statuses by the operator', `${span.statuses.toFixed(1)} a second`, ''],
    ['operator, resident memory', `${mb(span, 'operator')} MB`, `under ${OPERATOR_MB} MB`],
    ['its peak since it started', `${formatInteger(operator?.peak ?? NaN)} MB`, ''],
    ['operator, of one core', percent(operator?.cpu), ''],
    ['API, resident memory and of one core', `${mb(span, 'api')} MB, ${percent(span.programs['api']?.cpu)}`, ''],
    ['all cores of the machine, all processes', percent(span.busy), ''],
  ]
}

/** The kinds of writes that make up nearly all writes, most frequent first. */
function sorts(span: Span): string[][] {
  const all = Object.entries(span.writes).toSorted(([, one], [, other]) => other - one)
  return all.filter(([, rate]) => rate >= 0.05).map(([what, rate]) => [`\`${what}\``, rate.toFixed(2)])
}

function ofStep({ cronJobs, due, jobs, starts, waiting, span }: Step): string[] {
  const memory = ['kube-controller-manager', 'kube-apiserver'].map((program) => mb(span, program))
  return [
    formatInteger(cronJobs),
    formatInteger(due / 2),
    ...[jobs, starts].map(spread),
    formatInteger(waiting),
    total(span.writes).toFixed(1),
    ...memory,
    percent(span.busy),
  ]
}

function comparison(steps: Step[]): string {
  return `
## Comparison with CronJobs

Clipmeter was uninstalled. Every account got a CronJob with the same interval, spread over the minutes, whose pod starts the scraper, prints its
version and ends. It reads nothing, which takes less time than a scrape. The number of CronJobs was doubled until the p99 of the delay from due to
running exceeded 60 s. Each step took two minutes; anything that had not happened by then counts as happening at the end.

${table(
  [
    'CronJobs',
    'due a minute',
    'due to Job, p50 / p99 / longest',
    'due to running, p50 / p99 / longest',
    'not started',
    'writes a second',
    'controller manager MB',
    'API server MB',
    'cores busy',
  ],
  steps.map(ofStep),
)}

With the operator and ${accounts} accounts, the controller manager used ${mb(steady.span, 'kube-controller-manager')} MB and the API server
${mb(steady.span, 'kube-apiserver')} MB.
`
}

async function versions(): Promise<string> {
  const module = await readFile(join(ROOT, 'testing/e2e/cluster/programs/kubernetes/go.mod'), 'utf8')
  const kubernetes = /k8s\.io\/kubernetes (v[\d.]+)/.exec(module)?.[1]
  const etcd = /go\.etcd\.io\/etcd\/server\/v3 (v[\d.]+)/.exec(module)?.[1]
  return `Kubernetes ${kubernetes} with its defaults, etcd ${etcd}, Linux ${release()}`
}

const fill = await noted<{ found: Record<string, number>; span: Span }>('fill')
const steady = await noted<{ span: Span; delays: Delay[] }>('steady')
const away = await noted<{ span: Span; minutes: number; waited: Waited[] }>('away')
const steps = await noted<Step[]>('cronjobs').catch(() => undefined)
const [accounts, groups] = [formatInteger(Number(requireEnv('ACCOUNTS'))), requireEnv('CLIENT_GROUPS')]
const filled = Object.entries(fill.found).filter(([step]) => step !== 'failed')

const text = `# ${accounts} accounts of ${groups} groups on a cluster

\`bench/cluster/run\` on ${cpus().length} cores for all components: the cluster's one node, its control plane, PostgreSQL, the simulator and the
scrapers. ${await versions()}; optimized programs, installed with the charts and their defaults: one operator, one API,
Instagram accounts every 60 minutes and TikTok accounts every 15, at most 20 concurrent Jobs, one Job created per second, batches of 50.
${new Date().toISOString().slice(0, 10)}, load average before: ${requireEnv('LOAD')}.

Half of the accounts are on Instagram, half on TikTok; all are different and readable. The simulator responds immediately and scrapers do not
pause between requests, so the duration of a run depends on this machine only.

## Normal schedule

${(steady.span.seconds / 60).toFixed(0)} minutes, after every account had been read once.

${table(['', 'measured', 'aim'], [...waits(steady.delays), ...costs(steady.span)])}

An account is due at the time in its status. Its Job exists a second after the Job's \`creationTimestamp\`, which
has whole seconds, at the latest, so the actual times are up to a second shorter. They include the default window of a batch, 10 s, in which a
due account waits for others. An account has been read when the API has its outcome. Memory and processor time are those of the processes on
the node (\`VmRSS\`, \`VmHWM\` and \`/proc/PID/stat\`), MB of 1,000,000 bytes. Writes are the successful ones in
\`apiserver_request_total\`, without token reviews, access reviews and issued tokens, which are not stored:

${table(['writes', 'per second'], sorts(steady.span))}

## New accounts

The groups and accounts were applied by eight \`kubectl apply --server-side\` at a time, as fast as the API server accepted them.

${table(['', 'seconds since the first call'], filled.map(([step, seconds]) => [step, formatInteger(seconds)]))}

${table(['until all were Ready', 'measured', 'aim'], costs(fill.span))}

${formatInteger(fill.found['failed'] ?? 0)} of the first attempts failed. The operator writes ten statuses a second while its queue is
short, and more if writing it would take longer than a minute and the API server responds quickly. The last accounts wait for their status,
not for their scrape.

## Many accounts due at once

The operator was stopped for ${away.minutes} minutes. Seconds count from the call that restarted it, so they include its start and the listing of all objects.

${table(['', 'measured', 'aim'], [...waits(away.waited), ...costs(away.span)].map((row) => [row[0] ?? '', row[1] ?? '', '']))}
${steps === undefined ? '' : comparison(steps)}`
await writeFile(join(ROOT, 'bench/results/cluster.md'), text)
