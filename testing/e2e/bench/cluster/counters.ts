import { kubectl } from '../../kubernetes/support/kubectl.ts'
import { pods } from '../../kubernetes/support/faults.ts'
import { NAMESPACE } from '../../kubernetes/support/install.ts'

type Counter = { name: string; labels: Record<string, string>; value: number }

/** Requests that ask the API server for a review or a token and store nothing. */
const NOT_STORED = ['tokenreviews', 'subjectaccessreviews', 'serviceaccounts/token']
const WRITES = ['POST', 'PUT', 'PATCH', 'APPLY', 'DELETE', 'DELETECOLLECTION']

/** Number of the API server's writes by kind since it started, such as `PATCH tiktokaccounts/status`. */
export async function writes(): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  for (const { labels, value } of parse(await kubectl('get', '--raw', '/metrics'), 'apiserver_request_total')) {
    const { verb = '', resource = '', subresource = '', code = '', dry_run = '' } = labels
    const what = subresource === '' ? resource : `${resource}/${subresource}`
    if (!WRITES.includes(verb) || !code.startsWith('2') || dry_run !== '' || NOT_STORED.includes(what)) continue
    done[`${verb} ${what}`] = (done[`${verb} ${what}`] ?? 0) + value
  }
  return done
}

/** The operator's own counters; empty without an operator. */
export async function operatorCounters(): Promise<Counter[]> {
  const [pod] = await pods('operator')
  if (pod === undefined) return []
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${pod}:9090/proxy/metrics`
  return parse(await kubectl('get', '--raw', path), 'clipmeter_')
}

export function sum(counters: Counter[], name: string): number {
  return counters.filter((one) => one.name === name).reduce((total, { value }) => total + value, 0)
}

/** Parses lines of the Prometheus text format whose metric name has the prefix. */
function parse(text: string, prefix: string): Counter[] {
  return text.split('\n').flatMap((line) => {
    const found = /^([a-z_:]+)(?:\{(.*)\})? (\S+)/i.exec(line)
    const [, name = '', labels = '', value] = found ?? []
    if (!name.startsWith(prefix)) return []
    const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/gi)].map(([, key = '', is = '']) => [key, is])
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }]
  })
}
