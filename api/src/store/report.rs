//! Storing what a scraper reports: each message in one transaction that proves the lease first.

use clipmeter_proto::v1::{Outcome, Platform, SessionReport, report_request};
use clipmeter_scheduler::Ring;
use sqlx::PgConnection;
use uuid::Uuid;

use super::lease::LENGTH;
use super::runs::RunStore;
use super::{depth, discovery, erased, evidence, is_lost, page, retried, sessions, traffic, unit_end, units};
use crate::ApiError;

/// One message of a scraper.
#[derive(Debug, Clone)]
pub struct Report {
    /// The run it is for.
    pub run: Uuid,
    /// Proof that the sender holds the run.
    pub lease_token: Uuid,
    /// Number of the message, from 1.
    pub sequence: u64,
    /// What it says.
    pub body: report_request::Body,
}

/// What a message is stored for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) unit: i64,
    pub(super) platform: Platform,
    /// NULL both: what was tracked has been deleted since, and nothing is to be stored.
    pub(super) account: Option<i64>,
    pub(super) video: Option<i64>,
    /// What the account's list was to be read for, and down to which item; None: of a video.
    pub(super) ring: Option<Ring>,
    pub(super) read_to: Option<i64>,
    /// It was to go to the end for items that nobody has seen.
    pub(super) may_fill_gap: bool,
}

impl Target {
    /// Whether the account's list might be walked to its end.
    pub(super) fn may_go_to_the_end(&self) -> bool {
        depth::may_go_to_the_end(self.ring, self.may_fill_gap)
    }
}

impl RunStore {
    /// Stores a message and extends the lease. A message that was stored before changes nothing.
    pub async fn store(&self, report: &Report) -> Result<(), ApiError> {
        if let report_request::Body::Page(page) = &report.body {
            page::check(page)?;
        }
        retried(is_contention, || self.store_once(report)).await
    }

    async fn store_once(&self, report: &Report) -> Result<(), ApiError> {
        let now = self.clock.now();
        let sequence =
            i64::try_from(report.sequence).map_err(|_| ApiError::invalid("the sequence is too high"))?;
        if let report_request::Body::Page(page) = &report.body {
            self.ensure_month(self.observed_at(page.observed_at)?).await?;
        }
        let mut tx = self.pool.begin().await?;
        // Locks the run: a repeated message waits here for the first one, and then finds it stored.
        let fenced = sqlx::query!(
            r#"
            UPDATE runs SET last_sequence = greatest(last_sequence, $3), lease_expires_at = $4
            WHERE id = $1 AND lease_token = $2 AND ended_at IS NULL
            RETURNING old.last_sequence AS "stored!", platform AS "platform!"
            "#,
            report.run,
            report.lease_token,
            sequence,
            now + LENGTH
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(fenced) = fenced else {
            drop(tx);
            return Err(self.why_refused(report.run, report.lease_token).await?);
        };
        let platform = units::platform(&fenced.platform);
        let ended = if fenced.stored < sequence {
            self.apply(&mut tx, report.run, platform, &report.body).await?
        } else {
            None
        };
        tx.commit().await?;
        if let (Some(outcome), report_request::Body::Unit(end)) = (ended, &report.body) {
            self.reported.unit(platform, end, outcome);
        }
        Ok(())
    }

    /// Returns how a unit ended whose end was not known yet.
    async fn apply(
        &self,
        connection: &mut PgConnection,
        run: Uuid,
        platform: Platform,
        body: &report_request::Body,
    ) -> Result<Option<Outcome>, ApiError> {
        let now = self.clock.now();
        match body {
            report_request::Body::Page(page) => {
                let target = target(connection, run, platform, page.unit_id).await?;
                let author = page
                    .observations
                    .first()
                    .map_or("", |first| first.author_username.as_str());
                let author = if target.video.is_some() { author } else { "" };
                if erased::is_erased(connection, &self.secrets, platform, page.profile.as_ref(), author)
                    .await?
                {
                    return Ok(None);
                }
                let observed_at = self.observed_at(page.observed_at)?;
                page::store(connection, &target, page, observed_at, now).await?;
            }
            report_request::Body::Unit(end) => {
                let target = target(connection, run, platform, end.unit_id).await?;
                let end = &erased::left_out(connection, &self.secrets, platform, end).await?;
                let ended = unit_end::store(connection, &target, end, now).await?;
                if ended.is_some() {
                    sessions::count(connection, now, run, &end.tallies).await?;
                    traffic::store(connection, platform, &end.tallies, now).await?;
                }
                return Ok(ended);
            }
            report_request::Body::Session(report) => self.note_session(connection, run, report).await?,
            report_request::Body::Endpoint(report) => {
                self.note_endpoint(connection, run, platform, report).await?;
            }
            report_request::Body::Address(report) => {
                self.note_address(connection, run, platform, report).await?;
            }
            report_request::Body::Evidence(report) => {
                let target = target(connection, run, platform, report.unit_id).await?;
                let observed_at = self.observed_at(report.observed_at)?;
                evidence::keep(connection, &target, report, now, observed_at).await?;
            }
            report_request::Body::Found(report) => {
                discovery::learn(connection, run, platform, report, now).await?;
            }
        }
        Ok(None)
    }

    async fn note_session(
        &self,
        connection: &mut PgConnection,
        run: Uuid,
        report: &SessionReport,
    ) -> Result<(), ApiError> {
        if report.outcome() == Outcome::Unspecified {
            return Err(ApiError::invalid("a session report needs an outcome"));
        }
        let roll = self.dice.roll();
        sessions::note(connection, &self.secrets, self.clock.now(), run, report, roll).await
    }
}

/// The unit's target, with the unit's row locked against a second report of its end.
async fn target(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    unit: i64,
) -> Result<Target, ApiError> {
    let row = sqlx::query!(
        "SELECT account_id, tracked_video_id, ring, read_to, may_fill_gap FROM run_units
         WHERE id = $1 AND run_id = $2 FOR UPDATE",
        unit,
        run
    )
    .fetch_optional(connection)
    .await?
    .ok_or_else(|| ApiError::invalid(format!("unit {unit} is not one of this run's")))?;
    Ok(Target {
        unit,
        platform,
        account: row.account_id,
        video: row.tracked_video_id,
        ring: row.ring.as_deref().and_then(depth::ring_of),
        read_to: row.read_to,
        may_fill_gap: row.may_fill_gap,
    })
}

/// Whether the same transaction may succeed when it is tried again: it lost against another one that touched the same
/// accounts, or found a row that somebody else inserted between our look and our insert.
pub(super) fn is_contention(error: &ApiError) -> bool {
    let ApiError::Database(error) = error else {
        return false;
    };
    is_lost(error)
        || error
            .as_database_error()
            .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
