import { randomUUID } from 'node:crypto'

/**
 * Returns a name that does not exist on the platform, different on every call: an account that is repeatedly missing is scraped
 * less often, and the program keeps its history even if no group tracks it.
 */
export function missingName(): string {
  return `nobody.${randomUUID().slice(0, 8)}`
}
