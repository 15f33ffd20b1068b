//! Statistics for admins. New items are counted in an index by the time when they were first seen, so the cost depends on the
//! recent items of all groups; the others depend on the accounts in scope.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use clipmeter_domain::platforms::PerPlatform;
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

/// Counts the items of each platform in scope that were first seen since then: those of tracked accounts, and single videos of
/// other accounts.
pub async fn items_since(
    connection: &mut PgConnection,
    since: DateTime<Utc>,
) -> Result<PerPlatform<i64>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT p.platform AS "platform!", count(*) AS "n!" FROM posts p
           WHERE p.first_seen_at >= $1
             AND (p.account_id IN (SELECT account_id FROM tracked_accounts)
                  OR p.id IN (SELECT post_id FROM tracked_videos))
           GROUP BY p.platform"#,
        since
    )
    .fetch_all(connection)
    .await?;
    let mut items = PerPlatform::<i64>::default();
    for row in rows {
        if let Some(of) = items.get_mut(codes::platform(&row.platform)) {
            *of = row.n;
        }
    }
    Ok(items)
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
/// groups track it, in no order.
pub async fn scheduled(connection: &mut PgConnection) -> Result<Vec<ScheduledAccount>, sqlx::Error> {
    // Accounts of several groups are merged below, because few are, and grouping all rows takes longer than reading them.
    let rows = sqlx::query!(
        r#"SELECT a.account_id AS "account_id!", a.platform AS "platform!", a.last_outcome, a.last_attempt_at, a.last_success_at,
                  a.consecutive_failures AS "consecutive_failures!", a.quiet_since,
                  a.account_id IN (SELECT account_id FROM boosted_posts) AS "has_boosted!",
                  a.handle_conflict_at IS NOT NULL AS "is_undecided!", g.id AS "group_id!",
                  scrape_interval(a.platform, a.interval_minutes, g, s) AS "interval_minutes!"
           FROM scoped_accounts a
           JOIN groups g ON g.id = a.group_id AND g.is_active
           CROSS JOIN settings s
           WHERE NOT a.suspended"#
    )
    .fetch_all(connection)
    .await?;
    let mut accounts = HashMap::with_capacity(rows.len());
    for row in rows {
        match accounts.entry(row.account_id) {
            Entry::Vacant(account) => {
                account.insert(ScheduledAccount {
                    account_id: row.account_id,
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
                });
            }
            Entry::Occupied(mut account) => {
                let account: &mut ScheduledAccount = account.get_mut();
                account.group_id = account.group_id.min(row.group_id);
                account.interval_minutes = account.interval_minutes.min(row.interval_minutes);
            }
        }
    }
    Ok(accounts.into_values().collect())
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
