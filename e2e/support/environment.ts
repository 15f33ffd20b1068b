/** How the setup hands the addresses of what it started, and the program's data folder, to the tests. */
export const ADDRESS = 'CLIPMETER_E2E_ADDRESS'
export const SIMULATOR_ADDRESS = 'CLIPMETER_E2E_SIMULATOR'
export const DATA_FOLDER = 'CLIPMETER_E2E_DATA'

export const ADMIN = { username: 'admin', password: 'browser-test-admin' }

export function address(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: the setup did not run`)
  return value
}
