import type { DatabaseAddress } from './database.ts'

/** What the setup has started, as the tests need to know it. */
export type Installation = {
  /** The namespace of the release. */
  namespace: string
  /** The dashboard. */
  url: string
  /** The simulator, for this machine and for pods alike. */
  platforms: string
  database: DatabaseAddress
}

const VARIABLE = 'CLIPMETER_E2E_INSTALLATION'

export function announce(started: Installation): void {
  process.env[VARIABLE] = JSON.stringify(started)
}

/** Undefined where there can be no cluster. */
export function installation(): Installation | undefined {
  const text = process.env[VARIABLE]
  return text === undefined ? undefined : (JSON.parse(text) as Installation)
}
