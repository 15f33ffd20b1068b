//! A simulation from start to end, with all checks.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use clipmeter_db::DbError;
use clipmeter_proto::v1::{Platform, UnitKey};
use clipmeter_simulator::{AccountState, Offline, SimulatorConfig};
use tokio::runtime::Builder;

use crate::admin::{self, RESPONSE_TIME};
use crate::bridge::Bridge;
use crate::checks::{self, Aftermath, Invariant, StalenessStats};
use crate::clock::TokioClock;
use crate::error::SimulationError;
use crate::installation::Installation;
use crate::oracle::Oracle;
use crate::plan::{Plan, Trouble};
use crate::recorder::Recorder;
use crate::report_log::AccountKey;
use crate::results::{Results, digest};
use crate::schedule::Schedule;
use crate::stored;

/// Interval of checking the tables: four times a day, so that an error is detected near its cause.
const CHECKED_EVERY: Duration = Duration::from_hours(6);

/// Runs a simulation. The first violation ends it. Blocks, so it must not be called on an asynchronous thread.
pub fn run_simulation(plan: &Plan) -> Result<Results, SimulationError> {
    let installation = Installation::start(plan)?;
    let result = simulate(plan, &installation);
    installation.stop();
    result
}

fn simulate(plan: &Plan, installation: &Installation) -> Result<Results, SimulationError> {
    let world = SimulatorConfig {
        accounts: plan.accounts,
        seed: plan.seed,
        ..SimulatorConfig::default()
    };
    installation.fill(plan, &Offline::new(&world)?.accounts())?;
    let standing_still = Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .map_err(|source| SimulationError::Io {
            what: "cannot start a stopped clock",
            source,
        })?;
    standing_still.block_on(async { Simulation::begin(plan, installation, world)?.run().await })
}

/// A simulation in progress.
struct Simulation<'a> {
    plan: &'a Plan,
    installation: &'a Installation,
    bridge: Arc<Bridge>,
    offline: Arc<Offline>,
    recorder: Arc<Recorder>,
    schedule: Schedule,
    /// Number of the administrator's interventions.
    interventions: u64,
    /// Staleness of the stored data, over all checks.
    staleness: BTreeMap<Platform, StalenessStats>,
    began: Instant,
}

impl<'a> Simulation<'a> {
    fn begin(
        plan: &'a Plan,
        installation: &'a Installation,
        world: SimulatorConfig,
    ) -> Result<Self, SimulationError> {
        let clock = TokioClock::starting_at(Plan::beginning());
        let offline = Arc::new(Offline::new(&SimulatorConfig {
            events: Plan::events(),
            documents: Some(Plan::documents()),
            chaos: Some(plan.chaos()),
            clock_start: Plan::beginning(),
            clock_speed: 1.0,
            time: Arc::new(clock),
            ..world
        })?);
        offline.set_quotas(Plan::quotas());
        let bridge = Arc::new(Bridge::new(
            installation.api.clone(),
            installation.threads.handle().clone(),
            Arc::clone(&installation.api_clock),
            clock,
        ));
        let oracle = Oracle::new(Arc::clone(&offline));
        let recorder = Arc::new(Recorder::new(oracle, plan.seed, Plan::beginning(), clock));
        let schedule = Schedule::new(
            Arc::clone(&bridge),
            Arc::clone(&offline),
            Arc::clone(&recorder),
            clock,
            plan.seed,
        );
        Ok(Self {
            plan,
            installation,
            bridge,
            offline,
            recorder,
            schedule,
            interventions: 0,
            staleness: BTreeMap::new(),
            began: Instant::now(),
        })
    }

    async fn run(mut self) -> Result<Results, SimulationError> {
        let end = self.plan.end();
        let (mut passed, mut checked) = (Plan::beginning(), Plan::beginning());
        let mut hour = 0;
        while passed < end {
            self.begin_hour(hour)?;
            passed = (passed + RESPONSE_TIME).min(end);
            self.schedule.advance_to(passed).await?;
            hour += 1;
            if let Some(trouble) = Trouble::ALL.into_iter().find(|trouble| trouble.over() == hour) {
                self.check_trouble(trouble)?;
            }
            self.check_alert()?;
            if passed >= (checked + CHECKED_EVERY).min(end) {
                checked = passed;
                self.check_due()?;
                self.check()?;
            }
        }
        self.schedule.finish().await?;
        let items = self.check()?;
        self.results(items)
    }

    /// Sets the faults of an hour. When a trouble begins, all sessions are usable: those that end during it end because of it.
    fn begin_hour(&mut self, hour: u64) -> Result<(), SimulationError> {
        if Trouble::ALL.into_iter().any(|trouble| trouble.begins() == hour) {
            self.restore_sessions()?;
            self.recorder.seen().readings.clear();
        }
        // Setting the same chaos again would repeat its random sequence.
        if hour == 0 || self.plan.weather(hour) != self.plan.weather(hour - 1) {
            self.offline.set_chaos(self.plan.weather(hour))?;
        }
        Ok(())
    }

    /// Compares the effects of a trouble with the allowed ones.
    fn check_trouble(&self, trouble: Trouble) -> Result<(), SimulationError> {
        let owner = &self.installation.owner;
        let ended = self.bridge.call(stored::ended(owner.clone()))??;
        let handle_conflicts = self.bridge.call(stored::handle_conflicts(owner.clone()))??;
        let oracle = &self.recorder.oracle;
        let now = self.now();
        let is_mistaken = |(platform, name): &(String, String)| {
            let platform = platform.parse().unwrap_or(Platform::Unspecified);
            !oracle.is_reassigned(platform, name, now)
        };
        let aftermath = Aftermath {
            ended,
            mistaken: handle_conflicts
                .into_iter()
                .filter(is_mistaken)
                .map(|(_, name)| name)
                .collect(),
        };
        let began =
            now - RESPONSE_TIME * i32::try_from(trouble.over() - trouble.begins()).unwrap_or(i32::MAX);
        let is_public = |(platform, name): &AccountKey| {
            [began, now].into_iter().all(|at| {
                let reading = oracle.reading(*platform, name, at);
                reading.is_some_and(|reading| reading.state == AccountState::Public)
            })
        };
        let mut readings = self.recorder.seen().readings.clone();
        readings.retain(|account, _| is_public(account));
        self.verify(
            Invariant::Trouble,
            checks::trouble(trouble, &aftermath, &readings),
        )
    }

    /// Lets the administrator reset the sessions if there is an alert.
    fn check_alert(&mut self) -> Result<(), SimulationError> {
        let runs = self.bridge.api().runs().clone();
        let capacity = self.bridge.call(async move { runs.capacity().await })??;
        if admin::is_alerted(&capacity) {
            self.restore_sessions()?;
        }
        Ok(())
    }

    fn restore_sessions(&mut self) -> Result<(), SimulationError> {
        self.interventions += 1;
        let waiting = self
            .bridge
            .call(stored::waiting(self.installation.owner.clone()))??;
        self.recorder.sessions_restored(&waiting);
        admin::reenable_sessions(self.plan, &self.bridge, &self.offline, &self.installation.pools)
    }

    /// Checks that due units are scraped, except on a platform that is on cooldown at its own request.
    fn check_due(&self) -> Result<(), SimulationError> {
        let runs = self.bridge.api().runs().clone();
        let listed = async move { Ok::<_, DbError>((runs.list_units().await?, runs.capacity().await?)) };
        let (mut units, capacity) = self.bridge.call(listed)??;
        units.retain(|unit| {
            let platform = unit.key.as_ref().map(UnitKey::platform);
            let pool = capacity.pools.iter().find(|pool| pool.pool == unit.scraper_pool);
            let mut runs = pool.map_or(&capacity.runs, |pool| &pool.runs).iter();
            !runs.any(|of| Some(of.platform()) == platform && of.runs == 0)
        });
        self.verify(
            Invariant::Fresh,
            checks::fresh(&units, Plan::beginning(), self.now()),
        )
    }

    /// Compares the tables with the reports and the true state; returns the number of items.
    fn check(&mut self) -> Result<usize, SimulationError> {
        let owner = &self.installation.owner;
        let posts = self.bridge.call(stored::posts(owner.clone()))??;
        let accounts = self.bridge.call(stored::accounts(owner.clone()))??;
        let may_decrease = checks::may_decrease(&self.recorder.seen().report_log);
        let decrease = self
            .bridge
            .call(stored::first_decrease(owner.clone(), may_decrease))??;
        let oracle = &self.recorder.oracle;
        let now = self.now();
        let (items, history, lost, baseline, removed, current) = {
            let report_log = &self.recorder.seen().report_log;
            (
                checks::stored(report_log, &posts),
                checks::history(decrease),
                checks::lost(oracle, report_log, now),
                checks::baseline(oracle, report_log, &accounts, &posts),
                checks::removed(oracle, report_log, &accounts, &posts, now),
                checks::current(oracle, report_log, now),
            )
        };
        self.verify(Invariant::Items, items)?;
        self.verify(Invariant::Items, history)?;
        self.verify(Invariant::Items, lost)?;
        self.verify(Invariant::Baseline, baseline)?;
        self.verify(Invariant::Removed, removed)?;
        for (platform, staleness) in self.verify(Invariant::Current, current)? {
            *self.staleness.entry(platform).or_default() += staleness;
        }
        let exceeded = self.offline.requests().burnt;
        let is_spared = exceeded.first().map_or(Ok(()), |session| {
            Err(format!("session {session} was asked for too much"))
        });
        self.verify(Invariant::Sessions, is_spared)?;
        Ok(posts.len())
    }

    fn verify<T>(&self, invariant: Invariant, result: Result<T, String>) -> Result<T, SimulationError> {
        result.map_err(|what| self.recorder.violation(invariant, what).into())
    }

    fn now(&self) -> DateTime<Utc> {
        self.recorder.now()
    }

    fn results(&self, items: usize) -> Result<Results, SimulationError> {
        let text = self
            .bridge
            .call(stored::text(self.installation.owner.clone()))??;
        let seen = self.recorder.seen();
        Ok(Results {
            plan: self.plan.clone(),
            digest: digest(&seen.log.digest(), &text),
            took: self.began.elapsed(),
            runs: self.schedule.opened,
            interventions: self.interventions,
            staleness: self.staleness.clone(),
            taken: seen.taken.clone(),
            items,
            outcomes: seen.outcomes.clone(),
            requests: seen.log.by_platform(),
            platforms: self.offline.requests(),
        })
    }
}
