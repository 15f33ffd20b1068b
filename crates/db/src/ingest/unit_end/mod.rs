//! The end of a unit: stores its outcome for everything that it was read for.

mod account;
mod video;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Outcome, RequeueReport, UnitReport};
use clipmeter_runtime::saturate;
use sqlx::PgConnection;

use super::report::UnitTarget;
use super::{accounts, crawl_checkpoints, removal};
use crate::DbError;
use crate::sessions::class::SessionClass;
use crate::tracking::identity;
use crate::values::text;

/// Maximum length of the detail of a failure, characters; must equal the limit in `ingest.proto`.
const MAX_DETAIL: usize = 300;

/// Longest possible duration of a unit: runs are closed long before.
const MAX_UNIT_SECONDS: i64 = 24 * 60 * 60;

/// Stores the outcome of a unit and returns the resulting outcome, unless one was already stored. Does not
/// change counts: they came with pages, and a failure keeps the last good ones.
pub(crate) async fn store(
    connection: &mut PgConnection,
    target: &UnitTarget,
    end: &UnitReport,
    now: DateTime<Utc>,
) -> Result<Option<Outcome>, DbError> {
    let mut outcome = end.outcome();
    if outcome == Outcome::Unspecified {
        return Err(DbError::invalid("the end of a unit needs an outcome"));
    }
    let mut account = target.account;
    let mut new_owner = end.new_owner.as_ref();
    // A private account still shows its profile and its public counts.
    let profile_was_read = outcome.is_success() || outcome == Outcome::Private;
    if let Some(requested_account) = account
        && profile_was_read
    {
        match accounts::identify(
            connection,
            requested_account,
            target.platform,
            end.profile.as_ref(),
            &[],
            now,
        )
        .await?
        {
            accounts::Identity::Same(same) => account = Some(same),
            accounts::Identity::Missing => account = None,
            accounts::Identity::Changed => {
                outcome = Outcome::IdentityChanged;
                new_owner = end.profile.as_ref();
            }
        }
    }
    let mut detail = end.detail.as_str();
    if outcome == Outcome::IdentityChanged
        && let Some(account) = account
        && !identity::observe_other_owner(connection, account, new_owner, now).await?
    {
        outcome = Outcome::IdentityUnconfirmed;
        detail = "another account has the username; a scrape at least ten minutes later decides whether it is the new owner";
    }
    let detail: String = text(detail)
        .unwrap_or_default()
        .chars()
        .take(MAX_DETAIL)
        .collect();
    // The run and the unit are already locked: each message verifies its lease first.
    let class = SessionClass::of_unit(target.platform, end);
    let ended = sqlx::query!(
        "WITH unit AS (
             UPDATE run_units
             SET outcome = $2, detail = $3, ended_at = $4, requests = requests + $5, bytes = bytes + $6, session_class = $7,
                 seconds = $8, assigned = false
             WHERE id = $1 AND outcome IS NULL RETURNING run_id
         )
         UPDATE runs SET done = done + 1, failed = failed + CASE WHEN $9 THEN 0 ELSE 1 END,
             requests = runs.requests + $5, bytes = runs.bytes + $6, session_class = $10
         FROM unit WHERE id = unit.run_id",
        target.unit,
        outcome.code(),
        detail,
        now,
        saturate::<i32>(end.requests),
        saturate::<i64>(end.bytes),
        class.max(target.class).map(SessionClass::code),
        seconds(end),
        outcome.is_success(),
        class.max(target.run_class).map(SessionClass::code)
    )
    .execute(&mut *connection)
    .await?;
    if ended.rows_affected() == 0 {
        return Ok(None);
    }
    if let Some(account) = account {
        account::end(connection, account, target, end, outcome, &detail, now).await?;
        let is_its_own = !matches!(outcome, Outcome::IdentityChanged | Outcome::IdentityUnconfirmed);
        if is_its_own {
            removal::record(connection, account, target, &end.missing, now).await?;
        }
        if target.may_crawl_to_end() {
            let crawl = end.crawl.as_ref().filter(|_| is_its_own);
            crawl_checkpoints::record(connection, account, crawl, target.tier, outcome.is_success()).await?;
        }
    }
    if let Some(video) = target.video {
        let was_known = video::end(connection, video, outcome, &detail, &end.resolved_video_id, now).await?;
        // For the target of a short link, the runs that read it by its id detect its removal.
        if was_known {
            removal::record_video(connection, video, outcome, now).await?;
        }
    }
    Ok(Some(outcome))
}

/// Adds a requeued unit's requests to its own totals and its run's. The next attempt in this run adds to
/// them.
pub(crate) async fn requeue(
    connection: &mut PgConnection,
    target: &UnitTarget,
    report: &RequeueReport,
) -> Result<(), DbError> {
    let requests: u64 = report
        .request_stats
        .iter()
        .map(|stats| u64::from(stats.requests))
        .sum();
    let bytes = report
        .request_stats
        .iter()
        .fold(0_i64, |sum, stats| sum.saturating_add_unsigned(stats.bytes));
    let class = SessionClass::of_all_stats(target.platform, &report.request_stats);
    sqlx::query!(
        "WITH unit AS (
             UPDATE run_units SET requests = requests + $2, bytes = bytes + $3, session_class = $4 WHERE id = $1 RETURNING run_id
         )
         UPDATE runs SET requests = runs.requests + $2, bytes = runs.bytes + $3, session_class = $5
         FROM unit WHERE id = unit.run_id",
        target.unit,
        saturate::<i32>(requests),
        bytes,
        class.max(target.class).map(SessionClass::code),
        class.max(target.run_class).map(SessionClass::code)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns how long the unit took, both ends by its scraper's clock: the API's clock may differ, and a report
/// may be retried several times before it arrives. `None` if the scraper does not report it.
fn seconds(end: &UnitReport) -> Option<i32> {
    if end.started_at == 0 || end.observed_at == 0 {
        return None;
    }
    let seconds = end.observed_at.saturating_sub(end.started_at);
    i32::try_from(seconds.clamp(0, MAX_UNIT_SECONDS)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_duration_uses_its_own_clock_and_is_bounded() {
        let took = |started_at, observed_at| {
            seconds(&UnitReport {
                started_at,
                observed_at,
                ..UnitReport::default()
            })
        };
        assert_eq!(took(1_700_000_000, 1_700_000_042), Some(42));
        assert_eq!(
            took(1_700_000_042, 1_700_000_000),
            Some(0),
            "the clock was moved back"
        );
        assert_eq!(
            took(1, 1_700_000_000),
            Some(86_400),
            "the clock was set meanwhile"
        );
        assert_eq!(took(0, 1_700_000_000), None);
        assert_eq!(took(1_700_000_000, 0), None);
    }
}
