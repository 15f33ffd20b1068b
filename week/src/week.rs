//! A week from its beginning to its end, with everything that is held against it on the way.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use clipmeter_api::ApiError;
use clipmeter_proto::v1::{Platform, UnitKey};
use clipmeter_simulator::{AccountState, Offline, SimulatorConfig};
use tokio::runtime::Builder;

use crate::admin::{self, COMES_WITHIN};
use crate::bridge::Bridge;
use crate::checks::{self, Closeness, Invariant, Left};
use crate::clock::TokioClock;
use crate::digest::digest;
use crate::error::WeekError;
use crate::installation::Installation;
use crate::ledger::AccountKey;
use crate::plan::{Plan, Trouble};
use crate::results::Results;
use crate::schedule::Schedule;
use crate::stored;
use crate::truth::Truth;
use crate::witness::Witness;

/// How often the tables are held against what is true: four times a day, so that what went wrong is near its cause.
const CHECKED_EVERY: Duration = Duration::from_hours(6);

/// Lets a week pass. The first thing that does not hold ends it. Not to be called on an asynchronous thread.
pub fn pass(plan: &Plan) -> Result<Results, WeekError> {
    let installation = Installation::start(plan)?;
    let result = simulate(plan, &installation);
    installation.stop();
    result
}

fn simulate(plan: &Plan, installation: &Installation) -> Result<Results, WeekError> {
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
        .map_err(|source| WeekError::Io {
            what: "cannot start a clock that stands still",
            source,
        })?;
    standing_still.block_on(async { Week::begin(plan, installation, world)?.pass().await })
}

/// A week that is passing.
struct Week<'a> {
    plan: &'a Plan,
    installation: &'a Installation,
    bridge: Arc<Bridge>,
    offline: Arc<Offline>,
    witness: Arc<Witness>,
    schedule: Schedule,
    /// How often the administrator came.
    visits: u64,
    /// How closely what is stored followed what is true, over all checks.
    closeness: BTreeMap<Platform, Closeness>,
    began: Instant,
}

impl<'a> Week<'a> {
    fn begin(
        plan: &'a Plan,
        installation: &'a Installation,
        world: SimulatorConfig,
    ) -> Result<Self, WeekError> {
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
            Arc::clone(&installation.told),
            clock,
        ));
        let truth = Truth::new(Arc::clone(&offline));
        let witness = Arc::new(Witness::new(truth, plan.seed, Plan::beginning(), clock));
        let schedule = Schedule::new(
            Arc::clone(&bridge),
            Arc::clone(&offline),
            Arc::clone(&witness),
            clock,
            plan.seed,
        );
        Ok(Self {
            plan,
            installation,
            bridge,
            offline,
            witness,
            schedule,
            visits: 0,
            closeness: BTreeMap::new(),
            began: Instant::now(),
        })
    }

    async fn pass(mut self) -> Result<Results, WeekError> {
        let end = self.plan.end();
        let (mut passed, mut checked) = (Plan::beginning(), Plan::beginning());
        let mut hour = 0;
        while passed < end {
            self.begin_hour(hour)?;
            passed = (passed + COMES_WITHIN).min(end);
            self.schedule.pass(passed).await?;
            hour += 1;
            if let Some(trouble) = Trouble::ALL.into_iter().find(|trouble| trouble.over() == hour) {
                self.check_trouble(trouble)?;
            }
            self.look_in()?;
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

    /// Sets what goes wrong in an hour. When a trouble begins, all sessions are fine: those that end in it end because of it.
    fn begin_hour(&mut self, hour: u64) -> Result<(), WeekError> {
        if Trouble::ALL.into_iter().any(|trouble| trouble.begins() == hour) {
            self.see_to_sessions()?;
            self.witness.seen().readings.clear();
        }
        // Setting it again would draw the same again.
        if hour == 0 || self.plan.weather(hour) != self.plan.weather(hour - 1) {
            self.offline.set_chaos(self.plan.weather(hour))?;
        }
        Ok(())
    }

    /// Holds what a trouble has cost against what it may cost.
    fn check_trouble(&self, trouble: Trouble) -> Result<(), WeekError> {
        let owner = &self.installation.owner;
        let ended = self.bridge.call(stored::ended(owner.clone()))??;
        let claimed = self.bridge.call(stored::claimed(owner.clone()))??;
        let truth = &self.witness.truth;
        let now = self.now();
        let is_mistaken = |(platform, name): &(String, String)| {
            let platform = platform.parse().unwrap_or(Platform::Unspecified);
            !truth.is_given_away(platform, name, now)
        };
        let left = Left {
            ended,
            mistaken: claimed
                .into_iter()
                .filter(is_mistaken)
                .map(|(_, name)| name)
                .collect(),
        };
        let began = now - COMES_WITHIN * i32::try_from(trouble.over() - trouble.begins()).unwrap_or(i32::MAX);
        let is_public = |(platform, name): &AccountKey| {
            [began, now].into_iter().all(|at| {
                let reading = truth.reading(*platform, name, at);
                reading.is_some_and(|reading| reading.state == AccountState::Public)
            })
        };
        let mut readings = self.witness.seen().readings.clone();
        readings.retain(|account, _| is_public(account));
        self.hold(Invariant::Trouble, checks::trouble(trouble, &left, &readings))
    }

    /// Has the administrator see to the sessions if there is an alert.
    fn look_in(&mut self) -> Result<(), WeekError> {
        let runs = self.bridge.api().runs().clone();
        let capacity = self.bridge.call(async move { runs.capacity().await })??;
        if admin::is_called(&capacity) {
            self.see_to_sessions()?;
        }
        Ok(())
    }

    fn see_to_sessions(&mut self) -> Result<(), WeekError> {
        self.visits += 1;
        let waiting = self
            .bridge
            .call(stored::waiting(self.installation.owner.clone()))??;
        self.witness.seen_to(&waiting);
        admin::revive(self.plan, &self.bridge, &self.offline, &self.installation.pools)
    }

    /// Whether what is due is read, but for a platform that is left alone because it asked for that.
    fn check_due(&self) -> Result<(), WeekError> {
        let runs = self.bridge.api().runs().clone();
        let listed = async move { Ok::<_, ApiError>((runs.list_units().await?, runs.capacity().await?)) };
        let (mut units, capacity) = self.bridge.call(listed)??;
        units.retain(|unit| match unit.key.as_ref().map(UnitKey::platform) {
            Some(Platform::Tiktok) => capacity.tiktok_runs > 0,
            _ => capacity.instagram_runs > 0,
        });
        self.hold(
            Invariant::Fresh,
            checks::fresh(&units, Plan::beginning(), self.now()),
        )
    }

    /// Holds the tables against what was seen and what is true; returns how many items there are.
    fn check(&mut self) -> Result<usize, WeekError> {
        let owner = &self.installation.owner;
        let posts = self.bridge.call(stored::posts(owner.clone()))??;
        let accounts = self.bridge.call(stored::accounts(owner.clone()))??;
        let may_fall = checks::may_fall(&self.witness.seen().ledger);
        let fall = self.bridge.call(stored::fall(owner.clone(), may_fall))??;
        let truth = &self.witness.truth;
        let now = self.now();
        let (items, history, lost, baseline, removed, current) = {
            let ledger = &self.witness.seen().ledger;
            (
                checks::stored(ledger, &posts),
                checks::history(fall),
                checks::lost(truth, ledger, now),
                checks::baseline(truth, ledger, &accounts, &posts),
                checks::removed(truth, ledger, &accounts, &posts, now),
                checks::current(truth, ledger, now),
            )
        };
        self.hold(Invariant::Items, items)?;
        self.hold(Invariant::Items, history)?;
        self.hold(Invariant::Items, lost)?;
        self.hold(Invariant::Baseline, baseline)?;
        self.hold(Invariant::Removed, removed)?;
        for (platform, closeness) in self.hold(Invariant::Current, current)? {
            *self.closeness.entry(platform).or_default() += closeness;
        }
        let burnt = self.offline.requests().burnt;
        let is_spared = burnt.first().map_or(Ok(()), |session| {
            Err(format!("session {session} was asked for too much"))
        });
        self.hold(Invariant::Sessions, is_spared)?;
        Ok(posts.len())
    }

    fn hold<T>(&self, invariant: Invariant, result: Result<T, String>) -> Result<T, WeekError> {
        result.map_err(|what| self.witness.violation(invariant, what).into())
    }

    fn now(&self) -> DateTime<Utc> {
        self.witness.now()
    }

    fn results(&self, items: usize) -> Result<Results, WeekError> {
        let text = self
            .bridge
            .call(stored::text(self.installation.owner.clone()))??;
        let seen = self.witness.seen();
        Ok(Results {
            plan: self.plan.clone(),
            digest: digest(&seen.log.digest(), &text),
            took: self.began.elapsed(),
            runs: self.schedule.opened,
            visits: self.visits,
            closeness: self.closeness.clone(),
            taken: seen.taken.clone(),
            items,
            outcomes: seen.outcomes.clone(),
            requests: seen.log.by_platform(),
            platforms: self.offline.requests(),
        })
    }
}
