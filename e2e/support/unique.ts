import { randomUUID } from 'node:crypto'

/** A name that nothing has yet, whatever an earlier try of the test has left behind. */
export function unique(name: string): string {
  return `${name} ${randomUUID().slice(0, 8)}`
}
