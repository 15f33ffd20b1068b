//! Statistics for admins. New items are counted in an index by the time when they were first seen, so the cost depends on the
//! recent items of all groups; the others depend on the accounts in scope.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use clipmeter_domain::platforms::PerPlatform;
use clipmeter_proto::v1::{Outcome, Platform};
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
    let trackings = trackings(&mut *connection).await?;
    let platforms: Vec<String> = Platform::ALL
        .iter()
        .map(|platform| platform.code().to_owned())
        .collect();
    let last_successful = Outcome::Ok.code();
    // Arrays, and outcomes only of accounts that differ: a row for each account takes several times as long to send and to decode.
    let read = sqlx::query!(
        r#"WITH accounts AS (
               SELECT * FROM platform_accounts
               WHERE id = ANY (ARRAY(SELECT account_id FROM tracked_accounts WHERE group_id = (SELECT current_group())))
               UNION ALL
               SELECT * FROM platform_accounts WHERE (SELECT current_group()) IS NULL
           ), marked AS (
               SELECT *, consecutive_failures > 0 OR last_outcome IS DISTINCT FROM $2 AS differs FROM accounts
           )
           SELECT coalesce(array_agg(id), '{}') AS "ids!",
                  coalesce(array_agg(array_position($1::text[], platform)), '{}') AS "platforms!: Vec<Option<i32>>",
                  coalesce(array_agg(last_attempt_at), '{}') AS "attempts!: Vec<Option<DateTime<Utc>>>",
                  coalesce(array_agg(last_success_at), '{}') AS "successes!: Vec<Option<DateTime<Utc>>>",
                  coalesce(array_agg(quiet_since), '{}') AS "quiet!: Vec<Option<DateTime<Utc>>>",
                  coalesce(array_agg(id) FILTER (WHERE differs), '{}') AS "differing!",
                  coalesce(array_agg(last_outcome) FILTER (WHERE differs), '{}') AS "outcomes!: Vec<Option<String>>",
                  coalesce(array_agg(consecutive_failures) FILTER (WHERE differs), '{}') AS "failures!",
                  coalesce(array_agg(id) FILTER (WHERE handle_conflict_at IS NOT NULL), '{}') AS "undecided!",
                  ARRAY(SELECT DISTINCT account_id FROM boosted_posts) AS "boosted!"
           FROM marked"#,
        &platforms,
        last_successful
    )
    .fetch_one(connection)
    .await?;
    let results = read.outcomes.into_iter().zip(read.failures);
    let mut results: HashMap<i64, (Option<String>, i32)> = read.differing.into_iter().zip(results).collect();
    let undecided: HashSet<i64> = read.undecided.into_iter().collect();
    let boosted: HashSet<i64> = read.boosted.into_iter().collect();
    let keys = read.ids.into_iter().zip(read.platforms);
    let times = read.attempts.into_iter().zip(read.successes).zip(read.quiet);
    let accounts = keys.zip(times).filter_map(
        |((account_id, place), ((last_attempt_at, last_success_at), quiet_since))| {
            let tracking = trackings.get(&account_id)?;
            let platform = platform_at(place)?;
            let (last_outcome, consecutive_failures) = results
                .remove(&account_id)
                .unwrap_or_else(|| (Some(last_successful.to_owned()), 0));
            Some(ScheduledAccount {
                account_id,
                platform,
                group_id: tracking.group_id,
                interval_minutes: tracking.intervals.of(platform),
                last_outcome,
                last_attempt_at,
                last_success_at,
                consecutive_failures,
                quiet_since,
                has_boosted: boosted.contains(&account_id),
                is_undecided: undecided.contains(&account_id),
            })
        },
    );
    Ok(accounts.collect())
}

/// Returns the platform at a place of [`Platform::ALL`], counted from 1.
fn platform_at(place: Option<i32>) -> Option<Platform> {
    let index = usize::try_from(place?).ok()?.checked_sub(1)?;
    Platform::ALL.get(index).copied()
}

/// How active groups track an account.
#[derive(Clone, Copy, Debug)]
struct Tracking {
    /// The smallest ID of these groups.
    group_id: i64,
    /// The shortest interval of any of them, minutes, if the account is on this platform.
    intervals: PerPlatform<i32>,
}

/// Returns how accounts are tracked, by `platform_accounts.id`.
async fn trackings(connection: &mut PgConnection) -> Result<HashMap<i64, Tracking>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT g.id, p.code AS "platform!", scrape_interval(p.code, NULL, g, s) AS interval
           FROM groups g CROSS JOIN platforms p CROSS JOIN settings s WHERE g.is_active"#
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut groups = HashMap::<i64, PerPlatform<i32>>::new();
    for row in rows {
        let group = groups.entry(row.id).or_default();
        if let Some(interval) = group.get_mut(codes::platform(&row.platform)) {
            *interval = row.interval.unwrap_or_default();
        }
    }
    let tracked = sqlx::query!(
        r#"SELECT coalesce(array_agg(account_id), '{}') AS "accounts!", coalesce(array_agg(group_id), '{}') AS "groups!",
                  coalesce(array_agg(interval_minutes), '{}') AS "intervals!: Vec<Option<i32>>"
           FROM (SELECT account_id, group_id, interval_minutes FROM tracked_accounts
                 WHERE group_id = (SELECT current_group()) AND NOT suspended
                 UNION ALL
                 SELECT account_id, group_id, interval_minutes FROM tracked_accounts
                 WHERE (SELECT current_group()) IS NULL AND NOT suspended) t"#
    )
    .fetch_one(connection)
    .await?;
    let mut trackings = HashMap::with_capacity(tracked.accounts.len());
    let rows = tracked
        .accounts
        .into_iter()
        .zip(tracked.groups)
        .zip(tracked.intervals);
    for ((account_id, group_id), own) in rows {
        // Inactive groups are absent.
        let Some(group) = groups.get(&group_id) else {
            continue;
        };
        let intervals = group.map(|interval| own.unwrap_or(interval));
        match trackings.entry(account_id) {
            Entry::Vacant(account) => {
                account.insert(Tracking { group_id, intervals });
            }
            Entry::Occupied(mut account) => {
                let tracking: &mut Tracking = account.get_mut();
                let known = tracking.intervals;
                tracking.group_id = tracking.group_id.min(group_id);
                tracking.intervals =
                    PerPlatform::from_fn(|platform| known.of(platform).min(intervals.of(platform)));
            }
        }
    }
    Ok(trackings)
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
