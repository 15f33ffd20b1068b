//! The loop: looks at open runs every second and at units when something may be due.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_proto::v1::{OpenRun, OpenRunRequest, Platform, TrackedUnit, UnitKey};
use clipmeter_scheduler::{Batch, Trigger, Unit, plan};
use tokio::time::timeout;
use uuid::Uuid;

use super::bucket::Bucket;
use super::limits::limits;
use super::pressure::Gauge;
use super::start::{Started, start_job};
use super::sweep::{Step, step};
use crate::context::{Context, now};
use crate::error::Error;
use crate::jobs::{Jobs, Run};
use crate::metrics::{Metrics, seconds};

/// People who press "scrape now" in the dashboard wait for this.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Intervals that are changed in the dashboard, and whatever else nobody tells of, are noticed within this time. The list of
/// all units is the largest answer of the API.
const LIST_UNITS_EVERY: Duration = Duration::from_secs(10);

/// A cluster that took no Job will not take another in the next second.
const REST_AFTER_REFUSAL: Duration = Duration::from_secs(30);

/// What one leader remembers between two looks.
struct Schedule {
    context: Arc<Context>,
    jobs: Arc<Jobs>,
    bucket: Bucket,
    gauge: Gauge,
    /// What the open runs of this process read.
    running: HashMap<Uuid, Batch>,
    /// Runs whose Job this process made, and when.
    made: HashMap<Uuid, Instant>,
    open: BTreeSet<String>,
    /// When units are looked at next, whatever happens.
    next_units: Instant,
    /// No run is opened before, as the cluster took no Job.
    rest_until: Instant,
}

/// Runs until it is dropped.
pub(crate) async fn run(context: Arc<Context>, jobs: Arc<Jobs>) {
    jobs.listed.wait().await;
    let mut schedule = Schedule {
        bucket: Bucket::new(Instant::now()),
        gauge: Gauge::default(),
        running: HashMap::new(),
        made: HashMap::new(),
        open: BTreeSet::new(),
        next_units: Instant::now(),
        rest_until: Instant::now(),
        jobs,
        context,
    };
    loop {
        if let Err(error) = schedule.look().await {
            tracing::warn!(%error, "cannot look at what is due; trying again");
        }
        if timeout(LOOK_EVERY, schedule.context.schedule.notified())
            .await
            .is_ok()
        {
            schedule.next_units = Instant::now();
        }
    }
}

impl Schedule {
    async fn look(&mut self) -> Result<(), Error> {
        let listed = self.context.api.list_runs().await?;
        let open: BTreeSet<String> = listed.iter().map(|run| run.run_id.clone()).collect();
        if open != self.open {
            // What a run held that is over may be due.
            self.next_units = Instant::now();
            self.open = open;
        }
        let mut tokens = self.bucket.fill(
            self.context.policy_spec().concurrency.create_per_second,
            Instant::now(),
        );
        self.sweep(&listed, &mut tokens).await?;
        self.remember(listed);
        if Instant::now() >= self.next_units.max(self.rest_until) {
            self.open_due(tokens).await?;
        }
        Ok(())
    }

    /// Gives open runs their Jobs, and closes those that are over.
    async fn sweep(&mut self, listed: &[OpenRun], tokens: &mut usize) -> Result<(), Error> {
        let suspended = self.context.policy_spec().suspend;
        for open in listed {
            let Some(run) = run_of(open) else { continue };
            let made = self.made.get(&run.id).map(|made| made.elapsed().as_secs());
            let made = made.and_then(|made| i64::try_from(made).ok());
            let job = self.jobs.state(&run.job_name());
            match step(now() - open.opened_at, made, job) {
                Step::Leave => {}
                Step::Start if suspended => {}
                Step::Start if *tokens == 0 => self.context.metrics.throttled_by("createPerSecond"),
                Step::Start => {
                    *tokens -= 1;
                    self.give_job(run, "open").await?;
                }
                Step::Close(why) => {
                    tracing::info!(run = open.run_id, why, "closing a run");
                    self.context.api.close_run(&open.run_id, &why).await?;
                    self.next_units = Instant::now();
                }
            }
        }
        Ok(())
    }

    fn remember(&mut self, listed: Vec<OpenRun>) {
        let open: HashMap<Uuid, Batch> = listed
            .into_iter()
            .filter_map(|run| Some((run.run_id.parse().ok()?, Batch::try_from(&run).ok()?)))
            .collect();
        self.made.retain(|id, _| open.contains_key(id));
        self.running.retain(|id, _| open.contains_key(id));
        for (id, batch) in open {
            self.running.entry(id).or_insert(batch);
        }
    }

    /// Opens runs for what is due, as many as there may be.
    async fn open_due(&mut self, tokens: usize) -> Result<(), Error> {
        let context = Arc::clone(&self.context);
        let listed = context.api.list_units().await?;
        let units: Vec<Unit> = listed
            .iter()
            .filter_map(readable)
            .map(|unit| Unit {
                requested: context.requests.wants(unit.key),
                ..unit
            })
            .collect();
        context.calendar.note(&units);
        let now = now();
        let limits = limits(&context.policy_spec());
        let running: Vec<Batch> = self.running.values().cloned().collect();
        self.tell_pressure(&units, now, running.len(), limits.runs);
        let planned = plan(now, &units, &running, &limits);
        let until_wake = planned
            .next_wake
            .and_then(|wake| u64::try_from(wake - now).ok())
            .map_or(LIST_UNITS_EVERY, Duration::from_secs);
        self.next_units = Instant::now() + until_wake.min(LIST_UNITS_EVERY);
        for (place, batch) in planned.batches.into_iter().enumerate() {
            if Instant::now() < self.rest_until {
                break;
            }
            if place >= tokens {
                context.metrics.throttled_by("createPerSecond");
                self.next_units = Instant::now();
                break;
            }
            let oldest = units
                .iter()
                .filter(|unit| batch.units.contains(&unit.key))
                .filter_map(|unit| self.gauge.due_since(unit, now))
                .min();
            if self.open_run(batch).await?
                && let Some(oldest) = oldest
            {
                context.metrics.skew_seconds.observe(seconds(now - oldest));
            }
        }
        Ok(())
    }

    /// The run first, then its Job: what is killed in between leaves a run that [`Self::sweep`] sees.
    async fn open_run(&mut self, batch: Batch) -> Result<bool, Error> {
        let id = Uuid::now_v7();
        let units: Vec<UnitKey> = batch.units.iter().map(|unit| (*unit).into()).collect();
        let request = OpenRunRequest {
            run_id: id.to_string(),
            platform: batch.platform.into(),
            units,
            trigger: clipmeter_proto::v1::RunTrigger::from(batch.trigger).into(),
        };
        if self.context.api.open_run(request).await? == 0 {
            return Ok(false);
        }
        for asked in self.context.requests.take(&batch.units) {
            self.context.handled(asked);
        }
        let run = Run {
            id,
            platform: batch.platform.code(),
        };
        let reason = match batch.trigger {
            Trigger::Request => "request",
            Trigger::Schedule => "schedule",
        };
        self.open.insert(id.to_string());
        self.running.insert(id, batch);
        self.give_job(run, reason).await?;
        Ok(true)
    }

    async fn give_job(&mut self, run: Run, reason: &'static str) -> Result<(), Error> {
        self.bucket.take();
        match start_job(&self.context, run, reason).await? {
            Started::Made => {
                self.made.insert(run.id, Instant::now());
                Ok(())
            }
            Started::Refused(why) => {
                tracing::error!(run = %run.id, why, "the cluster takes no Job");
                self.rest_until = Instant::now() + REST_AFTER_REFUSAL;
                let why = format!("the cluster takes no Job: {why}");
                self.context.api.close_run(&run.id.to_string(), &why).await
            }
        }
    }

    fn tell_pressure(&mut self, units: &[Unit], now: i64, runs: usize, most: usize) {
        let pressure = self.gauge.look(units, now, runs, most);
        let metrics = &self.context.metrics;
        Metrics::set_of_platform(&metrics.queue_depth, Platform::Instagram, pressure.instagram_due);
        Metrics::set_of_platform(&metrics.queue_depth, Platform::Tiktok, pressure.tiktok_due);
        metrics.oldest_due_seconds.set(pressure.oldest_due_seconds);
        for platform in [Platform::Instagram, Platform::Tiktok] {
            let running = self.jobs.running(platform.code());
            Metrics::set_of_platform(&metrics.jobs_running, platform, running);
        }
        if pressure.throttled {
            metrics.throttled_by("maxJobs");
        }
        self.context.policy.pressure(pressure);
    }
}

/// A run that this version can start.
fn run_of(open: &OpenRun) -> Option<Run> {
    let platform = match open.platform() {
        Platform::Unspecified => return None,
        platform => platform.code(),
    };
    let id = open.run_id.parse().ok()?;
    Some(Run { id, platform })
}

/// A unit that this version can plan; one that it cannot is left to a newer one.
fn readable(unit: &TrackedUnit) -> Option<Unit> {
    unit.try_into()
        .inspect_err(|error| tracing::warn!(%error, "left out of the plan"))
        .ok()
}
