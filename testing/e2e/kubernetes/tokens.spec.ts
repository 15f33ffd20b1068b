import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { call, STATUS, textMessage } from './support/grpc.ts'
import { find } from './support/api-server.ts'
import { apply, kubectl } from './support/kubectl.ts'
import { NAMESPACE, RELEASE, SCRAPERS } from './support/install.ts'
import { expect, test } from './support/test.ts'

const LIST_DUE = 'Control/ListDue'
const LIST_PROGRESS = 'Tracking/ListProgress'
const FETCH_BATCH = 'Ingest/FetchBatch'

type Endpoint = Parameters<typeof call>[0]

test('a token is valid only for the calls of its holder', async ({ url }) => {
  expect(url).not.toBe('')
  await withApi(async (api) => {
    const operator = await token('operator')
    expect(await call(api, LIST_DUE, operator)).toBe(STATUS.ok)
    expect(await call(api, LIST_PROGRESS, operator)).toBe(STATUS.ok)
    expect(await call(api, FETCH_BATCH, operator, textMessage(randomUUID()))).toBe(STATUS.permissionDenied)

    const run = randomUUID()
    const scraper = await scraperToken(run)
    expect(await call(api, LIST_DUE, scraper)).toBe(STATUS.permissionDenied)
    expect(await call(api, LIST_PROGRESS, scraper)).toBe(STATUS.permissionDenied)
    // Its own run does not exist, and any other run is not its own.
    expect(await call(api, FETCH_BATCH, scraper, textMessage(run))).toBe(STATUS.notFound)
    expect(await call(api, FETCH_BATCH, scraper, textMessage(randomUUID()))).toBe(STATUS.permissionDenied)

    const unbound = await token('scraper', SCRAPERS)
    const elsewhere = await token('operator', NAMESPACE, '--audience', 'https://kubernetes.default.svc')
    const someone = await tokenOf('default', NAMESPACE)
    // Another service account of the scrapers' namespace, bound to a pod with the name of the run's pod.
    const neighbor = await tokenOf('default', SCRAPERS, ...(await boundToPod(run, 'default')))
    for (const bad of [unbound, elsewhere, someone, neighbor, 'no token at all', undefined]) {
      expect(await call(api, LIST_DUE, bad)).toBe(STATUS.unauthenticated)
      expect(await call(api, FETCH_BATCH, bad, textMessage(run))).toBe(STATUS.unauthenticated)
    }
  })
})

/** Forwards a port to a pod of the API while `use` runs. */
async function withApi(use: (api: Endpoint) => Promise<void>): Promise<void> {
  const secret = await find('secrets', `${RELEASE}-api-grpc-tls`, NAMESPACE)
  const { data } = secret as unknown as { data: Record<string, string> }
  const ca = Buffer.from(data['ca.crt'] ?? '', 'base64').toString()
  const args = ['port-forward', '--namespace', NAMESPACE, `deployment/${RELEASE}-api`, ':8443']
  const forward = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(createInterface({ input: forward.stdout }), 'line')) as [string]
    const port = /:(\d+) ->/.exec(line)?.[1]
    await use({ address: `127.0.0.1:${port}`, serverName: `${RELEASE}-api-grpc.${NAMESPACE}.svc`, ca })
  } finally {
    forward.kill()
  }
}

function token(component: string, namespace: string = NAMESPACE, ...args: string[]): Promise<string> {
  return tokenOf(`${RELEASE}-${component}`, namespace, ...args)
}

async function tokenOf(account: string, namespace: string, ...args: string[]): Promise<string> {
  const audience = args.includes('--audience') ? [] : ['--audience', 'clipmeter']
  return (await kubectl('create', 'token', account, '--namespace', namespace, ...audience, ...args)).trim()
}

/** The token that the pod of a run has, without having to start such a pod. */
async function scraperToken(run: string): Promise<string> {
  return token('scraper', SCRAPERS, ...(await boundToPod(run, `${RELEASE}-scraper`)))
}

/** Creates the pod of a run with a service account, and returns the arguments that bind a token to it. */
async function boundToPod(run: string, serviceAccountName: string): Promise<string[]> {
  const name = `scrape-${run}-${serviceAccountName === 'default' ? 'other' : 'abcde'}`
  await apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: SCRAPERS },
    spec: {
      nodeSelector: { nowhere: 'yes' },
      serviceAccountName,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'scraper',
          image: 'localhost/never:run',
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  })
  return ['--bound-object-kind', 'Pod', '--bound-object-name', name]
}
