//! The control plane: opens runs for due units, as in standalone mode, and executes each in a task instead of a process.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::Credential;
use clipmeter_proto::v1::{CompleteRunResponse, RunTrigger, UnitKey};
use clipmeter_runtime::Random;
use clipmeter_scheduler::{Batch, GroupLoad, Selection, Unit, plan};
use clipmeter_scraper::config::{RunArgs, RunConfig};
use clipmeter_scraper::error::ScraperError;
use clipmeter_scraper::run::{RunDependencies, work};
use clipmeter_simulator::Offline;
use tokio::task::JoinSet;
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::api::BridgedApi;
use crate::bridge::Bridge;
use crate::clock::TokioClock;
use crate::error::SimulationError;
use crate::plan::Plan;
use crate::platforms::SimulatedTransports;
use crate::recorder::Recorder;

/// Maximum interval between checks for due units, as in the operator: effects of a failure or a new interval are not predictable.
const MAX_POLL_INTERVAL: TimeDelta = TimeDelta::minutes(1);
/// Lists units that become due before the next check, so that runs start on time.
const WITHIN_SECONDS: u32 = 90;

/// Gives each run another random sequence than the run before: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

type Ended = (Uuid, Result<Option<CompleteRunResponse>, ScraperError>);

/// Opens and executes due runs.
pub(crate) struct Schedule {
    pub(crate) bridge: Arc<Bridge>,
    pub(crate) offline: Arc<Offline>,
    pub(crate) recorder: Arc<Recorder>,
    pub(crate) clock: TokioClock,
    pub(crate) seed: u64,
    running: BTreeMap<Uuid, Batch>,
    runs: JoinSet<Ended>,
    /// Number of runs opened so far.
    pub(crate) opened: u64,
}

impl Schedule {
    pub(crate) fn new(
        bridge: Arc<Bridge>,
        offline: Arc<Offline>,
        recorder: Arc<Recorder>,
        clock: TokioClock,
        seed: u64,
    ) -> Self {
        Self {
            bridge,
            offline,
            recorder,
            clock,
            seed,
            running: BTreeMap::new(),
            runs: JoinSet::new(),
            opened: 0,
        }
    }

    /// Scrapes due units until the given time.
    pub(crate) async fn advance_to(&mut self, until: DateTime<Utc>) -> Result<(), SimulationError> {
        while self.clock.now() < until {
            let next = self.poll()?.min(until);
            tokio::select! {
                biased;
                Some(ended) = self.runs.join_next() => self.ended(ended?)?,
                () = sleep_until(self.clock.instant(next)) => {}
            }
            self.recorder.check()?;
        }
        Ok(())
    }

    /// Waits for the open runs.
    pub(crate) async fn finish(&mut self) -> Result<(), SimulationError> {
        while let Some(ended) = self.runs.join_next().await {
            self.ended(ended?)?;
        }
        Ok(self.recorder.check()?)
    }

    fn ended(&mut self, (id, result): Ended) -> Result<(), SimulationError> {
        self.running.remove(&id);
        result?;
        Ok(())
    }

    /// Starts due units and returns the time of the next check.
    fn poll(&mut self) -> Result<DateTime<Utc>, SimulationError> {
        let runs = self.bridge.api().runs().clone();
        let now = self.clock.now();
        let list = async move {
            let selection = Selection {
                now: now.timestamp(),
                within_seconds: WITHIN_SECONDS,
                requested: &HashSet::new(),
                limit_per_platform: usize::MAX,
            };
            runs.list_due(&selection).await
        };
        let due = self.bridge.call(list)??;
        let units: Vec<Unit> = due.units.iter().filter_map(|unit| unit.try_into().ok()).collect();
        let loads: Vec<GroupLoad> = due.groups.iter().map(GroupLoad::from).collect();
        let running: Vec<Batch> = self.running.values().cloned().collect();
        let runs = self.bridge.api().runs().clone();
        let capacity = self.bridge.call(async move { runs.capacity().await })??;
        let limits = Plan::limits().within(Some(&capacity));
        let planned = plan(now.timestamp(), &units, &loads, &running, &limits);
        for batch in planned.batches {
            let pool = batch.pool.name(&due.units).map(str::to_owned);
            self.start(batch, pool)?;
        }
        let latest = now + MAX_POLL_INTERVAL;
        let next = planned
            .next_wake
            .and_then(|wake| DateTime::from_timestamp(wake, 0));
        Ok(next.map_or(latest, |next| next.min(latest)))
    }

    /// Opens and starts a run in the scraper pool of this name.
    fn start(&mut self, batch: Batch, pool: Option<String>) -> Result<(), SimulationError> {
        self.opened += 1;
        let id = Uuid::from_u128(self.opened.into());
        let keys: Vec<UnitKey> = batch.units.iter().map(|unit| (*unit).into()).collect();
        let (runs, platform) = (self.bridge.api().runs().clone(), batch.platform);
        let trigger: RunTrigger = batch.trigger.into();
        let opened = async move {
            runs.open_run_of_pool(id, platform, &keys, trigger, pool.as_deref())
                .await
        };
        if self.bridge.call(opened)?? == 0 {
            return Ok(());
        }
        let (config, dependencies) = self.run(id)?;
        self.runs
            .spawn(async move { (id, work(&config, &dependencies).await) });
        self.running.insert(id, batch);
        Ok(())
    }

    /// Builds the configuration and dependencies of a scraper.
    fn run(&self, id: Uuid) -> Result<(RunConfig, RunDependencies), SimulationError> {
        let token = self.bridge.api().run_token(id)?;
        let args = RunArgs {
            run_id: id,
            api: String::new(),
            api_ca: None,
            stop_with_stdin: false,
            deadline_seconds: None,
        };
        let config = RunConfig::new(args, |name| {
            (name == "CLIPMETER_RUN_TOKEN").then(|| token.clone())
        })?;
        let recorder = Arc::clone(&self.recorder);
        let platforms = SimulatedTransports {
            offline: Arc::clone(&self.offline),
            recorder: Arc::clone(&recorder),
            run: id,
        };
        let credential = Credential::token(&token)?;
        let api = BridgedApi::new(Arc::clone(&self.bridge), credential, recorder, id);
        let dependencies = RunDependencies {
            clock: Arc::new(self.clock),
            random: Arc::new(Random::seeded(self.seed ^ self.opened.wrapping_mul(SPREAD))),
            stop: CancellationToken::new(),
            api: Arc::new(api),
            transports: Arc::new(platforms),
        };
        Ok((config, dependencies))
    }
}
