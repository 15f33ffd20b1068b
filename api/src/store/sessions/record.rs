//! How a session fares, as it is stored.

use chrono::{DateTime, Utc};
use clipmeter_scheduler::rest::{Record, State};
use sqlx::PgConnection;
use uuid::Uuid;

use super::SHUT;
use crate::ApiError;

struct Row {
    state: String,
    cooling_until: Option<DateTime<Utc>>,
    strikes: Vec<DateTime<Utc>>,
    rung: i32,
    clean: i32,
    slow_until: Option<DateTime<Utc>>,
    evidence_at: Option<DateTime<Utc>>,
}

impl From<Row> for Record {
    fn from(row: Row) -> Self {
        Self {
            // The table has no other states; one of a later version is not to be lent.
            state: State::of(&row.state).unwrap_or(State::Parked),
            until: row.cooling_until.map(|time| time.timestamp()),
            strikes: row.strikes.iter().map(DateTime::timestamp).collect(),
            rung: row.rung.unsigned_abs(),
            clean: row.clean.unsigned_abs(),
            slow_until: row.slow_until.map(|time| time.timestamp()),
            evidence_at: row.evidence_at.map(|time| time.timestamp()),
        }
    }
}

/// Locks a session that the run has, or had last, unless it waits for a person.
pub(in crate::store) async fn of_run(
    connection: &mut PgConnection,
    run: Uuid,
    session: i64,
) -> Result<Option<Record>, ApiError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT state, cooling_until, strikes, rung, clean, slow_until, evidence_at FROM sessions
         WHERE id = $1 AND (leased_run_id = $2 OR (leased_run_id IS NULL AND last_run_id = $2))
           AND state IN ('active', 'cooling', 'suspect')
         FOR UPDATE",
        session,
        run
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Record::from))
}

/// Locks a session; None when there is none. The rest of one to which every way was closed is left out: an administrator ends it.
pub(super) async fn of(connection: &mut PgConnection, session: i64) -> Result<Option<Record>, ApiError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT state, CASE WHEN state_reason IS DISTINCT FROM $2 THEN cooling_until END AS cooling_until, strikes, rung, clean, slow_until, evidence_at
         FROM sessions WHERE id = $1 FOR UPDATE",
        session,
        SHUT
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Record::from))
}

/// Stores how a session fares now. `reason` says what brought it into its state, if that is another one than before: an
/// outcome's code or [`ADMIN`](super::ADMIN).
pub(super) async fn write(
    connection: &mut PgConnection,
    session: i64,
    record: &Record,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let time = |seconds: i64| DateTime::from_timestamp(seconds, 0);
    let strikes: Vec<DateTime<Utc>> = record.strikes.iter().copied().filter_map(time).collect();
    sqlx::query!(
        "UPDATE sessions SET state = $2, cooling_until = $3, strikes = $4, rung = $5, clean = $6, slow_until = $7, evidence_at = $10,
             state_reason = CASE WHEN state = $2 THEN state_reason WHEN $2 = 'active' THEN NULL ELSE $8 END,
             state_since = CASE WHEN state = $2 THEN state_since ELSE $9 END
         WHERE id = $1",
        session,
        record.state.code(),
        record.until.and_then(time),
        &strikes,
        i32::try_from(record.rung).unwrap_or(i32::MAX),
        i32::try_from(record.clean).unwrap_or(i32::MAX),
        record.slow_until.and_then(time),
        reason,
        now,
        record.evidence_at.and_then(time)
    )
    .execute(connection)
    .await?;
    Ok(())
}
