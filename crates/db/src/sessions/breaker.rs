//! The circuit breaker of the pool, one row for each platform. The transaction that evaluates the end of a
//! session locks the row until the end is stored, across all processes of the API.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::breaker::{Breaker, BreakerDecision};
use clipmeter_scheduler::cooldown::restored;
use sqlx::PgConnection;

use super::{BREAKER, record};
use crate::DbError;

/// Only Instagram has sessions.
const PLATFORM: Platform = Platform::Instagram;

/// Locks the breaker, and creates it if it does not exist. Must be locked before any session.
pub(super) async fn lock(connection: &mut PgConnection) -> Result<Breaker, DbError> {
    let row = sqlx::query!(
        "INSERT INTO session_breakers (platform) VALUES ($1)
         ON CONFLICT (platform) DO UPDATE SET platform = excluded.platform
         RETURNING last_session_id, last_end_at, open_until",
        PLATFORM.code()
    )
    .fetch_one(connection)
    .await?;
    Ok(Breaker {
        last: row
            .last_session_id
            .zip(row.last_end_at.map(|time| time.timestamp())),
        open_until: row.open_until.map(|time| time.timestamp()),
    })
}

/// Decides whether a session may end now. If that opens the breaker, also restores the session that ended
/// before it.
pub(super) async fn decide(
    connection: &mut PgConnection,
    breaker: Breaker,
    session: i64,
    now: DateTime<Utc>,
    sample: f64,
) -> Result<BreakerDecision, DbError> {
    let (after, decision) = breaker.judge(session, now.timestamp());
    let opens = decision == BreakerDecision::Prevented { opens: true };
    if opens && let Some((ended, _)) = breaker.last {
        restore(connection, ended, now, sample).await?;
    }
    sqlx::query!(
        "UPDATE session_breakers SET last_session_id = $2, last_end_at = $3, open_until = $4,
             opened_at = CASE WHEN $5 THEN $3 ELSE opened_at END, prevented = CASE WHEN $5 THEN 1 WHEN $6 THEN prevented + 1 ELSE prevented END
         WHERE platform = $1",
        PLATFORM.code(),
        session,
        now,
        after.open_until.and_then(|until| DateTime::from_timestamp(until, 0)),
        opens,
        decision != BreakerDecision::Ends
    )
    .execute(connection)
    .await?;
    Ok(decision)
}

/// Reverts the end of a session, unless an administrator has changed the session since.
async fn restore(
    connection: &mut PgConnection,
    session: i64,
    now: DateTime<Utc>,
    sample: f64,
) -> Result<(), DbError> {
    let Some(record) = record::of(connection, session).await? else {
        return Ok(());
    };
    if record.state.is_end() {
        record::write(
            connection,
            session,
            &restored(&record, now.timestamp(), sample),
            BREAKER,
            now,
        )
        .await?;
    }
    Ok(())
}

/// Returns since when the breaker is open, and the earliest time at which it closes; `None` if it is closed.
pub async fn open_breaker(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Option<OpenBreaker>, DbError> {
    Ok(sqlx::query_as!(
        OpenBreaker,
        r#"SELECT opened_at AS "since!", open_until AS "until!", prevented FROM session_breakers
           WHERE platform = $1 AND open_until > $2"#,
        PLATFORM.code(),
        now
    )
    .fetch_optional(connection)
    .await?)
}

/// An open circuit breaker: no session ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenBreaker {
    /// When the second session would have ended.
    pub since: DateTime<Utc>,
    /// When it closes, unless another session would have ended before.
    pub until: DateTime<Utc>,
    /// Number of ends of sessions that it prevented.
    pub prevented: i32,
}
