//! Statistics for admins. Neither query reads individual posts: the totals of accounts come from counters,
//! and new items are counted by an index on (account, first seen), so the cost depends only on the accounts
//! in scope and their recent items.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use crate::codes;

/// User counts.
#[derive(Clone, Copy, Debug)]
pub struct Users {
    /// All users in scope.
    pub total: i64,
    /// Users that are not deactivated.
    pub active: i64,
}

/// Counts the users in scope.
pub async fn users(connection: &mut PgConnection) -> Result<Users, sqlx::Error> {
    sqlx::query_as!(
        Users,
        r#"SELECT count(id) AS "total!", count(id) FILTER (WHERE is_active) AS "active!" FROM users"#
    )
    .fetch_one(connection)
    .await
}

/// Counts the items in scope that were first seen since then: those of tracked accounts, and single videos of
/// other accounts.
pub async fn items_since(
    connection: &mut PgConnection,
    platform: Platform,
    since: DateTime<Utc>,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"WITH tracked AS MATERIALIZED (
               SELECT DISTINCT t.account_id
               FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
               WHERE a.platform = $1
           )
           SELECT (coalesce((SELECT sum(recent.n) FROM tracked t CROSS JOIN LATERAL (
                       SELECT count(*) AS n FROM posts p
                       WHERE p.account_id = t.account_id AND p.first_seen_at >= $2) recent), 0)
                   + (SELECT count(*) FROM posts p
                      WHERE p.id = ANY (ARRAY(SELECT post_id FROM tracked_videos)) AND p.platform = $1
                        AND p.first_seen_at >= $2 AND p.account_id NOT IN (SELECT account_id FROM tracked)))::bigint
                  AS "n!""#,
        platform.code(),
        since
    )
    .fetch_one(connection)
    .await
}

/// An account as the scheduler sees it.
#[derive(Clone, Debug)]
pub struct ScheduledAccount {
    /// `platform_accounts.id`.
    pub account_id: i64,
    pub platform: Platform,
    /// One of the groups that track it.
    pub group_id: i64,
    /// The shortest interval of any group in scope.
    pub interval_minutes: i32,
    /// Code of the outcome of the last attempt.
    pub last_outcome: Option<String>,
    /// End of the last attempt.
    pub last_attempt_at: Option<DateTime<Utc>>,
    /// End of the last successful attempt.
    pub last_success_at: Option<DateTime<Utc>>,
    /// Attempts since the last success.
    pub consecutive_failures: i32,
    /// Nothing newer has been posted since then.
    pub quiet_since: Option<DateTime<Utc>>,
    /// One of its older items is boosted.
    pub has_boosted: bool,
    /// The account has a handle conflict, and nothing is read until an admin has resolved it.
    pub is_undecided: bool,
}

/// Returns the accounts in scope that active groups track and have not suspended, each once even if several
/// groups track it.
pub async fn scheduled(connection: &mut PgConnection) -> Result<Vec<ScheduledAccount>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT a.id, a.platform, a.last_outcome, a.last_attempt_at, a.last_success_at, a.consecutive_failures,
                  a.quiet_since, EXISTS (SELECT FROM boosted_posts r WHERE r.account_id = a.id) AS "has_boosted!",
                  a.handle_conflict_at IS NOT NULL AS "is_undecided!",
                  min(g.id) AS "group_id!",
                  min(scrape_interval(a.platform, t.interval_minutes, g, s)) AS "interval_minutes!"
           FROM tracked_accounts t
           JOIN groups g ON g.id = t.group_id AND g.is_active
           JOIN platform_accounts a ON a.id = t.account_id
           CROSS JOIN settings s
           WHERE NOT t.suspended
           GROUP BY a.id"#
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ScheduledAccount {
            account_id: row.id,
            platform: codes::platform(&row.platform),
            group_id: row.group_id,
            interval_minutes: row.interval_minutes,
            last_outcome: row.last_outcome,
            last_attempt_at: row.last_attempt_at,
            last_success_at: row.last_success_at,
            consecutive_failures: row.consecutive_failures,
            quiet_since: row.quiet_since,
            has_boosted: row.has_boosted,
            is_undecided: row.is_undecided,
        })
        .collect())
}

/// Returns the accounts, by `platform_accounts.id`, that are assigned to open runs in scope.
pub async fn assigned_accounts(connection: &mut PgConnection) -> Result<HashSet<i64>, sqlx::Error> {
    let assigned = sqlx::query_scalar!(
        r#"SELECT account_id AS "account_id!" FROM run_units WHERE assigned AND account_id IS NOT NULL"#
    )
    .fetch_all(connection)
    .await?;
    Ok(assigned.into_iter().collect())
}
