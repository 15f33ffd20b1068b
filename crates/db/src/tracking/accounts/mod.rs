//! Accounts that groups track.

mod add;
mod order;
mod resource;
pub mod settings;

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

pub use add::{AddOutcome, AddedAccounts, NewAccounts, add};
pub use order::{AccountFilter, AccountOrder, MatchingAccounts, matching};
pub use resource::{TrackedResource, resources};

use crate::codes;
use crate::deletion;
use crate::tombstones::{self, Burial};

/// A tracked account with data of its platform account.
#[derive(Clone, Debug)]
pub struct TrackedAccount {
    /// `tracked_accounts.id`.
    pub id: i64,
    /// `platform_accounts.id`, which is not shown, because it is the same for every group.
    pub account_id: i64,
    /// Current username.
    pub username: String,
    /// Former usernames, oldest first.
    pub former_usernames: Vec<String>,
    /// Since when the handle has a new owner and nothing is read; `None`: no conflict.
    pub handle_conflict_at: Option<DateTime<Utc>>,
    /// Number of collected items.
    pub items: i64,
    /// Items with views above zero.
    pub viewed: i64,
    /// Sum of the known views of its items.
    pub views: i64,
    /// As reported by the platform.
    pub followers: Option<i64>,
    /// Items that the profile counts and the last full crawl did not find; `None`: there was no full crawl
    /// yet.
    pub gap: Option<i64>,
    pub group_id: i64,
    pub group_name: String,
    /// Accounts that only inactive groups track are not scraped.
    pub group_is_active: bool,
    /// Code of the outcome of the last attempt.
    pub last_outcome: Option<String>,
    /// Human-readable detail of the failure.
    pub last_detail: String,
    /// End of the last attempt.
    pub last_attempt_at: Option<DateTime<Utc>>,
    /// End of the last successful attempt.
    pub last_success_at: Option<DateTime<Utc>>,
    /// Day of the first successful attempt since it has been tracked.
    pub first_day: Option<NaiveDate>,
    /// Attempts since the last success.
    pub consecutive_failures: i32,
    /// Nothing newer has been posted since then.
    pub quiet_since: Option<DateTime<Utc>>,
    /// One of its older items is boosted.
    pub has_boosted: bool,
    /// Refresh interval of the group.
    pub interval_minutes: i32,
    /// Scraping is suspended.
    pub suspended: bool,
    /// The manager other than the dashboard that tracks it; `None` when the dashboard may change it.
    pub managed_by: Option<String>,
}

/// Selects tracked accounts, in alphabetical order. `few` looks up each account and its counters: behind the policies, the planner
/// expects to find half of all accounts, and would read all.
macro_rules! accounts {
    (few $condition:literal, $($argument:expr),+) => {
        accounts!(
            "tracked_accounts t
             CROSS JOIN LATERAL (SELECT * FROM platform_accounts WHERE id = t.account_id OFFSET 0) a
             CROSS JOIN LATERAL (SELECT * FROM account_counters WHERE account_id = t.account_id OFFSET 0) c",
            $condition,
            $($argument),+
        )
    };
    (all $condition:literal, $($argument:expr),+) => {
        accounts!(
            "tracked_accounts t
             JOIN platform_accounts a ON a.id = t.account_id
             JOIN account_counters c ON c.account_id = a.id",
            $condition,
            $($argument),+
        )
    };
    ($from:literal, $condition:literal, $($argument:expr),+) => {
        sqlx::query_as!(
            TrackedAccount,
            r#"SELECT t.id, a.id AS "account_id!", a.username AS "username!", a.former_usernames AS "former_usernames!",
                      a.handle_conflict_at, c.posts AS "items!", c.viewed_posts AS "viewed!",
                      c.views AS "views!", a.follower_count AS followers, a.gap, g.id AS group_id,
                      g.name AS group_name, g.is_active AS group_is_active, a.last_outcome, a.last_detail AS "last_detail!",
                      a.last_attempt_at, a.last_success_at, (a.first_success_at AT TIME ZONE (SELECT viewed_zone_name()))::date AS first_day,
                      a.consecutive_failures AS "consecutive_failures!", a.quiet_since,
                      EXISTS (SELECT FROM boosted_posts r WHERE r.account_id = a.id) AS "has_boosted!",
                      scrape_interval(a.platform, t.interval_minutes, g, s) AS "interval_minutes!", t.suspended,
                      nullif(t.managed_by, '') AS managed_by
               FROM "# + $from + " JOIN groups g ON g.id = t.group_id CROSS JOIN settings s WHERE " + $condition + " ORDER BY a.username, t.id",
            $($argument),+
        )
    };
}

/// Longer lists are filtered while all accounts are read.
const FEW: usize = 500;

/// Returns the tracked accounts of a platform in scope, in alphabetical order; if ids are given, only those.
pub async fn list(
    connection: &mut PgConnection,
    platform: Platform,
    ids: Option<&[i64]>,
) -> Result<Vec<TrackedAccount>, sqlx::Error> {
    match ids {
        Some(ids) if ids.len() <= FEW => {
            accounts!(few "a.platform = $1 AND t.id = ANY ($2)", platform.code(), ids)
                .fetch_all(connection)
                .await
        }
        _ => {
            accounts!(
                all "a.platform = $1 AND ($2::bigint[] IS NULL OR t.id IN (SELECT unnest($2)))",
                platform.code(),
                ids
            )
            .fetch_all(connection)
            .await
        }
    }
}

/// Returns these of the tracked accounts, which this transaction has inserted, in alphabetical order.
pub async fn list_inserted(
    connection: &mut PgConnection,
    platform: Platform,
    ids: &[i64],
) -> Result<Vec<TrackedAccount>, sqlx::Error> {
    // The statistics miss the inserted rows, so the planner would compare each account with each tracked account.
    // A plan that was kept may be such a one, and this one is not for other lists.
    sqlx::query("SELECT set_config('enable_nestloop', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)")
        .execute(&mut *connection)
        .await?;
    let rows = list(&mut *connection, platform, Some(ids)).await?;
    sqlx::query(
        "SELECT set_config('enable_nestloop', 'on', true), set_config('plan_cache_mode', 'auto', true)",
    )
    .execute(&mut *connection)
    .await?;
    Ok(rows)
}

/// Returns these of the tracked accounts in scope, in the order of the IDs.
pub async fn listed(
    connection: &mut PgConnection,
    platform: Platform,
    ids: &[i64],
) -> Result<Vec<TrackedAccount>, sqlx::Error> {
    let mut rows = list(connection, platform, Some(ids)).await?;
    let places: HashMap<i64, usize> = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    rows.sort_by_key(|row| places.get(&row.id));
    Ok(rows)
}

/// Returns the first tracked accounts of each platform in scope, in alphabetical order; all without a maximum. Finds those of all
/// platforms in one statement, which reads each account once.
pub async fn first_by_name(
    connection: &mut PgConnection,
    most: Option<i64>,
) -> Result<Vec<(Platform, Vec<TrackedAccount>)>, sqlx::Error> {
    let found = sqlx::query!(
        r#"WITH mine AS MATERIALIZED (SELECT id, platform, username FROM scoped_accounts)
           SELECT p.code AS "platform!",
                  ARRAY(SELECT id FROM mine WHERE platform = p.code ORDER BY username, id LIMIT $1) AS "ids!"
           FROM platforms p"#,
        most
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut accounts = Vec::with_capacity(found.len());
    for row in found {
        let platform = codes::platform(&row.platform);
        accounts.push((platform, listed(&mut *connection, platform, &row.ids).await?));
    }
    Ok(accounts)
}

/// Failing accounts.
#[derive(Clone, Debug)]
pub struct FailingAccounts {
    /// `tracked_accounts.id`, the longest without a success first.
    pub ids: Vec<i64>,
    /// Number of all.
    pub total: i64,
}

/// Returns the tracked accounts in scope that are scraped and whose last attempt failed, at most `take`.
pub async fn failing(
    connection: &mut PgConnection,
    platform: Platform,
    take: i64,
) -> Result<FailingAccounts, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT t.id, count(*) OVER () AS "total!"
           FROM tracked_accounts t
           JOIN platform_accounts a ON a.id = t.account_id
           JOIN groups g ON g.id = t.group_id
           WHERE a.platform = $1 AND a.consecutive_failures > 0 AND g.is_active AND NOT t.suspended
           ORDER BY a.last_success_at NULLS FIRST, t.id LIMIT $2"#,
        platform.code(),
        take
    )
    .fetch_all(connection)
    .await?;
    Ok(FailingAccounts {
        total: rows.first().map_or(0, |row| row.total),
        ids: rows.into_iter().map(|row| row.id).collect(),
    })
}

/// Returns a tracked account in scope.
pub async fn find(
    connection: &mut PgConnection,
    platform: Platform,
    id: i64,
) -> Result<Option<TrackedAccount>, sqlx::Error> {
    Ok(list(connection, platform, Some(&[id])).await?.pop())
}

/// An account that is no longer tracked.
#[derive(Clone, Debug)]
pub struct Removed {
    /// `tracked_accounts.id`.
    pub id: i64,
    /// The group that tracked it.
    pub group_id: i64,
    pub username: String,
}

/// Stops tracking those of the accounts that are in scope, and returns them. They can be restored; `burial` says
/// until when. Locks rows in one order, so that two calls with the same accounts cannot deadlock. Uses sub-selects
/// instead of joins, because the planner has no statistics about thousands of newly added rows and would choose a
/// nested loop.
pub async fn remove(
    connection: &mut PgConnection,
    platform: Platform,
    ids: &[i64],
    burial: Burial,
) -> Result<Vec<Removed>, sqlx::Error> {
    let accounts = sqlx::query_scalar!("SELECT account_id FROM tracked_accounts WHERE id = ANY ($1)", ids)
        .fetch_all(&mut *connection)
        .await?;
    deletion::begin(connection, &accounts, &[]).await?;
    let locked = sqlx::query_scalar!(
        "SELECT t.id FROM tracked_accounts t
         WHERE t.id = ANY ($1) AND (SELECT a.platform FROM platform_accounts a WHERE a.id = t.account_id) = $2
         ORDER BY t.id FOR UPDATE",
        ids,
        platform.code()
    )
    .fetch_all(&mut *connection)
    .await?;
    tombstones::bury_accounts(connection, &locked, burial).await?;
    sqlx::query_as!(
        Removed,
        r#"DELETE FROM tracked_accounts t WHERE t.id = ANY ($1)
         RETURNING t.id, t.group_id,
                   (SELECT a.username FROM platform_accounts a WHERE a.id = t.account_id) AS "username!""#,
        &locked
    )
    .fetch_all(connection)
    .await
}
