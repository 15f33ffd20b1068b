//! Reading the record, as admins may.
//!
//! Pages are numbered, as on every other screen, although a page far back costs a walk over the index: the log holds what
//! people do, which is thousands of entries where content is millions, and an admin looks at the newest.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

/// An entry.
#[derive(Clone, Debug)]
pub struct AuditRow {
    /// Names the entry.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// None when nobody was signed in.
    pub user_id: Option<i64>,
    /// The user's name at that time, or the one that was tried.
    pub username: String,
    /// The network address of the caller; empty for what Clipmeter does by itself.
    pub address: String,
    /// Whose rows changed, None for the whole platform.
    pub group_id: Option<i64>,
    /// The code of the action.
    pub action: String,
    /// What it was done to.
    pub details: Value,
}

/// Which entries are wanted; what is None does not matter.
#[derive(Clone, Copy, Debug, Default)]
pub struct AuditFilter<'a> {
    /// The code of an action.
    pub action: Option<&'a str>,
    /// A username, upper or lower case.
    pub username: Option<&'a str>,
    /// Whose rows changed.
    pub group_id: Option<i64>,
    /// The earliest time.
    pub from: Option<DateTime<Utc>>,
    /// The time after the latest.
    pub to: Option<DateTime<Utc>>,
}

/// How many entries there are.
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

/// `take` entries after the newest `skip`.
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
