import type { Locator, Page } from '@playwright/test'
import { query } from './database.ts'

type Refusal = {
  state: 'cooling' | 'suspect' | 'challenged' | 'dead'
  /** The outcome's code. */
  reason: string
  /** For how many minutes from now it rests. */
  minutes?: number
}

/** Has the session at a position of the list, from 0, stand as if the platform had refused it. */
export async function refuseSession(index: number, { state, reason, minutes }: Refusal): Promise<void> {
  await query(
    `UPDATE sessions SET state = $2, state_reason = $3, last_error = $3, state_since = now() - interval '3 hours',
       last_error_at = now() - interval '3 hours', cooling_until = now() + $4 * interval '1 minute'
     WHERE id = (SELECT id FROM sessions ORDER BY id LIMIT 1 OFFSET $1)`,
    [index, state, reason, minutes ?? null],
  )
}

/** Has the session at a position of the list be asked so many requests an hour ago, of which some were refused. */
export async function useSession(index: number, requests: number, refused: number): Promise<void> {
  await query(
    `INSERT INTO session_hours (session_id, hour, requests, refused)
     SELECT id, date_trunc('hour', now()) - interval '1 hour', $2, $3 FROM sessions ORDER BY id LIMIT 1 OFFSET $1`,
    [index, requests, refused],
  )
}

/** How a session fares, by its number in the list. */
export function pooled(page: Page, number: number): Locator {
  return page.getByRole('row').filter({ hasText: `Session #${number}` })
}
