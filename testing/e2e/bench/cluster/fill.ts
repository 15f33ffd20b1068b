import { kubectl, tryApply } from '../../kubernetes/support/kubectl.ts'
import { database, note, say, until } from './place.ts'
import { beginSpan } from './span.ts'
import { ACCOUNTS, accounts, groups, GROUPS } from './world.ts'

/** Objects per kubectl call: few enough that a call ends within its time limit on a busy machine. */
const AT_ONCE = 50
/** Calls at the same time. One call waits for the write of a quota's use before it sends its next object. */
const CALLS = 8

/** Creates all groups and accounts as fast as the API server accepts them, and waits until every account was scraped once. */
const end = await beginSpan()
const began = Date.now()
const passed = () => Math.round((Date.now() - began) / 1000)
const found: Record<string, number> = {}

async function applyAll(objects: object[]): Promise<void> {
  let place = 0
  const applyNext = async () => {
    while (place < objects.length) {
      const some = objects.slice(place, (place += AT_ONCE))
      // Objects of a group whose quota is not counted yet are rejected.
      await until(
        async () =>
          (await tryApply(some, '--server-side', '--validate=false', '--field-manager=bench')).code === 0,
      )
    }
  }
  await Promise.all(Array.from({ length: CALLS }, applyNext))
}

const db = await database()
async function reached(
  step: string,
  count: () => Promise<number>,
  expected: number,
  every?: number,
): Promise<void> {
  let said = 0
  await until(async () => {
    const now = await count()
    if (passed() - said >= 30) say(`${step}: ${now} after ${(said = passed())} s`)
    return now >= expected
  }, every)
  found[step] = passed()
  say(`${step}: all after ${passed()} s`)
}
const inDatabase = (what: string) => async () =>
  Number((await db.query<{ n: string }>(`SELECT count(*) AS n FROM ${what}`))[0]?.n)

/** Polling interval of the accounts' statuses: listing all of them is expensive for the API server. */
const LIST_EVERY_MS = 20_000
async function ready(kinds: string): Promise<number> {
  const output = 'custom-columns=R:.status.conditions[?(@.type=="Ready")].status'
  const lines = await kubectl('get', kinds, '--all-namespaces', '--no-headers', '--output', output)
  return lines.split('\n').filter((line) => line.trim() === 'True').length
}

await applyAll(groups())
await reached('groups are Ready', () => ready('clientgroups'), GROUPS)
await applyAll(await accounts())
say(`accounts are applied after ${(found['applied'] = passed())} s`)
await reached('accounts are registered', inDatabase('platform_accounts'), ACCOUNTS)
const attempted = 'platform_accounts WHERE last_attempt_at IS NOT NULL'
await reached('accounts are read', inDatabase(attempted), ACCOUNTS)
const failed = await inDatabase('platform_accounts WHERE consecutive_failures > 0')()
found['failed'] = failed
await reached('accounts are Ready', () => ready('iga,tta'), ACCOUNTS - failed, LIST_EVERY_MS)
await note('fill', { found, span: await end() })
