import type { DatabaseAddress } from './database.ts'

/** What the setup has started, as far as the tests need it. */
export type Installation = {
  namespace: string
  /** URL of the dashboard. */
  url: string
  /** URL of the simulator, both for this machine and for pods. */
  platforms: string
  database: DatabaseAddress
}

const VARIABLE = 'CLIPMETER_E2E_INSTALLATION'

export function announce(started: Installation): void {
  process.env[VARIABLE] = JSON.stringify(started)
}

/** Undefined if there can be no cluster. */
export function installation(): Installation | undefined {
  const text = process.env[VARIABLE]
  return text === undefined ? undefined : (JSON.parse(text) as Installation)
}
