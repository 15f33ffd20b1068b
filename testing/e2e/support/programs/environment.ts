/** Variables by which a worker passes the addresses and the data folder of its program to its tests. */
export const ADDRESS = 'CLIPMETER_E2E_ADDRESS'
export const SIMULATOR_ADDRESS = 'CLIPMETER_E2E_SIMULATOR'
export const DATA_FOLDER = 'CLIPMETER_E2E_DATA'
/** Where the journey leaves the data for the other tests. If the variable is set by the caller, the data are kept. */
export const SNAPSHOT = 'CLIPMETER_E2E_SNAPSHOT'

export const ADMIN = { username: 'admin', password: 'browser-test-admin' }

export function address(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: nothing was started`)
  return value
}
