//! The circuit breaker of the pool, one row for a platform. Whoever judges the end of a session holds its lock until the end is stored, in
//! whichever process of the API.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::breaker::{Breaker, BreakerDecision};
use clipmeter_scheduler::cooldown::restored;
use sqlx::PgConnection;

use super::{BREAKER, record};
use crate::ApiError;

/// Only Instagram is read with sessions.
const PLATFORM: Platform = Platform::Instagram;

/// Locks the breaker, which is made when it is not there. It comes before the locks of sessions.
pub(super) async fn lock(connection: &mut PgConnection) -> Result<Breaker, ApiError> {
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

/// Judges a session that would end now. When that opens the breaker, the session that ended before it is tried again as well.
pub(super) async fn judge(
    connection: &mut PgConnection,
    breaker: Breaker,
    session: i64,
    now: DateTime<Utc>,
    sample: f64,
) -> Result<BreakerDecision, ApiError> {
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

/// Takes back the end of a session, unless somebody has seen to it since.
async fn restore(
    connection: &mut PgConnection,
    session: i64,
    now: DateTime<Utc>,
    sample: f64,
) -> Result<(), ApiError> {
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

/// Since when the breaker is open, and until when it is at least. None: it is closed.
pub async fn open_breaker(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Option<OpenBreaker>, ApiError> {
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

/// A circuit breaker that is open: no session ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenBreaker {
    /// When the second session would have ended.
    pub since: DateTime<Utc>,
    /// When it closes, unless another session would end until then.
    pub until: DateTime<Utc>,
    /// Ends of sessions that it has prevented.
    pub prevented: i32,
}
