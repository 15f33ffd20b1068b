//! The control plane: opens runs for what is due, as on a laptop, and works each in a task instead of a process.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::Credential;
use clipmeter_proto::v1::{CompleteRunResponse, RunTrigger, UnitKey};
use clipmeter_scheduler::{Batch, Unit, plan};
use clipmeter_scraper::config::{RunArgs, RunConfig};
use clipmeter_scraper::error::ScraperError;
use clipmeter_scraper::random::Random;
use clipmeter_scraper::run::{Surroundings, work};
use clipmeter_simulator::Offline;
use tokio::task::JoinSet;
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::api::BridgedApi;
use crate::bridge::Bridge;
use crate::clock::TokioClock;
use crate::error::WeekError;
use crate::plan::Plan;
use crate::platforms::Platforms;
use crate::witness::Witness;

/// What is due is looked for at least this often, as in the operator: what a failure or a new interval moves is not foreseen.
const LOOK_AT_LEAST_EVERY: TimeDelta = TimeDelta::minutes(1);

/// Makes the chance of a run another one than that of the run before: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

type Ended = (Uuid, Result<Option<CompleteRunResponse>, ScraperError>);

/// Opens and works what is due.
pub(crate) struct Schedule {
    pub(crate) bridge: Arc<Bridge>,
    pub(crate) offline: Arc<Offline>,
    pub(crate) witness: Arc<Witness>,
    pub(crate) clock: TokioClock,
    pub(crate) seed: u64,
    running: BTreeMap<Uuid, Batch>,
    runs: JoinSet<Ended>,
    /// Runs that were opened so far.
    pub(crate) opened: u64,
}

impl Schedule {
    pub(crate) fn new(
        bridge: Arc<Bridge>,
        offline: Arc<Offline>,
        witness: Arc<Witness>,
        clock: TokioClock,
        seed: u64,
    ) -> Self {
        Self {
            bridge,
            offline,
            witness,
            clock,
            seed,
            running: BTreeMap::new(),
            runs: JoinSet::new(),
            opened: 0,
        }
    }

    /// Reads what is due until then.
    pub(crate) async fn pass(&mut self, until: DateTime<Utc>) -> Result<(), WeekError> {
        while self.clock.now() < until {
            let next = self.look()?.min(until);
            tokio::select! {
                biased;
                Some(ended) = self.runs.join_next() => self.ended(ended?)?,
                () = sleep_until(self.clock.instant(next)) => {}
            }
            self.witness.verdict()?;
        }
        Ok(())
    }

    /// Waits for the runs that are open.
    pub(crate) async fn finish(&mut self) -> Result<(), WeekError> {
        while let Some(ended) = self.runs.join_next().await {
            self.ended(ended?)?;
        }
        Ok(self.witness.verdict()?)
    }

    fn ended(&mut self, (id, result): Ended) -> Result<(), WeekError> {
        self.running.remove(&id);
        result?;
        Ok(())
    }

    /// Starts what is due and says when there may be more.
    fn look(&mut self) -> Result<DateTime<Utc>, WeekError> {
        let runs = self.bridge.api().runs().clone();
        let listed = self.bridge.call(async move { runs.list_units().await })??;
        let units: Vec<Unit> = listed.iter().filter_map(|unit| unit.try_into().ok()).collect();
        let now = self.clock.now();
        let running: Vec<Batch> = self.running.values().cloned().collect();
        let runs = self.bridge.api().runs().clone();
        let capacity = self.bridge.call(async move { runs.capacity().await })??;
        let limits = Plan::limits().within(Some(&capacity));
        let planned = plan(now.timestamp(), &units, &running, &limits);
        for batch in planned.batches {
            self.start(batch)?;
        }
        let latest = now + LOOK_AT_LEAST_EVERY;
        let next = planned
            .next_wake
            .and_then(|wake| DateTime::from_timestamp(wake, 0));
        Ok(next.map_or(latest, |next| next.min(latest)))
    }

    fn start(&mut self, batch: Batch) -> Result<(), WeekError> {
        self.opened += 1;
        let id = Uuid::from_u128(self.opened.into());
        let keys: Vec<UnitKey> = batch.units.iter().map(|unit| (*unit).into()).collect();
        let (runs, platform) = (self.bridge.api().runs().clone(), batch.platform);
        let trigger: RunTrigger = batch.trigger.into();
        let opened = async move { runs.open_run(id, platform, &keys, trigger).await };
        if self.bridge.call(opened)?? == 0 {
            return Ok(());
        }
        let (config, surroundings) = self.run(id)?;
        self.runs
            .spawn(async move { (id, work(&config, &surroundings).await) });
        self.running.insert(id, batch);
        Ok(())
    }

    /// What a scraper's process is given.
    fn run(&self, id: Uuid) -> Result<(RunConfig, Surroundings), WeekError> {
        let token = self.bridge.api().run_token(id)?;
        let args = RunArgs {
            run_id: id,
            api: String::new(),
            api_ca: None,
            stop_with_stdin: false,
        };
        let config = RunConfig::new(args, |name| {
            (name == "CLIPMETER_RUN_TOKEN").then(|| token.clone())
        })?;
        let witness = Arc::clone(&self.witness);
        let platforms = Platforms {
            offline: Arc::clone(&self.offline),
            witness: Arc::clone(&witness),
            run: id,
        };
        let credential = Credential::token(&token)?;
        let api = BridgedApi::new(Arc::clone(&self.bridge), credential, witness, id);
        let surroundings = Surroundings {
            clock: Arc::new(self.clock),
            random: Arc::new(Random::seeded(self.seed ^ self.opened.wrapping_mul(SPREAD))),
            stop: CancellationToken::new(),
            api: Arc::new(api),
            transports: Arc::new(platforms),
        };
        Ok((config, surroundings))
    }
}
