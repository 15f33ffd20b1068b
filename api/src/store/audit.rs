//! The record of what users did, written in the transaction that does it.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

/// An entry of the record.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Who did it.
    pub user_id: i64,
    /// Whose rows changed; None for the whole platform.
    pub group_id: Option<i64>,
    /// What was done: `account.add`, `group.create`, ...
    pub action: &'static str,
    /// To what. Never a secret.
    pub details: Value,
}

/// Appends an entry.
pub async fn record(
    connection: &mut PgConnection,
    entry: Entry,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO audit_log (at, user_id, group_id, action, details) VALUES ($1, $2, $3, $4, $5)",
        now,
        entry.user_id,
        entry.group_id,
        entry.action,
        entry.details
    )
    .execute(connection)
    .await?;
    Ok(())
}
