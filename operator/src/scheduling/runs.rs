//! Operations on single runs: opening, creating the Job, closing.

use std::time::{Duration, Instant};

use clipmeter_proto::trace_context::{self, TRACES};
use clipmeter_proto::v1::{OpenRun, OpenRunRequest, Platform, UnitKey};
use clipmeter_scheduler::{Batch, PoolId, Trigger};
use tracing::{Instrument as _, Span, trace_span};
use uuid::Uuid;

use super::limits::limits;
use super::sweep::{SweepStep, step};
use super::tick::Scheduler;
use crate::convert::now;
use crate::error::Error;
use crate::jobs::{JobStart, JobState, Run};

/// Delay before the next Job after the cluster rejected one, because it would probably reject the next one as well.
const BACKOFF_AFTER_REFUSAL: Duration = Duration::from_secs(30);
/// Why a run of a scraper pool without an object is closed. A Job without the pool's nodes would be another egress.
const POOL_DELETED: &str = "the scraper pool was deleted";

impl Scheduler {
    /// Creates the Jobs of open runs, smallest first, and closes finished runs. An error for one run does not delay the others.
    ///
    /// `api_time` is the API's time with which the age of runs is computed.
    pub(super) async fn sweep(
        &mut self,
        listed: &[OpenRun],
        api_time: i64,
        tokens: &mut usize,
    ) -> Result<(), Error> {
        // With `suspend` or `maxJobs: 0`, a run that the dashboard opened gets no Job, and is closed when it is too old for one.
        let is_suspended = limits(&self.context.policy.spec()).runs == 0;
        // A user waits for each small run, and the Jobs of a large group take minutes to create. Then the oldest first.
        let mut smallest_first: Vec<&OpenRun> = listed.iter().collect();
        smallest_first.sort_by_key(|open| open.units);
        for open in smallest_first {
            let Some(run) = parse_run(open) else { continue };
            let is_paused = is_suspended || self.is_paused(run);
            match self.step(run, api_time - open.opened_at).await {
                Ok(SweepStep::Keep) => {}
                Ok(SweepStep::Start) if is_paused => {
                    // Its age counts again.
                    self.throttled.remove(&run.id);
                }
                Ok(SweepStep::Start | SweepStep::Replace) if *tokens == 0 => {
                    self.throttled.insert(run.id);
                    self.context.metrics.count_throttled("createPerSecond");
                }
                Ok(next) => {
                    if matches!(next, SweepStep::Start | SweepStep::Replace) {
                        *tokens -= 1;
                        // It no longer waits for a token: if its Job cannot be created, its age counts.
                        self.throttled.remove(&run.id);
                    }
                    let failure = self.failure(&next, run);
                    let span = step_span(&next, open);
                    let applied = self.apply(next, run).instrument(span).await;
                    if applied.is_ok()
                        && let Some(why) = failure
                    {
                        self.record_failure(run, why);
                    }
                    applied.or_else(|error| skip_failed_run(run, error))?;
                }
                Err(error) => skip_failed_run(run, error)?,
            }
        }
        Ok(())
    }

    /// Returns whether the run has to wait for its Job: its scraper pool is unknown yet, its Jobs did not start, or the scraper
    /// of an earlier Job has not begun.
    fn is_paused(&self, run: Run) -> bool {
        let Some(limit) = self.context.pools.limit(run.pool, Instant::now()) else {
            return false;
        };
        let same = self
            .running
            .iter()
            .filter(|(_, batch)| batch.pool == run.pool && batch.platform.code() == run.platform);
        same.filter(|(id, _)| self.created_jobs.contains_key(*id)).count() >= limit
    }

    /// Returns why the scraper of the run did not begin, if it did not: the step closes the run, whose Job this operator created.
    fn failure(&self, next: &SweepStep, run: Run) -> Option<String> {
        let (SweepStep::Close(why) | SweepStep::Abort(why)) = next else {
            return None;
        };
        let is_failure = self.created_jobs.contains_key(&run.id) && !self.started.contains(&run.id);
        is_failure.then(|| format!("The last Job ended before its scraper began: {why}"))
    }

    /// Records that the Jobs of a scraper pool do not start, unless a scraper has begun in another open run of the pool.
    fn record_failure(&self, run: Run, why: String) {
        let mut of_pool = self.running.iter().filter(|(_, batch)| batch.pool == run.pool);
        if !of_pool.any(|(id, _)| self.started.contains(id)) {
            self.context.pools.record_failure(run.pool, why, Instant::now());
        }
    }

    /// Decides the next step for an open run. No Job is created for a scraper pool without an object.
    async fn step(&self, run: Run, age: i64) -> Result<SweepStep, Error> {
        let next = self.step_of_job(run, age).await?;
        let starts = matches!(next, SweepStep::Start | SweepStep::Replace);
        if starts && self.context.pools.is_missing(run.pool) {
            return Ok(SweepStep::Close(POOL_DELETED.to_owned()));
        }
        Ok(next)
    }

    /// Decides the next step by the run's Job. A missing Job is confirmed with the API server, because a watch may lag.
    async fn step_of_job(&self, run: Run, age: i64) -> Result<SweepStep, Error> {
        if self.legacy_jobs.contains(&run.job_name()) {
            return Ok(SweepStep::Replace);
        }
        // The run was not abandoned: only the rate of new Jobs delays its own.
        let age = if self.throttled.contains(&run.id) { 0 } else { age };
        let job_age = self
            .created_jobs
            .get(&run.id)
            .map(|created| created.elapsed().as_secs());
        let job_age = job_age.and_then(|age| i64::try_from(age).ok());
        let now = now();
        let state = self.context.jobs.state(&run.job_name(), now);
        let next = step(age, job_age, &state);
        if state != JobState::None || !matches!(next, SweepStep::Close(_)) {
            return Ok(next);
        }
        let confirmed = self.context.jobs.fetch_state(&run.job_name(), now).await?;
        Ok(step(age, job_age, &confirmed))
    }

    async fn apply(&mut self, next: SweepStep, run: Run) -> Result<(), Error> {
        match next {
            SweepStep::Keep => Ok(()),
            SweepStep::Start => self.create_job(run, "open").await,
            SweepStep::Replace => self.replace_job(run).await,
            SweepStep::Close(reason) => self.close(run, &reason).await,
            SweepStep::Abort(reason) => {
                // Delete the Job first: if the operator ends in between, the next pass finds the open run.
                self.context.jobs.delete(&run.job_name()).await?;
                self.close(run, &reason).await
            }
        }
    }

    /// Opens the run, then creates its Job: if the operator is killed in between, [`Self::sweep`] finds the run. Begins the trace of
    /// the run. `pool` is the name of the batch's scraper pool.
    pub(super) async fn open_run(&mut self, batch: Batch, pool: String) -> Result<bool, Error> {
        let id = Uuid::now_v7();
        let span = trace_span!(
            target: TRACES,
            "open run",
            clipmeter.run.id = %id,
            clipmeter.platform = batch.platform.code(),
            clipmeter.units = batch.units.len(),
            clipmeter.run.trigger = reason(batch.trigger),
        );
        self.open_run_as(id, batch, pool).instrument(span).await
    }

    async fn open_run_as(&mut self, id: Uuid, batch: Batch, pool: String) -> Result<bool, Error> {
        let units: Vec<UnitKey> = batch.units.iter().map(|unit| (*unit).into()).collect();
        let request = OpenRunRequest {
            run_id: id.to_string(),
            platform: batch.platform.into(),
            units,
            trigger: clipmeter_proto::v1::RunTrigger::from(batch.trigger).into(),
            scraper_pool: pool,
        };
        let assigned = self.context.api.open_run(request).await?;
        if assigned == 0 {
            return Ok(false);
        }
        self.open.insert(id.to_string());
        let is_complete = usize::try_from(assigned) == Ok(batch.units.len());
        let run = Run {
            id,
            platform: batch.platform.code(),
            pool: batch.pool,
        };
        let reason = reason(batch.trigger);
        self.running.insert(id, batch);
        // Units that were not assigned are in other runs, which also serve their scrape requests, or were deleted or moved to another
        // scraper pool just now. They count as running until this run ends. The next pass creates the Job.
        if is_complete {
            self.create_job(run, reason).await?;
        }
        Ok(true)
    }

    /// Creates the Job of a run and marks its scrape requests as handled.
    async fn create_job(&mut self, run: Run, reason: &'static str) -> Result<(), Error> {
        self.bucket.take();
        match self.start_job(run, reason).await? {
            JobStart::Created => {
                self.record_job(run);
                Ok(())
            }
            JobStart::Refused(why) => {
                tracing::error!(run = %run.id, why, "the cluster rejected a Job");
                let retry_at = Instant::now() + BACKOFF_AFTER_REFUSAL;
                if run.pool == PoolId::NONE {
                    self.backoff_until = retry_at;
                } else {
                    self.record_failure(run, format!("The cluster rejected the last Job: {why}"));
                    self.context.pools.pause(run.pool, retry_at);
                }
                self.close(run, &format!("the cluster rejected the Job: {why}"))
                    .await
            }
        }
    }

    async fn start_job(&self, run: Run, reason: &'static str) -> Result<JobStart, Error> {
        let policy = self.context.policy.object();
        let pool = self.context.pools.object(run.pool);
        if run.pool != PoolId::NONE && pool.is_none() {
            return Ok(JobStart::Refused(POOL_DELETED.to_owned()));
        }
        self.context
            .job_starter
            .start(run, policy.as_deref(), pool.as_deref(), reason)
            .await
    }

    /// Records that the run has a Job, which also serves the scrape requests for its units.
    fn record_job(&mut self, run: Run) {
        self.created_jobs.insert(run.id, Instant::now());
        if let Some(batch) = self.running.get(&run.id) {
            for scrape_request in self.context.requests.serve(run.id, &batch.units, self.api_time) {
                self.context.trackers.set_handled(scrape_request);
            }
        }
    }

    /// Moves a run to the scrapers' namespace. The new Job is created first: its scraper waits until the old scraper's lease expires,
    /// and if the operator ends in between, the next operator finds the Job. If the cluster rejects the Job, the run stays open,
    /// because the scrapers' namespace may be created a moment later.
    async fn replace_job(&mut self, run: Run) -> Result<(), Error> {
        if self.context.jobs.state(&run.job_name(), now()) == JobState::None {
            self.bucket.take();
            match self.start_job(run, "moved").await? {
                JobStart::Created => {}
                JobStart::Refused(why) => {
                    tracing::error!(run = %run.id, why, "the scrapers' namespace rejected a Job; retrying");
                    return Ok(());
                }
            }
        }
        self.record_job(run);
        tracing::info!(run = %run.id, "moved a run to the scrapers' namespace");
        self.legacy_jobs.delete(&run.job_name()).await
    }

    /// Closes a run early. Its units become due again, and its requests are queued again.
    async fn close(&mut self, run: Run, why: &str) -> Result<(), Error> {
        tracing::info!(run = %run.id, why, "closing a run");
        self.context.api.close_run(&run.id.to_string(), why).await?;
        // A run that ends otherwise had a scraper.
        self.created_jobs.remove(&run.id);
        self.context.requests.requeue(run.id);
        self.next_units = Instant::now();
        Ok(())
    }
}

/// Returns the label of a Job in metrics and traces.
fn reason(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Request => "request",
        Trigger::Schedule => "schedule",
    }
}

/// Creates the exported span of a step, which continues the trace in which the run was opened. The operator only polls most runs.
fn step_span(next: &SweepStep, open: &OpenRun) -> Span {
    let name = match next {
        SweepStep::Keep => return Span::none(),
        SweepStep::Start | SweepStep::Replace => "start job",
        SweepStep::Close(_) | SweepStep::Abort(_) => "close run",
    };
    let span = trace_span!(target: TRACES, "step", otel.name = name, clipmeter.run.id = open.run_id);
    trace_context::set_parent(&span, open.traceparent.parse().ok());
    span
}

/// Returns the run, if this version can start it.
fn parse_run(open: &OpenRun) -> Option<Run> {
    let platform = match open.platform() {
        Platform::Unspecified => return None,
        platform => platform.code(),
    };
    Some(Run {
        id: open.run_id.parse().ok()?,
        platform,
        pool: PoolId::of(&open.scraper_pool),
    })
}

/// Ignores an error that affects only one run, which is retried in the next pass. Returns the error if the server did not respond,
/// because the other runs must then wait as well.
fn skip_failed_run(run: Run, error: Error) -> Result<(), Error> {
    if !error.is_response() {
        return Err(error);
    }
    tracing::warn!(run = %run.id, %error, "cannot continue a run; retrying");
    Ok(())
}
