//! Adds sessions to the pool.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::batch::SessionBatch;
use super::{LOCKED_OUT, SessionText, lock};
use crate::DbError;
use crate::secrets::Secrets;

/// The result of adding sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AddSessionsOutcome {
    /// Sessions that are new, or that were out of use and are tried again.
    pub added: u64,
    /// Lines that are already in use or occur twice.
    pub duplicates: u64,
    /// Lines that cannot be a session.
    pub invalid: u64,
}

/// Adds sessions to the common set; see [`add_to_set`].
pub async fn add(
    connection: &mut PgConnection,
    secrets: &Arc<Secrets>,
    now: DateTime<Utc>,
    text: SessionText,
) -> Result<AddSessionsOutcome, DbError> {
    add_to_set(connection, secrets, now, text, None).await
}

/// Adds sessions to a set in a transaction with the scope of an admin. `None`: new ones to the common set, and those
/// that are tried again keep their set. Skips blank lines. A session that was disabled,
/// challenged, dead, suspect or locked out is tried again: an admin who adds it again has checked it in a
/// browser.
pub async fn add_to_set(
    connection: &mut PgConnection,
    secrets: &Arc<Secrets>,
    now: DateTime<Utc>,
    text: SessionText,
    set: Option<&str>,
) -> Result<AddSessionsOutcome, DbError> {
    lock(connection).await?;
    let text = Arc::new(text);
    let mut total = AddSessionsOutcome::default();
    let mut begin = Some(0);
    while let Some(position) = begin {
        let batch = SessionBatch::read(&text, position, secrets).await?;
        let added = store(connection, secrets, now, &batch, set).await?;
        total.added += added;
        total.duplicates += batch.repeated + (batch.sealed.len() as u64).saturating_sub(added);
        total.invalid += batch.invalid;
        begin = batch.next;
    }
    Ok(total)
}

/// Existing sessions are not locked unless they change, because runs lease them meanwhile. A run may still be
/// using a disabled session, and keeps it.
async fn store(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    batch: &SessionBatch,
    set: Option<&str>,
) -> Result<u64, DbError> {
    let added = sqlx::query_scalar!(
        r#"
        WITH given AS (
            SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) WITH ORDINALITY AS s (fingerprint, nonce, sealed, n)
        ), reenabled AS (
            UPDATE sessions s SET state = CASE WHEN s.state NOT IN ('cooling', 'suspect') AND s.cooling_until > $5 THEN 'cooling' ELSE 'active' END,
                cooling_until = CASE WHEN s.state NOT IN ('cooling', 'suspect') AND s.cooling_until > $5 THEN s.cooling_until END,
                leased_run_id = CASE WHEN s.state IN ('disabled', 'cooling', 'suspect') THEN s.leased_run_id END,
                key_id = $4, nonce = g.nonce, sealed = g.sealed, claim = NULL, session_set = coalesce($7, s.session_set),
                limited_at = '{}', backoff_step = 0, clean = 0, refused_at = NULL, state_reason = NULL, state_since = $5
            FROM given g WHERE s.fingerprint = g.fingerprint AND (s.state IN ('challenged', 'dead', 'disabled', 'suspect') OR (s.state = 'cooling' AND s.state_reason = $6))
            RETURNING 1
        ), fresh AS (
            INSERT INTO sessions (fingerprint, key_id, nonce, sealed, created_at, session_set)
            SELECT fingerprint, $4, nonce, sealed, $5, $7 FROM given ORDER BY n
            ON CONFLICT (fingerprint) DO NOTHING
            RETURNING 1
        )
        SELECT (SELECT count(*) FROM reenabled) + (SELECT count(*) FROM fresh) AS "added!"
        "#,
        &batch.fingerprints,
        &batch.nonces,
        &batch.sealed,
        secrets.sessions.current().id(),
        now,
        LOCKED_OUT,
        set
    )
    .fetch_one(connection)
    .await?;
    Ok(added.unsigned_abs())
}
