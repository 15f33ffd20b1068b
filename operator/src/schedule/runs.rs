//! Operations on single runs: opening, creating the Job, closing.

use std::time::{Duration, Instant};

use clipmeter_proto::v1::{OpenRun, OpenRunRequest, Platform, UnitKey};
use clipmeter_scheduler::{Batch, Trigger};
use uuid::Uuid;

use super::start::{Started, start_job};
use super::sweep::{SweepStep, step};
use super::tick::Schedule;
use crate::context::now;
use crate::error::Error;
use crate::jobs::{JobState, Run};

/// Delay before the next Job after the cluster rejected one: it would reject another in the next second.
const BACKOFF_AFTER_REFUSAL: Duration = Duration::from_secs(30);

impl Schedule {
    /// Creates the Jobs of open runs, and closes finished runs. An error for one run does not delay the others.
    ///
    /// `api_time` is the API's time with which the age of runs is computed.
    pub(super) async fn sweep(
        &mut self,
        listed: &[OpenRun],
        api_time: i64,
        tokens: &mut usize,
    ) -> Result<(), Error> {
        let suspended = self.context.policy_spec().suspend;
        for open in listed {
            let Some(run) = run_of(open) else { continue };
            match self.step(run, api_time - open.opened_at).await {
                Ok(SweepStep::Leave) => {}
                Ok(SweepStep::Start) if suspended => {}
                Ok(SweepStep::Start | SweepStep::Move) if *tokens == 0 => {
                    self.context.metrics.throttled_by("createPerSecond");
                }
                Ok(next) => {
                    if matches!(next, SweepStep::Start | SweepStep::Move) {
                        *tokens -= 1;
                    }
                    self.take(next, run).await.or_else(|error| goes_on(run, error))?;
                }
                Err(error) => goes_on(run, error)?,
            }
        }
        Ok(())
    }

    /// Decides the next step for an open run. A missing Job is confirmed with the API server, because a watch may lag.
    async fn step(&self, run: Run, age: i64) -> Result<SweepStep, Error> {
        if self.left_behind.has(&run.job_name()) {
            return Ok(SweepStep::Move);
        }
        let made = self.made.get(&run.id).map(|made| made.elapsed().as_secs());
        let made = made.and_then(|made| i64::try_from(made).ok());
        let now = now();
        let seen = self.jobs.state(&run.job_name(), now);
        let next = step(age, made, &seen);
        if seen != JobState::None || !matches!(next, SweepStep::Close(_)) {
            return Ok(next);
        }
        let confirmed = self
            .jobs
            .fetch_state(&self.context.client, &run.job_name(), now)
            .await?;
        Ok(step(age, made, &confirmed))
    }

    async fn take(&mut self, next: SweepStep, run: Run) -> Result<(), Error> {
        match next {
            SweepStep::Leave => Ok(()),
            SweepStep::Start => self.give_job(run, "open").await,
            SweepStep::Move => self.replace_job(run).await,
            SweepStep::Close(why) => self.close(run, &why).await,
            SweepStep::GiveUp(why) => {
                // The Job first: a run that is still open is found again.
                self.jobs.delete(&self.context.client, &run.job_name()).await?;
                self.close(run, &why).await
            }
        }
    }

    /// Opens the run, then creates its Job: if the operator is killed in between, [`Self::sweep`] finds the run.
    pub(super) async fn open_run(&mut self, batch: Batch) -> Result<bool, Error> {
        let id = Uuid::now_v7();
        let units: Vec<UnitKey> = batch.units.iter().map(|unit| (*unit).into()).collect();
        let request = OpenRunRequest {
            run_id: id.to_string(),
            platform: batch.platform.into(),
            units,
            trigger: clipmeter_proto::v1::RunTrigger::from(batch.trigger).into(),
        };
        let assigned = self.context.api.open_run(request).await?;
        if assigned == 0 {
            return Ok(false);
        }
        self.open.insert(id.to_string());
        // Other runs took some of the units. The next pass lists the remaining ones and creates the Job.
        if usize::try_from(assigned) != Ok(batch.units.len()) {
            return Ok(true);
        }
        let run = Run {
            id,
            platform: batch.platform.code(),
        };
        let reason = match batch.trigger {
            Trigger::Request => "request",
            Trigger::Schedule => "schedule",
        };
        self.running.insert(id, batch);
        self.give_job(run, reason).await?;
        Ok(true)
    }

    /// Creates the Job of a run and marks its scrape requests as handled.
    async fn give_job(&mut self, run: Run, reason: &'static str) -> Result<(), Error> {
        self.bucket.take();
        match start_job(&self.context, run, reason).await? {
            Started::Made => {
                self.has_job(run);
                Ok(())
            }
            Started::Refused(why) => {
                tracing::error!(run = %run.id, why, "the cluster accepts no Jobs");
                self.backoff_until = Instant::now() + BACKOFF_AFTER_REFUSAL;
                self.close(run, &format!("the cluster accepts no Jobs: {why}"))
                    .await
            }
        }
    }

    fn has_job(&mut self, run: Run) {
        self.made.insert(run.id, Instant::now());
        if let Some(batch) = self.running.get(&run.id) {
            for scrape_request in self.context.requests.serve(run.id, &batch.units) {
                self.context.handled(scrape_request);
            }
        }
    }

    /// Moves a run to the scrapers' namespace. The new Job comes first: its scraper waits for the lease of the old one, and an
    /// operator that ends in between leaves a Job that the next one finds. The run stays open if the cluster rejects the Job,
    /// because the scrapers' namespace may be created a moment later.
    async fn replace_job(&mut self, run: Run) -> Result<(), Error> {
        if self.jobs.state(&run.job_name(), now()) == JobState::None {
            self.bucket.take();
            if let Started::Refused(why) = start_job(&self.context, run, "moved").await? {
                tracing::error!(run = %run.id, why, "the scrapers' namespace accepts no Jobs; retrying");
                return Ok(());
            }
        }
        self.has_job(run);
        tracing::info!(run = %run.id, "moved a run to the scrapers' namespace");
        self.left_behind.delete(&run.job_name()).await
    }

    /// Closes a run early. Its units become due again, and its requests are queued again.
    async fn close(&mut self, run: Run, why: &str) -> Result<(), Error> {
        tracing::info!(run = %run.id, why, "closing a run");
        self.context.api.close_run(&run.id.to_string(), why).await?;
        self.context.requests.requeue(run.id);
        self.next_units = Instant::now();
        Ok(())
    }
}

/// Returns the run, if this version can start it.
fn run_of(open: &OpenRun) -> Option<Run> {
    let platform = match open.platform() {
        Platform::Unspecified => return None,
        platform => platform.code(),
    };
    let id = open.run_id.parse().ok()?;
    Some(Run { id, platform })
}

/// Ignores an error that concerns only one run, which is retried in the next pass; if the server did not respond, the other runs
/// have to wait as well.
fn goes_on(run: Run, error: Error) -> Result<(), Error> {
    if !error.is_response() {
        return Err(error);
    }
    tracing::warn!(run = %run.id, %error, "cannot continue a run; retrying");
    Ok(())
}
