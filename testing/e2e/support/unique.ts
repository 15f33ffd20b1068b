import { randomUUID } from 'node:crypto'

/** An unused name, even if an earlier attempt of the test has left data behind. */
export function unique(name: string): string {
  return `${name} ${randomUUID().slice(0, 8)}`
}
