//! The history before the demo's first start: a month of scrapes, reported as scrapers report theirs, for trends, gains, histories and
//! pictures.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_api::Api;
use clipmeter_db::DbError;
use clipmeter_db::ingest::report::Report;
use clipmeter_db::runs::RunStore;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    PageReport, Picture, Platform, RunTrigger, TrackedUnit, Unit, UnitKey, UnitReport, unit, unit_key,
};
use clipmeter_runtime::ManualClock;
use clipmeter_simulator::{Reading, thumbnail};
use uuid::Uuid;

use super::sample::INTERVAL_MINUTES;

/// The longest default period of the dashboard, preceded by the first scrape, which gains are relative to.
const DAYS: i32 = 30;
/// The most recent days, which are scraped more often because charts of a few days show hours.
const FINE_DAYS: i32 = 2;
/// Number of scrapes from one that stores pictures to the next: each item is read every day of its first week.
const PICTURE_STEP: usize = 7;
/// Interval of the scrapes: short enough for a smooth curve, and long enough for a start within seconds.
const FINE_STEP_HOURS: i32 = 6;
/// Recorded as the reason for closing a run.
const CUT_OFF: &str = "the demo was stopped while its past was written";

/// Returns the times of the scrapes in order. The last one is an interval before the first start, when the real scrapes begin.
#[derive(Debug)]
pub(super) struct Past(Vec<DateTime<Utc>>);

/// The state of an account at an instant.
type ReadingAt<'a> = &'a (dyn Fn(Platform, &str, DateTime<Utc>) -> Option<Reading> + Sync);

impl Past {
    /// Builds the history of a demo that was first started at the given time.
    pub(super) fn before(first_start: DateTime<Utc>) -> Self {
        let end = first_start - TimeDelta::minutes(INTERVAL_MINUTES.into());
        let days = (FINE_DAYS + 1..=DAYS)
            .rev()
            .map(|days| TimeDelta::days(days.into()));
        let hours = (0..=FINE_DAYS * 24 / FINE_STEP_HOURS)
            .rev()
            .map(|step| TimeDelta::hours((step * FINE_STEP_HOURS).into()));
        Self(days.chain(hours).map(|before| end - before).collect())
    }

    /// Returns the time of the first scrape.
    pub(super) fn begin(&self) -> DateTime<Utc> {
        self.0.first().copied().unwrap_or_default()
    }

    /// Reports the scrapes, unless all were reported before. Resumes after a start that was killed.
    pub(super) async fn report(&self, api: &Api, reading_at: ReadingAt<'_>) -> Result<(), DbError> {
        let runs = api.runs();
        let units = runs.list_units().await?;
        // The platforms are reported beside each other.
        let newest = |platform| {
            let its = units
                .iter()
                .filter(|unit| unit.key.is_some_and(|key| key.platform() == platform));
            its.filter_map(|unit| unit.last_attempt_at).max()
        };
        let end = self.0.last().map(DateTime::timestamp);
        if Platform::ALL.into_iter().all(|platform| newest(platform) >= end) {
            return Ok(());
        }
        for run in runs.list_runs().await? {
            if let Ok(run) = run.run_id.parse() {
                runs.close_run(run, CUT_OFF).await?;
            }
        }
        let units = runs.list_units().await?;
        tokio::try_join!(
            Box::pin(self.report_platform(runs, Platform::Instagram, &units, reading_at)),
            Box::pin(self.report_platform(runs, Platform::Tiktok, &units, reading_at)),
        )?;
        Ok(())
    }

    async fn report_platform(
        &self,
        runs: &RunStore,
        platform: Platform,
        units: &[TrackedUnit],
        reading_at: ReadingAt<'_>,
    ) -> Result<(), DbError> {
        for (place, at) in self.0.iter().enumerate() {
            let due = units
                .iter()
                .filter(|unit| unit.last_attempt_at.is_none_or(|last| last < at.timestamp()))
                .filter_map(|unit| unit.key)
                .filter(|key| key.platform() == platform && is_account(key))
                .collect::<Vec<_>>();
            let runs = runs.by_clock(Arc::new(ManualClock::new(*at)));
            let reading_at = |username: &str| reading_at(platform, username, *at);
            let with_pictures = place % PICTURE_STEP == 0 || place + 1 == self.0.len();
            report_run(&runs, platform, &due, at.timestamp(), with_pictures, reading_at).await?;
        }
        Ok(())
    }
}

fn is_account(key: &UnitKey) -> bool {
    matches!(key.id, Some(unit_key::Id::AccountId(_)))
}

/// Reports one run from opening to end.
async fn report_run(
    runs: &RunStore,
    platform: Platform,
    due: &[UnitKey],
    observed_at: i64,
    with_pictures: bool,
    reading_at: impl Fn(&str) -> Option<Reading>,
) -> Result<(), DbError> {
    let run = Uuid::now_v7();
    if runs.open_run(run, platform, due, RunTrigger::Schedule).await? == 0 {
        return Ok(());
    }
    let batch = runs.fetch_batch(run, None, "").await?;
    let lease_token = batch
        .lease_token
        .parse()
        .map_err(|_| DbError::Invalid("the token of a lease is a UUID".to_owned()))?;
    let bodies = batch
        .units
        .into_iter()
        .flat_map(|unit| bodies(unit, observed_at, &reading_at));
    for (body, sequence) in bodies.zip(1..) {
        let report = Report {
            run,
            lease_token,
            sequence,
            body,
        };
        runs.store(&report).await?;
        if with_pictures {
            store_pictures(runs, &report).await?;
        }
    }
    runs.complete_run(run, lease_token).await?;
    Ok(())
}

/// Stores the pictures that a scraper would be asked for: scrapes rarely read old items, so theirs would be missing for days.
async fn store_pictures(runs: &RunStore, report: &Report) -> Result<(), DbError> {
    let Body::Page(page) = &report.body else {
        return Ok(());
    };
    let needed = runs.needed_pictures(report.run, &report.body).await?;
    let items = page
        .observations
        .iter()
        .filter(|seen| needed.items.contains(&seen.external_id))
        .filter_map(|seen| picture(&seen.external_id, &seen.picture_url));
    let avatar = page
        .profile
        .iter()
        .filter(|_| needed.of_account)
        .filter_map(|profile| picture("", &profile.picture_url));
    let pictures: Vec<Picture> = items.chain(avatar).collect();
    if !pictures.is_empty() {
        runs.store_pictures(report.run, report.lease_token, page.unit_id, &pictures)
            .await?;
    }
    Ok(())
}

fn picture(external_id: &str, url: &str) -> Option<Picture> {
    Some(Picture {
        external_id: external_id.to_owned(),
        webp: thumbnail(url)?,
    })
}

/// Builds a scraper's report of a unit: its items, if any, and its outcome.
fn bodies(unit: Unit, observed_at: i64, reading_at: impl Fn(&str) -> Option<Reading>) -> Vec<Body> {
    let Some(unit::Target::Account(account)) = unit.target else {
        return Vec::new();
    };
    let reading = reading_at(&account.username).unwrap_or_else(Reading::missing);
    // 0 means no limit.
    let most = usize::try_from(account.max_items)
        .ok()
        .filter(|most| *most > 0)
        .unwrap_or(usize::MAX);
    let observations: Vec<_> = reading.observations.into_iter().take(most).collect();
    let page = (!observations.is_empty()).then(|| {
        Body::Page(PageReport {
            unit_id: unit.unit_id,
            observed_at,
            profile: reading.profile.clone(),
            observations,
            ..PageReport::default()
        })
    });
    let end = Body::Unit(UnitReport {
        unit_id: unit.unit_id,
        outcome: reading.outcome.into(),
        profile: reading.profile,
        observed_at,
        ..UnitReport::default()
    });
    page.into_iter().chain([end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demo_past_has_daily_and_finally_six_hour_steps() {
        let start = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let past = Past::before(start);
        let end = start - TimeDelta::minutes(5);
        assert_eq!(past.begin(), end - TimeDelta::days(30));
        assert_eq!(past.0.last(), Some(&end));
        let mut steps: Vec<TimeDelta> = past.0.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let hours = steps.split_off(28);
        assert!(steps.iter().all(|step| *step == TimeDelta::days(1)));
        assert_eq!(hours, [TimeDelta::hours(6); 8]);
    }
}
