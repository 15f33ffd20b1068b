//! Response counts of sessions, by hour.

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};
use clipmeter_runtime::saturate;
use sqlx::PgConnection;

use crate::DbError;

/// The period over which a session is evaluated, including the current hour.
pub(super) const EVALUATION_PERIOD: TimeDelta = TimeDelta::hours(24);

/// Retention of the counts: twice the period over which sessions are evaluated.
const RETENTION: TimeDelta = TimeDelta::hours(48);

/// Counts of a session's responses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ResponseCounts {
    pub(super) requests: u32,
    /// Responses that put the session on cooldown or end it.
    pub(super) refused: u32,
    /// Responses with the requested data.
    pub(super) succeeded: u32,
    /// Responses that could not be parsed.
    pub(super) unparsed: u32,
}

impl ResponseCounts {
    /// Returns whether the session got only responses that could not be parsed.
    pub(super) fn all_unparsed(self) -> bool {
        self.unparsed > 0 && self.unparsed == self.requests
    }
}

/// Adds to the current hour of a session.
pub(super) async fn add(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    session: i64,
    response_counts: ResponseCounts,
) -> Result<(), DbError> {
    sqlx::query!(
        "INSERT INTO session_hours AS h (session_id, hour, requests, refused) VALUES ($1, $2, $3, $4)
         ON CONFLICT (session_id, hour) DO UPDATE
         SET requests = h.requests + excluded.requests, refused = h.refused + excluded.refused",
        session,
        now.duration_trunc(TimeDelta::hours(1)).unwrap_or(now),
        saturate::<i32>(response_counts.requests),
        saturate::<i32>(response_counts.refused)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes hours that no longer affect any session, in the ingest role. Returns how many.
pub async fn prune_session_hours(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<u64, DbError> {
    let pruned = sqlx::query!("DELETE FROM session_hours WHERE hour < $1", now - RETENTION)
        .execute(connection)
        .await?;
    Ok(pruned.rows_affected())
}
