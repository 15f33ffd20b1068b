//! The end of a unit that reads an account.

use chrono::{DateTime, Utc};
use clipmeter_proto::Schedule;
use clipmeter_proto::v1::{Outcome, UnitReport};
use clipmeter_runtime::saturate;
use clipmeter_scheduler::FreshnessTier;
use sqlx::PgConnection;

use crate::DbError;
use crate::ingest::report::UnitTarget;

/// Stores the outcome of an attempt to read the account.
pub(super) async fn end(
    connection: &mut PgConnection,
    account: i64,
    target: &UnitTarget,
    report: &UnitReport,
    outcome: Outcome,
    detail: &str,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let read = outcome.is_success().then(|| read(target, report)).flatten();
    let crawl = report.crawl.as_ref();
    let item_count = report.profile.as_ref().and_then(|profile| profile.item_count);
    let schedule = outcome.policy().schedule;
    sqlx::query!(
        "UPDATE platform_accounts SET last_outcome = $2, last_detail = $3, last_attempt_at = $4,
             last_success_at = CASE WHEN $5 THEN $4 ELSE last_success_at END,
             first_success_at = CASE WHEN $5 THEN coalesce(first_success_at, $4) ELSE first_success_at END,
             week_read_at = CASE WHEN $6 THEN $4 ELSE week_read_at END,
             month_read_at = CASE WHEN $9 THEN $4 ELSE month_read_at END,
             last_full_crawl_at = CASE WHEN $10 THEN $4 ELSE last_full_crawl_at END,
             listed_item_count = CASE WHEN $5 AND $11 THEN $12 ELSE listed_item_count END,
             gap = CASE WHEN $5 THEN coalesce($13, gap) ELSE gap END,
             -- An older scraper does not report its crawls, and has read as deep as it was allowed to.
             gap_checked_at = CASE
                 WHEN $5 AND ($13::bigint IS NOT NULL OR $14 AND NOT $11 AND listed_item_count IS NULL) THEN $4
                 ELSE gap_checked_at END,
             quiet_since = CASE WHEN $5 THEN coalesce(quiet_since, $4) ELSE quiet_since END,
             consecutive_failures = CASE
                 WHEN $5 THEN 0
                 WHEN $7 THEN consecutive_failures
                 -- Earlier failures of other kinds are no evidence that it does not exist.
                 WHEN $8 AND last_outcome IS DISTINCT FROM $2 THEN 1
                 ELSE consecutive_failures + 1 END
         WHERE id = $1",
        account,
        outcome.code(),
        detail,
        now,
        outcome.is_success(),
        read >= Some(FreshnessTier::Week),
        schedule == Schedule::Defer,
        schedule == Schedule::Weekly,
        read >= Some(FreshnessTier::Month),
        read >= Some(FreshnessTier::All),
        crawl.is_some(),
        item_count,
        crawl.and_then(|crawl| crawl.gap).map(i64::from),
        target.may_fill_gap
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the freshness tier that a successful attempt has read; `None` if it did not get deep enough. A
/// scraper that does not report its crawl has read as many items as it was sent, which is enough.
fn read(target: &UnitTarget, report: &UnitReport) -> Option<FreshnessTier> {
    let is_deep_enough = report.crawl.as_ref().is_none_or(|crawl| {
        let covered_to = saturate::<i64>(crawl.covered_to_id);
        crawl.reached_end
            || target.read_to.is_some_and(|read_to| covered_to <= read_to)
            // The crawl stopped at the maximum of items.
            || (target.tier == Some(FreshnessTier::All) && crawl.capped)
    });
    target.tier.filter(|_| is_deep_enough)
}
