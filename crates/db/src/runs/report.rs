//! Stores scrapers' reports: each message in one transaction that verifies the lease first. A crash therefore
//! leaves a message stored entirely or not at all, which `api/tests/store/ingest/report_interrupted.rs` tests.
//! Only the partition of a new month is created before the transaction.

use std::time::Duration;

use chrono::{DateTime, Datelike as _, Utc};
use clipmeter_proto::v1::{Outcome, Platform, SessionReport, report_request};
use sqlx::PgConnection;
use uuid::Uuid;

use super::RunStore;
use super::lease::LEASE_LENGTH;
use crate::database::retry::{is_contention, is_lock_timeout, retried};
use crate::erasure::erased;
use crate::ingest::report::{Report, UnitTarget};
use crate::ingest::{captured_responses, crawl_depth, page, unit_end};
use crate::platform_config::discovery;
use crate::sessions::class::SessionClass;
use crate::sessions::{self, SessionNote};
use crate::stats::traffic;
use crate::{DbError, codes};

/// Limits how long creating a month waits for readers of the history, because all later readers wait behind it.
const MONTH_LOCK_TIMEOUT: &str = "500ms";

/// How far in advance a month is created. Maintenance tries every hour, and a backup or an export may prevent each attempt.
const MONTH_AHEAD: Duration = Duration::from_hours(7 * 24);

/// Maximum age of an observation: a scraper that could not deliver for this long has lost its run.
const OLDEST_OBSERVATION: Duration = Duration::from_hours(31 * 24);

impl RunStore {
    /// Stores a message and extends the lease. A message that was already stored changes nothing.
    /// If the data of a page or of the end of a unit is refused, ends the unit as failed.
    pub async fn store(&self, report: &Report) -> Result<(), DbError> {
        self.storage.check()?;
        let stored = retried(is_contention, || self.store_once(report)).await;
        self.storage.wrote(&stored, DbError::write_refusal);
        if let Err(error) = &stored
            && error.is_refusal_of_data()
            && matches!(
                report.body,
                report_request::Body::Page(_) | report_request::Body::Unit(_)
            )
        {
            self.end_refused_unit(report, error).await;
        }
        stored
    }

    async fn store_once(&self, report: &Report) -> Result<(), DbError> {
        let now = self.clock.now();
        let sequence = i64::try_from(report.sequence)
            .map_err(|_| DbError::invalid("the sequence number is too high"))?;
        if let report_request::Body::Page(page) = &report.body {
            page::check(page)?;
            self.ensure_month(self.observed_at("page.observed_at", page.observed_at)?)
                .await?;
        }
        let mut tx = self.pool.begin().await?;
        let Some(fenced) = fence(&mut tx, report, sequence, now).await? else {
            drop(tx);
            return Err(self.refusal_reason(report.run, report.lease_token).await?);
        };
        let platform = fenced.platform;
        let ended = if fenced.is_new {
            self.apply(&mut tx, report.run, &fenced, &report.body).await?
        } else {
            None
        };
        tx.commit().await?;
        if let (Some(outcome), report_request::Body::Unit(end)) = (ended, &report.body) {
            self.reported.unit(platform, end, outcome);
        }
        if fenced.is_new
            && let report_request::Body::Requeued(requeued) = &report.body
        {
            self.reported.requeued(platform, &requeued.request_stats);
        }
        Ok(())
    }

    /// Applies the message. Returns the outcome of a unit that had none before.
    async fn apply(
        &self,
        connection: &mut PgConnection,
        run: Uuid,
        fenced: &Fenced,
        body: &report_request::Body,
    ) -> Result<Option<Outcome>, DbError> {
        let now = self.clock.now();
        let platform = fenced.platform;
        match body {
            report_request::Body::Page(page) => {
                let target = fenced.target(page.unit_id)?;
                let observed_at = self.observed_at("page.observed_at", page.observed_at)?;
                page::store(connection, &self.secrets, &target, page, observed_at, now).await?;
            }
            report_request::Body::Unit(end) => {
                let target = fenced.target(end.unit_id)?;
                let end = &erased::without_erased(connection, &self.secrets, platform, end).await?;
                let ended = unit_end::store(connection, &target, end, now).await?;
                if ended.is_some() {
                    sessions::count(connection, now, run, &end.request_stats, self.random.sample()).await?;
                    if ended.is_some_and(sessions::needs_confirmation)
                        && let Some(account) = target.account
                    {
                        sessions::unassign(connection, account, &end.request_stats).await?;
                    }
                    traffic::store(connection, platform, &end.request_stats, now).await?;
                    self.note_probes(connection, run, platform, &end.request_stats)
                        .await?;
                }
                return Ok(ended);
            }
            report_request::Body::Requeued(report) => {
                let target = fenced.target(report.unit_id)?;
                unit_end::requeue(connection, &target, report).await?;
                sessions::count(connection, now, run, &report.request_stats, self.random.sample()).await?;
                traffic::store(connection, platform, &report.request_stats, now).await?;
                self.note_probes(connection, run, platform, &report.request_stats)
                    .await?;
            }
            report_request::Body::Session(report) => {
                self.note_session(connection, run, platform, report).await?;
            }
            report_request::Body::Endpoint(report) => {
                self.note_endpoint(connection, run, platform, report).await?;
            }
            report_request::Body::Address(report) => {
                self.note_address(connection, run, platform, report).await?;
            }
            report_request::Body::Capture(report) => {
                let target = fenced.target(report.unit_id)?;
                let observed_at = self.observed_at("capture.observed_at", report.observed_at)?;
                captured_responses::store(connection, run, &target, report, now, observed_at).await?;
            }
            report_request::Body::Discovery(report) => {
                discovery::record(connection, run, platform, report, now).await?;
            }
        }
        Ok(None)
    }

    async fn note_session(
        &self,
        connection: &mut PgConnection,
        run: Uuid,
        platform: Platform,
        report: &SessionReport,
    ) -> Result<(), DbError> {
        if report.outcome() == Outcome::Unspecified {
            return Err(DbError::invalid("a session report needs an outcome"));
        }
        let sample = self.random.sample();
        let now = self.clock.now();
        match sessions::note(connection, &self.secrets, now, run, report, sample).await? {
            SessionNote::Stored => Ok(()),
            SessionNote::Prevented { opens } => {
                let session = report.session_id;
                if opens {
                    tracing::error!(
                        session,
                        "several sessions were refused at once, so none is marked as dead; check the network path to {platform}",
                        platform = platform.code()
                    );
                }
                self.cool_address(connection, run, platform, session, report.outcome())
                    .await
            }
        }
    }

    /// Returns the time of an observation, checked against the API's clock: a future time becomes now, one
    /// too long ago is rejected.
    pub fn observed_at(&self, field: &str, seconds: i64) -> Result<DateTime<Utc>, DbError> {
        let now = self.clock.now();
        DateTime::from_timestamp(seconds, 0)
            .map(|time| time.min(now))
            .filter(|time| *time >= now - OLDEST_OBSERVATION)
            .ok_or_else(|| {
                DbError::invalid(format!(
                    "{field}: the time is too long ago; correct the clock of the scraper's machine"
                ))
            })
    }

    /// Creates the next month of the history a week ahead, so that no report has to.
    pub async fn prepare_months(&self) -> Result<(), DbError> {
        let now = self.clock.now();
        self.ensure_month(now).await?;
        self.ensure_month(now + MONTH_AHEAD).await
    }

    /// Ensures that the history has a partition for the month of `at`. While others read the history, the partition cannot be created:
    /// rows go to the default partition, from which a later call moves them.
    pub(crate) async fn ensure_month(&self, at: DateTime<Utc>) -> Result<(), DbError> {
        let month = at.year() * 12 + i32::try_from(at.month()).unwrap_or_default();
        let known = |store: &Self| store.months.lock().contains(&month);
        if known(self) {
            return Ok(());
        }
        let mut transaction = self.pool.begin().await?;
        sqlx::query!("SELECT set_config('lock_timeout', $1, true)", MONTH_LOCK_TIMEOUT)
            .fetch_one(&mut *transaction)
            .await?;
        let created = sqlx::query!("SELECT ensure_metrics_month($1)", at)
            .fetch_one(&mut *transaction)
            .await;
        match created {
            Err(error) if is_lock_timeout(&error) => Ok(()),
            Err(error) => Err(error.into()),
            Ok(_) => {
                transaction.commit().await?;
                self.months.lock().insert(month);
                Ok(())
            }
        }
    }
}

/// A message from the holder of the run's lease.
pub(super) struct Fenced {
    pub(super) platform: Platform,
    /// The message was not stored before.
    is_new: bool,
    /// The unit that the message is about; `None` if it is not one of the run's.
    pub(super) target: Option<UnitTarget>,
}

impl Fenced {
    fn target(&self, unit: i64) -> Result<UnitTarget, DbError> {
        self.target
            .ok_or_else(|| DbError::invalid(format!("unit {unit} does not belong to this run")))
    }
}

/// Verifies the lease's token, records the message's number, extends the lease and locks the run: a repeated
/// message waits here for the first one, and then finds it stored. Then locks the message's unit, against a
/// second report of its outcome. `None` if the run has ended or another scraper has taken it over; a lease that
/// has only expired is extended.
pub(super) async fn fence(
    connection: &mut PgConnection,
    report: &Report,
    sequence: i64,
    now: DateTime<Utc>,
) -> Result<Option<Fenced>, DbError> {
    let unit = match &report.body {
        report_request::Body::Page(page) => Some(page.unit_id),
        report_request::Body::Unit(end) => Some(end.unit_id),
        report_request::Body::Capture(report) => Some(report.unit_id),
        report_request::Body::Requeued(report) => Some(report.unit_id),
        report_request::Body::Session(_)
        | report_request::Body::Endpoint(_)
        | report_request::Body::Address(_)
        | report_request::Body::Discovery(_) => None,
    };
    let row = sqlx::query!(
        r#"
        WITH fenced AS (
            UPDATE runs SET last_sequence = greatest(last_sequence, $3), lease_expires_at = $4
            WHERE id = $1 AND lease_token = $2 AND ended_at IS NULL
            RETURNING id, platform, session_class, old.last_sequence AS stored
        )
        SELECT f.platform AS "platform!", f.stored AS "stored!", u.id AS "unit?", u.account_id, u.tracked_video_id, u.freshness_tier,
               u.read_to, u.may_fill_gap AS "may_fill_gap?", u.outcome, u.session_class, f.session_class AS run_class
        FROM fenced f LEFT JOIN LATERAL (
            SELECT * FROM run_units WHERE run_units.id = $5 AND run_units.run_id = f.id FOR UPDATE
        ) u ON true
        "#,
        report.run,
        report.lease_token,
        sequence,
        now + LEASE_LENGTH,
        unit
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| {
        let platform = codes::platform(&row.platform);
        Fenced {
            platform,
            is_new: row.stored < sequence,
            target: row.unit.map(|unit| UnitTarget {
                unit,
                platform,
                account: row.account_id,
                video: row.tracked_video_id,
                tier: row.freshness_tier.as_deref().and_then(crawl_depth::tier_of),
                read_to: row.read_to,
                may_fill_gap: row.may_fill_gap.unwrap_or(false),
                has_ended: row.outcome.is_some(),
                class: row.session_class.as_deref().and_then(SessionClass::of_code),
                run_class: row.run_class.as_deref().and_then(SessionClass::of_code),
            }),
        }
    }))
}
