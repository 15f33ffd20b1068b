import { query } from './database.ts'

/** Keeps an answer as if a scraper had not understood it. */
export async function keepEvidence(body: string): Promise<void> {
  await query(
    `INSERT INTO evidence (platform, kind, endpoint, outcome, http_status, location, is_guest, body, is_cut,
       facts_version, at)
     VALUES ('instagram', 'ig_web_profile_info', 'web_profile_info', 'schema_changed', 200, '', true, $1, false, 0,
       now())`,
    [Buffer.from(body)],
  )
}
