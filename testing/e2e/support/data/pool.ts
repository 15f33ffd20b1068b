import type { Locator, Page } from '@playwright/test'
import { query } from '../programs/database.ts'

type Refusal = {
  state: 'cooling' | 'suspect' | 'challenged' | 'dead'
  /** Outcome code. */
  reason: string
  /** Cooldown in minutes from now. */
  minutes?: number
}

/** Puts the session at a list position, from 0, into the state after a refusal by the platform. */
export async function refuseSession(index: number, { state, reason, minutes }: Refusal): Promise<void> {
  await query(
    `UPDATE sessions SET state = $2, state_reason = $3, last_error = $3, state_since = now() - interval '3 hours',
       last_error_at = now() - interval '3 hours', cooling_until = now() + $4 * interval '1 minute'
     WHERE id = (SELECT id FROM sessions ORDER BY id LIMIT 1 OFFSET $1)`,
    [index, state, reason, minutes ?? null],
  )
}

/** Adds requests of the session at a list position an hour ago, some of them refused. */
export async function useSession(index: number, requests: number, refused: number): Promise<void> {
  await query(
    `INSERT INTO session_hours (session_id, hour, requests, refused)
     SELECT id, date_trunc('hour', now()) - interval '1 hour', $2, $3 FROM sessions ORDER BY id LIMIT 1 OFFSET $1`,
    [index, requests, refused],
  )
}

/** The status row of a session, by its number in the list. */
export function pooled(page: Page, number: number): Locator {
  return page.getByRole('row').filter({ hasText: `Session #${number}` })
}
