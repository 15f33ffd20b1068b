import { kubectl } from '../../kubernetes/support/kubectl.ts'
import { pods } from '../../kubernetes/support/faults.ts'
import { NAMESPACE } from '../../kubernetes/support/install.ts'

type Counter = { name: string; labels: Record<string, string>; value: number }

/** Requests that ask the API server for a judgement or a token and leave nothing in it. */
const NOT_STORED = ['tokenreviews', 'subjectaccessreviews', 'serviceaccounts/token']
const WRITES = ['POST', 'PUT', 'PATCH', 'APPLY', 'DELETE', 'DELETECOLLECTION']

/** How many writes of each sort the API server has done since it started, as `PATCH tiktokaccounts/status`. */
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

/** What the operator counts itself; nothing while there is none. */
export async function operatorCounters(): Promise<Counter[]> {
  const [pod] = await pods('operator')
  if (pod === undefined) return []
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${pod}:9090/proxy/metrics`
  return parse(await kubectl('get', '--raw', path), 'clipmeter_')
}

export function sum(counters: Counter[], name: string): number {
  return counters.filter((one) => one.name === name).reduce((total, { value }) => total + value, 0)
}

/** The lines of Prometheus's text format whose name begins so. */
function parse(text: string, prefix: string): Counter[] {
  return text.split('\n').flatMap((line) => {
    const found = /^([a-z_:]+)(?:\{(.*)\})? (\S+)/i.exec(line)
    const [, name = '', labels = '', value] = found ?? []
    if (!name.startsWith(prefix)) return []
    const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/gi)].map(([, key = '', is = '']) => [key, is])
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }]
  })
}
