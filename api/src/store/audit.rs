//! The record of what users did, written in the transaction that does it.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A call was refused because the caller's role does not allow it.
    AccessDenied,
    /// A group tracks another account.
    AccountAdd,
    /// A group tracks an account no longer.
    AccountDelete,
    /// A group was made.
    GroupCreate,
    /// Sessions were put into the pool.
    SessionsAdd,
}

impl Action {
    /// The stable word for it: subject and verb.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::AccessDenied => "access.denied",
            Self::AccountAdd => "account.add",
            Self::AccountDelete => "account.delete",
            Self::GroupCreate => "group.create",
            Self::SessionsAdd => "sessions.add",
        }
    }
}

/// Who did it.
#[derive(Clone, Copy, Debug)]
pub struct Actor<'a> {
    /// None when nobody was signed in.
    pub user_id: Option<i64>,
    /// The user's name, or the one that was tried.
    pub username: &'a str,
    /// The network address of the caller.
    pub address: &'a str,
}

/// Appends an entry. `group_id` is whose rows changed, None for the whole platform; `details` never hold a secret.
pub async fn record(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor<'_>,
    action: Action,
    group_id: Option<i64>,
    details: Value,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO audit_log (at, user_id, username, address, group_id, action, details)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        now,
        actor.user_id,
        actor.username,
        actor.address,
        group_id,
        action.code(),
        details
    )
    .execute(connection)
    .await?;
    Ok(())
}
