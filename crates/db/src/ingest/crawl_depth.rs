//! Selects how deep the lists of a run's accounts are read. ADR 0023.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::saturate;
use clipmeter_scheduler::{FreshnessTier, Item, Reading, TierReadTimes, UnitKind, due_tier, reading};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::DbError;
use crate::tracking::attempts::Attempts;

/// A scraper that does not report how far it crawled reads at least this many items: enough for those young
/// enough to gain views by the minute.
const SHORT_CRAWL_ITEMS: u32 = 100;

/// Minimum of pages that are read of an account's list for a requested scrape, regardless of what is due: they contain
/// the items that the user looks at, and three requests for each list are quick.
const REQUESTED_PAGES: u32 = 3;

/// How often a crawl may go to the end for items that the profile counts and no crawl has found.
const FILL_GAP_EVERY: TimeDelta = TimeDelta::days(1);

/// Maximum number of repeated full crawls in a run, those of accounts that were crawled to the end before: at 100
/// pages each, more would outlive the run.
const MAX_FULL_CRAWLS: usize = 10;

/// An account assigned to a run.
pub(crate) struct AccountDepth {
    pub unit: i64,
    pub id: i64,
    pub username: String,
    pub platform_id: Option<String>,
    pub sec_uid: Option<String>,
    /// Oldest first.
    pub former_usernames: Vec<String>,
    pub known_count: i64,
    pub(crate) listed_item_count: Option<i64>,
    /// The scrape was requested by a user, not scheduled.
    is_requested: bool,
    interval_minutes: i32,
    last_outcome: Option<String>,
    last_attempt_at: Option<DateTime<Utc>>,
    consecutive_failures: i32,
    quiet_since: Option<DateTime<Utc>>,
    week_read_at: Option<DateTime<Utc>>,
    month_read_at: Option<DateTime<Utc>>,
    last_full_crawl_at: Option<DateTime<Utc>>,
    gap_checked_at: Option<DateTime<Utc>>,
    backfill_items: i32,
}

/// Returns the accounts of a run that have no outcome yet.
pub(crate) async fn accounts(connection: &mut PgConnection, run: Uuid) -> Result<Vec<AccountDepth>, DbError> {
    let accounts = sqlx::query_as!(
        AccountDepth,
        r#"SELECT u.id AS unit, a.id, a.username, a.platform_id, a.sec_uid, a.former_usernames,
                  (SELECT count(*) FROM posts p
                   WHERE p.account_id = a.id AND p.availability <> 'removed') AS "known_count!", a.listed_item_count,
                  r.trigger = 'request' AS "is_requested!",
                  -- No longer tracked: it is read once more, as if with the shortest interval.
                  coalesce((SELECT coalesce(min(scrape_interval(a.platform, t.interval_minutes, g, s))
                                                FILTER (WHERE g.is_active AND NOT t.suspended AND allows_pool(g, t.scraper_pool)),
                                            min(scrape_interval(a.platform, t.interval_minutes, g, s)))
                            FROM tracked_accounts t JOIN groups g ON g.id = t.group_id
                            WHERE t.account_id = a.id), 1) AS "interval_minutes!",
                  a.last_outcome, a.last_attempt_at, a.consecutive_failures, a.quiet_since, a.week_read_at,
                  a.month_read_at, a.last_full_crawl_at, a.gap_checked_at, s.backfill_items
           FROM run_units u JOIN runs r ON r.id = u.run_id JOIN platform_accounts a ON a.id = u.account_id
                CROSS JOIN settings s
           WHERE u.run_id = $1 AND u.outcome IS NULL
           ORDER BY u.id"#,
        run
    )
    .fetch_all(connection)
    .await?;
    Ok(accounts)
}

/// How deep to read an account's list.
pub(crate) struct CrawlDepth {
    tier: FreshnessTier,
    pub reading: Reading,
    pub may_fill_gap: bool,
    /// 0: no limit.
    pub max_items: u32,
}

impl CrawlDepth {
    /// Selects the depth for an account. Increments `full_crawls` for each account of the run that is crawled
    /// to the end again.
    pub(crate) fn of(
        account: &AccountDepth,
        items: &[Item],
        platform: Platform,
        full_crawls: &mut usize,
        now: DateTime<Utc>,
    ) -> Self {
        let has_boosted = items.iter().any(|item| item.boosted);
        let tier = account.due_tier(has_boosted, full_crawls, now);
        let mut reading = reading(items, tier, platform.descriptor().list_page, now.timestamp());
        if account.is_requested {
            let depth = saturate::<usize>(REQUESTED_PAGES * platform.descriptor().list_page);
            reading = reading.at_least(depth, items);
        }
        let may_fill_gap = account
            .gap_checked_at
            .is_none_or(|checked| now - checked >= FILL_GAP_EVERY);
        let max_items = if may_crawl_to_end(Some(tier), may_fill_gap) {
            account.backfill_items.unsigned_abs()
        } else {
            let page = platform.descriptor().list_page;
            let pages = saturate::<u32>(reading.depth).div_ceil(page) + 1;
            SHORT_CRAWL_ITEMS.max(pages * page)
        };
        Self {
            tier,
            reading,
            may_fill_gap,
            max_items,
        }
    }

    /// Returns whether the list may be crawled to its end.
    pub(crate) fn may_crawl_to_end(&self) -> bool {
        may_crawl_to_end(Some(self.tier), self.may_fill_gap)
    }
}

/// Returns whether a list that is read for this tier may be crawled to its end: because all items are due, or to fill
/// a gap.
pub(crate) fn may_crawl_to_end(tier: Option<FreshnessTier>, may_fill_gap: bool) -> bool {
    tier == Some(FreshnessTier::All) || may_fill_gap
}

impl AccountDepth {
    fn due_tier(&self, has_boosted: bool, full_crawls: &mut usize, now: DateTime<Utc>) -> FreshnessTier {
        let seconds = |time: Option<DateTime<Utc>>| time.map(|time| time.timestamp());
        let read = TierReadTimes {
            week: seconds(self.week_read_at),
            month: seconds(self.month_read_at),
            all: seconds(self.last_full_crawl_at),
        };
        match due_tier(
            &read,
            self.attempts(has_boosted).cadence().interval,
            now.timestamp(),
        ) {
            FreshnessTier::All if read.all.is_some() => {
                *full_crawls += 1;
                if *full_crawls > MAX_FULL_CRAWLS {
                    FreshnessTier::Month
                } else {
                    FreshnessTier::All
                }
            }
            tier => tier,
        }
    }

    fn attempts(&self, has_boosted: bool) -> Attempts<'_> {
        Attempts {
            kind: UnitKind::Account { has_boosted },
            interval_minutes: self.interval_minutes,
            last_outcome: self.last_outcome.as_deref(),
            last_attempt_at: self.last_attempt_at,
            consecutive_failures: self.consecutive_failures,
            quiet_since: self.quiet_since,
        }
    }
}

/// Stores the depth that was sent for each unit, for use when the unit ends.
pub(crate) async fn note(connection: &mut PgConnection, depths: &[(i64, CrawlDepth)]) -> Result<(), DbError> {
    let units: Vec<i64> = depths.iter().map(|(unit, _)| *unit).collect();
    let tiers: Vec<String> = depths
        .iter()
        .map(|(_, depth)| code(depth.tier).to_owned())
        .collect();
    let read_to: Vec<i64> = depths
        .iter()
        .map(|(_, depth)| saturate::<i64>(depth.reading.read_to_id))
        .collect();
    let max_items: Vec<i32> = depths
        .iter()
        .map(|(_, depth)| saturate::<i32>(depth.max_items))
        .collect();
    let may_fill_gap: Vec<bool> = depths.iter().map(|(_, depth)| depth.may_fill_gap).collect();
    sqlx::query!(
        "UPDATE run_units u SET freshness_tier = new.freshness_tier, read_to = new.read_to, max_items = new.max_items,
             may_fill_gap = new.may_fill_gap
         FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[], $5::bool[])
              AS new (unit, freshness_tier, read_to, max_items, may_fill_gap)
         WHERE u.id = new.unit",
        &units,
        &tiers,
        &read_to,
        &max_items,
        &may_fill_gap
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Parses a tier as spelled in the tables.
pub(crate) fn tier_of(text: &str) -> Option<FreshnessTier> {
    [
        FreshnessTier::Day,
        FreshnessTier::Week,
        FreshnessTier::Month,
        FreshnessTier::All,
    ]
    .into_iter()
    .find(|tier| code(*tier) == text)
}

/// Returns a tier as spelled in the tables.
fn code(tier: FreshnessTier) -> &'static str {
    match tier {
        FreshnessTier::Day => "day",
        FreshnessTier::Week => "week",
        FreshnessTier::Month => "month",
        FreshnessTier::All => "all",
    }
}
