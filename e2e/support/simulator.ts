import { address, SIMULATOR_ADDRESS } from './environment.ts'

/** Lets time pass on the simulated platforms, so that their counts grow. */
export async function advanceClock(seconds: number): Promise<void> {
  const response = await fetch(`${address(SIMULATOR_ADDRESS)}/__simulator/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  })
  if (!response.ok) throw new Error(`simulator: ${response.status} ${await response.text()}`)
}
