//! Loads and stores session records.

use chrono::{DateTime, Utc};
use clipmeter_runtime::saturate;
use clipmeter_scheduler::cooldown::{SessionRecord, SessionStatus};
use sqlx::PgConnection;
use uuid::Uuid;

use super::LOCKED_OUT;
use crate::DbError;

struct SessionRow {
    state: String,
    cooling_until: Option<DateTime<Utc>>,
    limited_at: Vec<DateTime<Utc>>,
    backoff_step: i32,
    clean: i32,
    slow_until: Option<DateTime<Utc>>,
    refused_at: Option<DateTime<Utc>>,
}

impl From<SessionRow> for SessionRecord {
    fn from(row: SessionRow) -> Self {
        Self {
            // The table has no other states; a session with a state of a later version must not be leased.
            state: SessionStatus::of(&row.state).unwrap_or(SessionStatus::Disabled),
            until: row.cooling_until.map(|time| time.timestamp()),
            limited_at: row.limited_at.iter().map(DateTime::timestamp).collect(),
            backoff_step: row.backoff_step.unsigned_abs(),
            clean: row.clean.unsigned_abs(),
            slow_until: row.slow_until.map(|time| time.timestamp()),
            refused_at: row.refused_at.map(|time| time.timestamp()),
        }
    }
}

/// Locks a session that the run has, or was the last to have, unless it is challenged, dead or disabled.
pub(crate) async fn of_run(
    connection: &mut PgConnection,
    run: Uuid,
    session: i64,
) -> Result<Option<SessionRecord>, DbError> {
    let row = sqlx::query_as!(
        SessionRow,
        "SELECT state, cooling_until, limited_at, backoff_step, clean, slow_until, refused_at FROM sessions
         WHERE id = $1 AND (leased_run_id = $2 OR (leased_run_id IS NULL AND last_run_id = $2))
           AND state IN ('active', 'cooling', 'suspect')
         FOR UPDATE",
        session,
        run
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(SessionRecord::from))
}

/// Locks a session; `None` if it does not exist. The cooldown of a lockout is left out, because an
/// administrator ends it.
pub(super) async fn of(
    connection: &mut PgConnection,
    session: i64,
) -> Result<Option<SessionRecord>, DbError> {
    let row = sqlx::query_as!(
        SessionRow,
        "SELECT state, CASE WHEN state_reason IS DISTINCT FROM $2 THEN cooling_until END AS cooling_until, limited_at, backoff_step, clean, slow_until, refused_at
         FROM sessions WHERE id = $1 FOR UPDATE",
        session,
        LOCKED_OUT
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(SessionRecord::from))
}

/// Stores a session record. `reason` is the cause of its state, if that changes: an outcome's code or
/// [`ADMIN`](super::ADMIN).
pub(super) async fn write(
    connection: &mut PgConnection,
    session: i64,
    record: &SessionRecord,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let time = |seconds: i64| DateTime::from_timestamp(seconds, 0);
    let limited_at: Vec<DateTime<Utc>> = record.limited_at.iter().copied().filter_map(time).collect();
    sqlx::query!(
        "UPDATE sessions SET state = $2, cooling_until = $3, limited_at = $4, backoff_step = $5, clean = $6, slow_until = $7, refused_at = $10,
             state_reason = CASE WHEN state = $2 THEN state_reason WHEN $2 = 'active' THEN NULL ELSE $8 END,
             state_since = CASE WHEN state = $2 THEN state_since ELSE $9 END
         WHERE id = $1",
        session,
        record.state.code(),
        record.until.and_then(time),
        &limited_at,
        saturate::<i32>(record.backoff_step),
        saturate::<i32>(record.clean),
        record.slow_until.and_then(time),
        reason,
        now,
        record.refused_at.and_then(time)
    )
    .execute(connection)
    .await?;
    Ok(())
}
