import { randomUUID } from 'node:crypto'

/** An unused name, even if an earlier attempt of the test has left data behind. */
export function unique(name: string): string {
  return `${name} ${randomUUID().slice(0, 8)}`
}

/** Returns an unused username. */
export function uniqueUsername(name = 'member'): string {
  return `${name}-${randomUUID().slice(0, 8)}`
}

/**
 * Returns a name that does not exist on the platform, different on every call: an account that is repeatedly missing is scraped
 * less often, and the program keeps its history even if no group tracks it.
 */
export function missingName(): string {
  return `nobody.${randomUUID().slice(0, 8)}`
}
