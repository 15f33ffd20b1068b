import { query } from '../programs/database.ts'

/** Stores a response as if a scraper could not parse it. */
export async function insertCapturedResponse(body: string): Promise<void> {
  await query(
    `INSERT INTO captured_responses (platform, kind, endpoint, outcome, http_status, location, is_anonymous, body, is_cut,
       config_revision, at)
     VALUES ('instagram', 'ig_web_profile_info', 'web_profile_info', 'schema_changed', 200, '', true, $1, false, 0,
       now())`,
    [Buffer.from(body)],
  )
}
