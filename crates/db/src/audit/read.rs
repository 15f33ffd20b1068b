//! Reads the audit log, for admins.
//!
//! Pages are numbered, as on every other screen, although a page far back costs an index scan: the log
//! contains users' actions, which are thousands of entries where content is millions, and admins look at the
//! newest.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

/// An audit log entry.
#[derive(Clone, Debug)]
pub struct AuditRow {
    pub id: i64,
    pub at: DateTime<Utc>,
    /// `None` when no user was signed in.
    pub user_id: Option<i64>,
    /// The user's name at that time, or the name of the failed sign-in.
    pub username: String,
    /// Network address of the caller; empty for automatic actions.
    pub address: String,
    /// The group whose rows changed; `None` for the whole platform.
    pub group_id: Option<i64>,
    /// Action code.
    pub action: String,
    /// The object of the action.
    pub details: Value,
}

/// A filter of entries; a field that is `None` does not restrict.
#[derive(Clone, Copy, Debug, Default)]
pub struct AuditFilter<'a> {
    /// Action code.
    pub action: Option<&'a str>,
    /// Username, case-insensitive.
    pub username: Option<&'a str>,
    /// The group whose rows changed.
    pub group_id: Option<i64>,
    /// Earliest time.
    pub from: Option<DateTime<Utc>>,
    /// Latest time, exclusive.
    pub to: Option<DateTime<Utc>>,
}

/// Counts the entries.
pub async fn count(connection: &mut PgConnection, filter: &AuditFilter<'_>) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM audit_log
           WHERE ($1::text IS NULL OR action = $1) AND ($2::text IS NULL OR lower(username) = lower($2))
             AND ($3::bigint IS NULL OR group_id = $3)
             AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)"#,
        filter.action,
        filter.username,
        filter.group_id,
        filter.from,
        filter.to
    )
    .fetch_one(connection)
    .await
}

/// Returns `take` entries after the newest `skip`.
pub async fn page(
    connection: &mut PgConnection,
    filter: &AuditFilter<'_>,
    skip: i64,
    take: i64,
) -> Result<Vec<AuditRow>, sqlx::Error> {
    sqlx::query_as!(
        AuditRow,
        "SELECT id, at, user_id, username, address, group_id, action, details FROM audit_log
         WHERE ($1::text IS NULL OR action = $1) AND ($2::text IS NULL OR lower(username) = lower($2))
           AND ($3::bigint IS NULL OR group_id = $3)
           AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)
         ORDER BY at DESC, id DESC OFFSET $6 LIMIT $7",
        filter.action,
        filter.username,
        filter.group_id,
        filter.from,
        filter.to,
        skip,
        take
    )
    .fetch_all(connection)
    .await
}
