import { randomUUID } from 'node:crypto'

/**
 * A name that the platform does not have, another one whenever it is asked for: what is missing once more is asked for less
 * often, and the program remembers it when no group tracks it any more.
 */
export function missingName(): string {
  return `nobody.${randomUUID().slice(0, 8)}`
}
