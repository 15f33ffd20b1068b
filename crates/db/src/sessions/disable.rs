//! Disables and re-enables sessions on an administrator's request.

use chrono::{DateTime, Utc};
use clipmeter_scheduler::cooldown::{SessionRecord, disabled, reenabled};
use sqlx::PgConnection;

use super::{ADMIN, LOCKED_OUT, record};
use crate::DbError;

/// The result of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateChange {
    /// The session was changed.
    Done,
    /// The session already had the state, or was to be disabled but is challenged or dead.
    Nothing,
    /// There is no such session.
    NoSuchSession,
}

/// Disables a session, in a transaction with the scope of an admin. A run that has leased it uses it until it
/// takes its next one. A lockout does not resume when the session is re-enabled.
pub async fn disable(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    id: i64,
) -> Result<StateChange, DbError> {
    change(connection, now, id, disabled).await
}

/// Re-enables a disabled, challenged, dead or locked-out session, in a transaction with the scope of an
/// admin.
pub async fn reenable(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    id: i64,
) -> Result<StateChange, DbError> {
    if open(connection, now, id).await? {
        return Ok(StateChange::Done);
    }
    change(connection, now, id, |record| reenabled(record, now.timestamp())).await
}

/// Ends a session's lockout, and returns whether it was locked out.
async fn open(connection: &mut PgConnection, now: DateTime<Utc>, id: i64) -> Result<bool, DbError> {
    let opened = sqlx::query!(
        "UPDATE sessions SET state = 'active', cooling_until = NULL, state_reason = NULL, state_since = $2
         WHERE id = $1 AND state = 'cooling' AND state_reason = $3",
        id,
        now,
        LOCKED_OUT
    )
    .execute(connection)
    .await?;
    Ok(opened.rows_affected() > 0)
}

async fn change(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    id: i64,
    what: impl FnOnce(&SessionRecord) -> SessionRecord,
) -> Result<StateChange, DbError> {
    let Some(before) = record::of(connection, id).await? else {
        return Ok(StateChange::NoSuchSession);
    };
    let after = what(&before);
    if after == before {
        return Ok(StateChange::Nothing);
    }
    record::write(connection, id, &after, ADMIN, now).await?;
    Ok(StateChange::Done)
}
