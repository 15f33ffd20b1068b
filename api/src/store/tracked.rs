//! Accounts that groups track.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

/// A tracked account with what is known of the platform account behind it.
#[derive(Clone, Debug)]
pub struct TrackedAccount {
    /// `tracked_accounts.id`.
    pub id: i64,
    /// `platform_accounts.id`, which is not shown: it is the same for every group.
    pub account_id: i64,
    /// The name in use now.
    pub username: String,
    /// Items collected.
    pub items: i64,
    /// The tracking group.
    pub group_id: i64,
    /// The tracking group's name.
    pub group_name: String,
    /// Code of the outcome of the last attempt.
    pub last_outcome: Option<String>,
    /// What failed, for people.
    pub last_detail: String,
    /// End of the last attempt.
    pub last_attempt_at: Option<DateTime<Utc>>,
    /// End of the last successful attempt.
    pub last_success_at: Option<DateTime<Utc>>,
    /// Attempts since the last success.
    pub consecutive_failures: i32,
    /// How often the group wants it read.
    pub interval_minutes: i32,
}

/// Why an account was not added.
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    /// The group tracks it already.
    #[error("the group tracks this account already")]
    Exists,
    /// The group tracks as many as it may.
    #[error("the group tracks as many accounts as it may")]
    LimitReached,
    /// A query failed.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// The tracked accounts of a platform in scope, in alphabetical order; with an id only that one.
pub async fn list(
    connection: &mut PgConnection,
    platform: Platform,
    id: Option<i64>,
) -> Result<Vec<TrackedAccount>, sqlx::Error> {
    sqlx::query_as!(TrackedAccount, r#"SELECT t.id, a.id AS account_id, a.username, c.posts AS items, g.id AS group_id, g.name AS group_name,
                a.last_outcome, a.last_detail, a.last_attempt_at, a.last_success_at, a.consecutive_failures,
                scrape_interval(a.platform, t.interval_minutes, g, s) AS "interval_minutes!"
         FROM tracked_accounts t
         JOIN platform_accounts a ON a.id = t.account_id
         JOIN account_counters c ON c.account_id = a.id
         JOIN groups g ON g.id = t.group_id
         CROSS JOIN settings s
         WHERE a.platform = $1 AND ($2::bigint IS NULL OR t.id = $2)
         ORDER BY a.username, t.id"#, platform.code(), id)
    .fetch_all(connection)
    .await
}

/// One tracked account in scope.
pub async fn find(
    connection: &mut PgConnection,
    platform: Platform,
    id: i64,
) -> Result<Option<TrackedAccount>, sqlx::Error> {
    Ok(list(connection, platform, Some(id)).await?.pop())
}

/// Has a group track an account and returns the id. The cap is checked under a lock on the group, so that it holds
/// however many requests add at once. After an error the transaction can only be rolled back.
pub async fn add(
    connection: &mut PgConnection,
    platform: Platform,
    group_id: i64,
    username: &str,
    added_by: Option<i64>,
    now: DateTime<Utc>,
) -> Result<i64, AddError> {
    sqlx::query_scalar!(
        "INSERT INTO tracked_accounts (group_id, account_id, added_by, created_at)
         VALUES ($1, register_account($2, $3, $4), $5, $4)
         RETURNING id",
        group_id,
        platform.code(),
        username,
        now,
        added_by
    )
    .fetch_one(connection)
    .await
    .map_err(
        |error| match error.as_database_error().and_then(|error| error.constraint()) {
            Some("tracked_accounts_group_id_account_id_key") => AddError::Exists,
            Some("tracked_accounts_limit") => AddError::LimitReached,
            _ => AddError::Database(error),
        },
    )
}

/// An account that is no longer tracked.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The group that tracked it.
    pub group_id: i64,
    /// Its name.
    pub username: String,
}

/// Stops tracking an account in scope; when no other group tracks it, its facts go too. None: there is no such one.
pub async fn remove(
    connection: &mut PgConnection,
    platform: Platform,
    id: i64,
) -> Result<Option<Removed>, sqlx::Error> {
    sqlx::query_as!(
        Removed,
        "DELETE FROM tracked_accounts t USING platform_accounts a
         WHERE t.id = $1 AND a.id = t.account_id AND a.platform = $2
         RETURNING t.group_id, a.username",
        id,
        platform.code()
    )
    .fetch_optional(connection)
    .await
}
