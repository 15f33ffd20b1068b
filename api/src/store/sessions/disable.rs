//! Taking sessions out of use and back, by hand.

use chrono::{DateTime, Utc};
use clipmeter_scheduler::cooldown::{SessionRecord, disabled, reenabled};
use sqlx::PgConnection;

use super::{ADMIN, LOCKED_OUT, record};
use crate::ApiError;

/// What became of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateChange {
    /// It is as it was asked for.
    Done,
    /// It was so before, or waits for a person.
    Nothing,
    /// There is no such session.
    NoSuchSession,
}

/// Takes a session out of use, in a transaction with the scope of an admin. A run that has it works on with it until it takes
/// its next one. One to which every way was closed does not rest for that when it comes back.
pub async fn disable(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    id: i64,
) -> Result<StateChange, ApiError> {
    change(connection, now, id, disabled).await
}

/// Takes a session into use again that was taken out, that waits for a person, or to which every way was closed, in a transaction with the
/// scope of an admin.
pub async fn reenable(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    id: i64,
) -> Result<StateChange, ApiError> {
    if open(connection, now, id).await? {
        return Ok(StateChange::Done);
    }
    change(connection, now, id, |record| reenabled(record, now.timestamp())).await
}

/// Ends the rest of a session to which every way was closed, and says whether it was one.
async fn open(connection: &mut PgConnection, now: DateTime<Utc>, id: i64) -> Result<bool, ApiError> {
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
) -> Result<StateChange, ApiError> {
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
