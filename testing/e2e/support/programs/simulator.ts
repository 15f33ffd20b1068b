import { address, SIMULATOR_ADDRESS } from './environment.ts'
import { FIXTURES, SIMULATOR } from './paths.ts'
import { start } from './program.ts'

export const DAY_SECONDS = 24 * 60 * 60

/** Starts a simulator whose clock is stopped at an instant, while `use` runs. */
export async function withSimulator(
  clockStart: string,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const simulator = await start('simulator', {
    file: SIMULATOR,
    args: [
      '--listen=127.0.0.1:0',
      `--replay=${FIXTURES}`,
      // Generated accounts beside the recorded ones; more can happen to them.
      '--accounts=40',
      `--clock-start=${clockStart}`,
      '--clock-speed=0',
    ],
  })
  process.env[SIMULATOR_ADDRESS] = simulator.url
  await use(simulator.url).finally(simulator.stop)
}

type Fault = {
  fault: 'slow' | 'private' | 'rate_limited' | 'renamed' | 'recycled' | 'deleted' | 'item_deleted'
  username: string
  /** Limits the fault to requests of this kind. */
  class?: 'tiktok.item_list'
  delay_ms?: number
  /** The platform's ID of the deleted video. */
  item?: string
}

/** Generated TikTok accounts that are public, even if a fault has been applied to them. */
export async function seededAccounts(): Promise<string[]> {
  const response = await fetch(`${address(SIMULATOR_ADDRESS)}/__simulator/accounts`)
  const all = (await response.json()) as { platform: string; username: string; kind: string }[]
  return all.flatMap(({ platform, username, kind }) =>
    platform === 'tiktok' && kind === 'public' ? username : [],
  )
}

/** Advances the clock of the simulated platforms, so that their counts grow. */
export async function advanceClock(seconds: number): Promise<void> {
  await control('clock', 'POST', { advance_seconds: seconds })
}

/** Injects a fault while `use` runs. */
export async function withFault(fault: Fault, use: () => Promise<void>): Promise<void> {
  await withFaults([fault], use)
}

/** Injects several faults; if more than one matches a request, the first applies. */
export async function withFaults(faults: Fault[], use: () => Promise<void>): Promise<void> {
  for (const fault of faults) await control('faults', 'POST', fault)
  await use().finally(() => control('faults', 'DELETE'))
}

async function control(what: string, method: string, body?: unknown): Promise<void> {
  const response = await fetch(`${address(SIMULATOR_ADDRESS)}/__simulator/${what}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`simulator: ${response.status} ${await response.text()}`)
}
