import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { Browser } from '@playwright/test'
import { Api } from '../support/data/api.ts'
import { test } from '../support/programs/demo.ts'
import { VARIANTS } from '../support/screens/examine.ts'
import { expect } from '../support/test.ts'
import { table } from './report.ts'

/** A slow mobile line. */
const LATENCY_MS = 400
const BITS_PER_SECOND = 400_000
/** Targets that the product states. */
const PAINT_MS = 1_500
const CONTENT_MS = 5_000

type Case = { name: string; path: string; member: boolean; phone: boolean; shows: string }

/** `shows` selects what the user waits for. */
const CASES: Case[] = [
  { name: 'Sign In', path: '/', member: false, phone: false, shows: 'form' },
  { name: 'Dashboard', path: '/', member: true, phone: false, shows: '[aria-label="Growth"] dd' },
  {
    name: 'Dashboard, phone',
    path: '/',
    member: true,
    phone: true,
    shows: '[aria-label="Growth"] dd',
  },
  { name: 'Instagram', path: '/instagram', member: true, phone: false, shows: 'article' },
  { name: 'All Content Data', path: '/all-data', member: true, phone: false, shows: 'tbody td' },
  { name: 'All Content Data, phone', path: '/all-data', member: true, phone: true, shows: 'main li' },
]

const requireEnv = (name: string) => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: use bench/first_load/run`)
  return value
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

test('the first load on a slow line', async ({ url, browser }) => {
  const member = await Api.signIn(url, { username: 'mara', password: 'clipmeter-demo' })
  for (const platform of ['instagram', 'tiktok'])
    await expect.poll(() => waitingAccounts(member, platform), { timeout: 5 * 60_000 }).toBe(0)
  const rows = []
  for (const one of CASES) rows.push({ one, ...(await measure(browser, url, one, member)) })
  const text = `# First load on a slow line

\`bench/first_load/run\` on ${cpus().length} cores, ${requireEnv('PROFILE')} build, sample data, headless Chromium with an empty cache,
${LATENCY_MS} ms latency and ${BITS_PER_SECOND / 1000} kbit/s, ${new Date().toISOString().slice(0, 10)}, load average before: ${requireEnv('LOAD')}.

${table(
  [
    'screen',
    `first paint (aim: ${seconds(PAINT_MS)})`,
    `content (aim: ${seconds(CONTENT_MS)})`,
    'received by then',
    'requests',
  ],
  rows.map(({ one, paint, content, bytes, requests }) => [
    one.name,
    seconds(paint),
    seconds(content),
    `${(bytes / 1024).toFixed(0)} KiB`,
    `${requests}`,
  ]),
)}

The first paint is the outline in \`web/index.html\`. The content is the first number or row of the screen. Chromium applies latency and
bandwidth to each request (\`Network.emulateNetworkConditions\`).
`
  await writeFile(requireEnv('RESULT'), text)
})

async function waitingAccounts(api: Api, platform: string): Promise<number> {
  const { accounts } = await api.get<{ accounts: { status: string }[] }>(`/api/${platform}/accounts`)
  return accounts.filter(({ status }) => status === 'pending').length
}

async function measure(
  browser: Browser,
  url: string,
  { path, member, phone, shows }: Case,
  { session }: Api,
) {
  const context = await browser.newContext({ viewport: VARIANTS[phone ? 'phone' : 'desktop'].viewport })
  const page = await context.newPage()
  if (member)
    await page.addInitScript(
      (stored) => localStorage.setItem('clipmeter.session', stored),
      JSON.stringify(session),
    )
  const network = await context.newCDPSession(page)
  let [bytes, requests] = [0, 0]
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BITS_PER_SECOND / 8,
    uploadThroughput: BITS_PER_SECOND / 8,
  })
  await page.goto(url + path, { waitUntil: 'commit' })
  const content = await page.waitForFunction(
    (selector) =>
      (document.querySelector(selector)?.getBoundingClientRect().height ?? 0) > 0
        ? performance.now()
        : undefined,
    shows,
    { polling: 'raf', timeout: 60_000 },
  )
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  const result = { paint, content: (await content.jsonValue()) ?? Number.NaN, bytes, requests }
  await context.close()
  return result
}
