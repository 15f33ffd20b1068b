//! The scheduler loop: checks open runs every second, and units when something may be due.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_proto::v1::{ListDueRequest, ListDueResponse, OpenRun, Platform, PlatformQueue, TrackedUnit};
use clipmeter_scheduler::{Batch, GroupLoad, Unit, UnitKey, plan};
use futures::FutureExt as _;
use tokio::sync::Notify;
use tokio::time::sleep;
use uuid::Uuid;

use super::lane_waits::LaneWaits;
use super::limits::limits;
use super::pressure::PressureGauge;
use crate::api::ApiClient;
use crate::error::Error;
use crate::jobs::{JobStarter, Jobs, LegacyJobs};
use crate::kubernetes::events::Events;
use crate::kubernetes::watch::InitialSync;
use crate::metrics::{Metrics, seconds};
use crate::state::{Policy, Pools, ScrapeRequests, Trackers};
use crate::token_bucket::TokenBucket;

/// Interval of the loop, and therefore the delay of scrapes that users request in the dashboard. Events never shorten it, because
/// each pass may list due units, for which the API reads all of them.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Interval for listing units without an event, to notice changes such as new intervals.
const LIST_DUE_EVERY: Duration = Duration::from_secs(10);
/// Lists units that become due before the next listing, so that the next batch starts on time.
const WITHIN_SECONDS: u32 = 15;
/// Due units of a platform that are planned with, and whose statuses say that they wait; all Jobs scrape less in five minutes.
const LIMIT_PER_PLATFORM: u32 = 5_000;
/// Requested scrapes that are planned with.
const MAX_REQUESTED: usize = 5_000;

/// The parts of the leader that the scheduler uses.
pub(crate) struct SchedulerContext {
    pub(crate) api: ApiClient,
    pub(crate) events: Arc<Events>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) pools: Arc<Pools>,
    pub(crate) trackers: Arc<Trackers>,
    pub(crate) requests: Arc<ScrapeRequests>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) job_starter: JobStarter,
    pub(crate) wake: Arc<Notify>,
}

/// The state of a leader between two passes.
pub(crate) struct Scheduler {
    pub(super) context: SchedulerContext,
    /// Jobs of older operators, whose runs get a new Job.
    pub(super) legacy_jobs: LegacyJobs,
    pub(super) bucket: TokenBucket,
    pub(super) gauge: PressureGauge,
    /// Batches of the open runs of this process.
    pub(super) running: HashMap<Uuid, Batch>,
    /// Runs whose Job this process created, and when.
    pub(super) created_jobs: HashMap<Uuid, Instant>,
    /// Open runs whose scraper began.
    pub(super) started: HashSet<Uuid>,
    /// Open runs whose Job waits for a token.
    pub(super) throttled: HashSet<Uuid>,
    pub(super) open: BTreeSet<String>,
    /// Latest time for the next listing of due units.
    pub(super) next_units: Instant,
    /// The API's time at the last listing of runs, seconds since 1970-01-01T00:00:00Z.
    pub(super) api_time: i64,
    /// Time before which no run is opened, because the cluster rejected a Job without a scraper pool.
    pub(super) backoff_until: Instant,
}

impl Scheduler {
    pub(crate) fn new(context: SchedulerContext, legacy_jobs: LegacyJobs) -> Self {
        let now = Instant::now();
        Self {
            context,
            legacy_jobs,
            bucket: TokenBucket::new(now),
            gauge: PressureGauge::default(),
            running: HashMap::new(),
            created_jobs: HashMap::new(),
            started: HashSet::new(),
            throttled: HashSet::new(),
            open: BTreeSet::new(),
            next_units: now,
            api_time: 0,
            backoff_until: now,
        }
    }

    /// Runs until it is dropped.
    pub(crate) async fn run(mut self) {
        let SchedulerContext { jobs, policy, .. } = &self.context;
        wait_for_lists(&jobs.initial_sync, &policy.initial_sync).await;
        loop {
            if let Err(error) = self.tick().await {
                tracing::warn!(%error, "cannot list due units; retrying");
            }
            sleep(POLL_INTERVAL).await;
            if take_permit(&self.context.wake) {
                self.next_units = Instant::now();
            }
        }
    }

    async fn tick(&mut self) -> Result<(), Error> {
        self.legacy_jobs.list().await?;
        let response = self.context.api.list_runs().await?;
        let listed = response.runs;
        self.api_time = response.now;
        let open: BTreeSet<String> = listed.iter().map(|run| run.run_id.clone()).collect();
        if open != self.open {
            // The units of a run that ended may be due.
            self.next_units = Instant::now();
            self.open = open;
        }
        let rate = f64::from(self.context.policy.spec().concurrency.create_per_second.max(1));
        let mut tokens = self.bucket.fill(rate, rate, Instant::now());
        // A Job also serves the scrape requests for its units, regardless of which program opened the run.
        self.track_open_runs(&listed);
        self.sweep(&listed, self.api_time, &mut tokens).await?;
        if Instant::now() >= self.next_units.max(self.backoff_until) {
            self.open_due(tokens).await?;
        }
        Ok(())
    }

    fn track_open_runs(&mut self, listed: &[OpenRun]) {
        let open: HashMap<Uuid, Batch> = listed
            .iter()
            .filter_map(|run| Some((run.run_id.parse().ok()?, Batch::try_from(run).ok()?)))
            .collect();
        self.record_starts(listed, &open);
        self.context.requests.retain(|id| open.contains_key(id));
        self.created_jobs.retain(|id, _| open.contains_key(id));
        self.throttled.retain(|id| open.contains_key(id));
        self.running.retain(|id, _| open.contains_key(id));
        for (id, batch) in open {
            self.running.entry(id).or_insert(batch);
        }
    }

    /// Records the scraper pools whose scrapers began: a run of theirs has a lease, or ended without being closed by this operator.
    fn record_starts(&mut self, listed: &[OpenRun], open: &HashMap<Uuid, Batch>) {
        self.started.retain(|id| open.contains_key(id));
        let leased = listed.iter().filter(|run| run.lease_expires_at.is_some());
        let leased: Vec<Uuid> = leased.filter_map(|run| run.run_id.parse().ok()).collect();
        for id in leased {
            if let Some(batch) = open.get(&id)
                && self.started.insert(id)
            {
                self.context.pools.record_start(batch.pool);
            }
        }
        let ended = self.running.iter().filter(|(id, _)| !open.contains_key(*id));
        for (_, batch) in ended.filter(|(id, _)| self.created_jobs.contains_key(*id)) {
            self.context.pools.record_start(batch.pool);
        }
    }

    /// Opens runs for due units, within the limits.
    async fn open_due(&mut self, tokens: usize) -> Result<(), Error> {
        let (mut listed, units) = self.list_due().await?;
        let now = listed.now;
        let mut limits = limits(&self.context.policy.spec()).within(listed.capacity.as_ref());
        self.context.pools.restrict(&mut limits, Instant::now());
        let running: Vec<Batch> = self.running.values().cloned().collect();
        let has_capacity = listed.capacity.is_some();
        let capacity = listed.capacity.take().unwrap_or_default();
        let waits = LaneWaits::new(&capacity, &units, &self.context.pools);
        self.report_pressure(&units, &listed.queues, &waits, now, (running.len(), limits.runs));
        self.report_waits(&units, &waits, now).await;
        self.report_pools(&capacity, &listed.units, &waits);
        if has_capacity {
            self.context.policy.set_capacity(capacity);
        }
        let loads: Vec<GroupLoad> = listed.groups.iter().map(GroupLoad::from).collect();
        let planned = plan(now, &units, &loads, &running, &limits);
        let until_wake = planned
            .next_wake
            .and_then(|wake| u64::try_from(wake - now).ok())
            .map_or(LIST_DUE_EVERY, Duration::from_secs);
        self.next_units = Instant::now() + until_wake.min(LIST_DUE_EVERY);
        for (index, batch) in planned.batches.into_iter().enumerate() {
            if Instant::now() < self.backoff_until {
                break;
            }
            if self.context.pools.is_paused(batch.pool, Instant::now()) {
                continue;
            }
            if index >= tokens {
                self.context.metrics.count_throttled("createPerSecond");
                self.next_units = Instant::now();
                break;
            }
            let oldest = units
                .iter()
                .filter(|unit| batch.units.contains(&unit.key))
                .filter_map(|unit| self.gauge.due_since(unit, now))
                .min();
            let pool = batch.pool.name(&listed.units).unwrap_or_default().to_owned();
            if self.open_run(batch, pool).await?
                && let Some(oldest) = oldest
            {
                self.context.metrics.skew_seconds.observe(seconds(now - oldest));
            }
        }
        Ok(())
    }

    async fn list_due(&self) -> Result<(ListDueResponse, Vec<Unit>), Error> {
        let requests = &self.context.requests;
        let requested = requests.units(MAX_REQUESTED);
        let unsettled = requests.unsettled(MAX_REQUESTED - requested.len());
        let request = ListDueRequest {
            within_seconds: WITHIN_SECONDS,
            requested: requested
                .iter()
                .chain(&unsettled)
                .map(|key| (*key).into())
                .collect(),
            limit_per_platform: LIMIT_PER_PLATFORM,
        };
        let listed = self.context.api.list_due(request).await?;
        let requested: HashSet<UnitKey> = requested.into_iter().collect();
        let units = listed.units.iter().filter_map(parse_unit);
        let units: Vec<Unit> = units
            .map(|unit| Unit {
                requested: requested.contains(&unit.key),
                ..unit
            })
            .collect();
        // The next pass plans with those that are queued again.
        requests.settle(units.iter().map(|unit| (unit.key, unit.last_attempt)));
        Ok((listed, units))
    }

    fn report_pressure(
        &mut self,
        units: &[Unit],
        queues: &[PlatformQueue],
        waits: &LaneWaits,
        now: i64,
        (runs, max_runs): (usize, usize),
    ) {
        let pressure = self.gauge.measure(units, queues, now, (runs, max_runs), waits);
        let metrics = &self.context.metrics;
        metrics.oldest_due_seconds.set(pressure.oldest_due_seconds);
        metrics.suspended.set(i64::from(max_runs == 0));
        for platform in Platform::ALL {
            Metrics::set_for_platform(&metrics.queue_depth, platform, pressure.due.of(platform));
            let running = self.context.jobs.running(platform.code());
            Metrics::set_for_platform(&metrics.jobs_running, platform, running);
        }
        if pressure.throttled {
            metrics.count_throttled("maxJobs");
        }
        self.context.policy.set_pressure(pressure);
    }
}

/// Waits until the Jobs and the policy are known. Without the policy, a new leader would start runs while scraping is suspended.
async fn wait_for_lists(jobs: &InitialSync, policy: &InitialSync) {
    jobs.wait().await;
    policy.wait().await;
}

/// Converts a unit that this version can plan; others are left to newer versions.
fn parse_unit(unit: &TrackedUnit) -> Option<Unit> {
    unit.try_into()
        .inspect_err(|error| tracing::warn!(%error, "ignored a unit in the plan"))
        .ok()
}

/// Takes the stored permit of a wake-up, without waiting for one.
fn take_permit(wake: &Notify) -> bool {
    wake.notified().now_or_never().is_some()
}

#[cfg(test)]
#[path = "tick_tests.rs"]
mod tests;
