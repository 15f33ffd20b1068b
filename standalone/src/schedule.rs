//! The control plane of standalone mode: opens runs for due units and starts their scrapers.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use clipmeter_api::Api;
use clipmeter_db::DbError;
use clipmeter_domain::platforms::PerPlatform;
use clipmeter_proto::v1;
use clipmeter_runtime::Clock;
use clipmeter_scheduler::{Batch, GroupLoad, Limits, Selection, Unit, plan};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::scrapers::{MAX_SCRAPERS, Scrapers};

/// Concurrency limits for a laptop.
const LIMITS: Limits = Limits {
    runs: MAX_SCRAPERS,
    runs_per_platform: 2,
    allowed_runs: PerPlatform::NONE,
    pools: BTreeMap::new(),
    batch_units: 50,
    request_units: 10,
    // Waiting for a fuller batch is pointless if starting a scraper costs milliseconds.
    window_seconds: 0,
};

/// Interval for noticing added accounts and changed intervals.
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Lists units that become due before the next poll, so that the next run starts on time.
const WITHIN_SECONDS: u32 = 5;
/// Due units of a platform that are planned with: many times what all scrapers read between two polls.
const LIMIT_PER_PLATFORM: usize = 1_000;
/// Age at which a run without a scraper is closed: a scraper is started milliseconds after its run is opened.
const ABANDONED_AFTER_SECONDS: i64 = 30;
/// Delay after an error, such as a database restart.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Opens and starts due runs until it is stopped.
pub(crate) struct Schedule {
    api: Api,
    scrapers: Scrapers,
    clock: Arc<dyn Clock>,
    run_ended: Arc<Notify>,
    /// Batches of the open runs of this process.
    running: HashMap<Uuid, Batch>,
}

impl Schedule {
    /// `run_ended` wakes the scheduler.
    pub(crate) fn new(api: Api, scrapers: Scrapers, clock: Arc<dyn Clock>, run_ended: Arc<Notify>) -> Self {
        Self {
            api,
            scrapers,
            clock,
            run_ended,
            running: HashMap::new(),
        }
    }

    /// Closes the runs of an earlier process, whose scrapers ended with it; their units become due again.
    pub(crate) async fn close_orphans(&self) -> Result<(), DbError> {
        let open = self.api.runs().list_runs().await?;
        self.close_abandoned(&open, 0).await
    }

    /// Closes runs that have been open for the given number of seconds without a scraper: their process was interrupted before
    /// starting one, or the database was unavailable when the scraper ended. Otherwise they would hold their units forever.
    async fn close_abandoned(&self, open: &[v1::OpenRun], seconds: i64) -> Result<(), DbError> {
        let now = self.clock.now().timestamp();
        // A run from the future was opened before the clock was set back.
        let is_old = |run: &&v1::OpenRun| !(now - seconds + 1..=now).contains(&run.opened_at);
        for run in open.iter().filter(is_old) {
            let Ok(id) = run.run_id.parse() else { continue };
            if !self.scrapers.has(id) {
                tracing::warn!(run = run.run_id, "closing a run without a scraper");
                let closed = self
                    .api
                    .runs()
                    .close_run(id, "no scraper was working the run")
                    .await;
                // The run may have been completed since it was listed.
                match closed {
                    Ok(()) | Err(DbError::NoSuchRun) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Runs until `stop` is cancelled.
    pub(crate) async fn run(mut self, stop: CancellationToken) {
        loop {
            let pause = match self.poll().await {
                Ok(pause) => pause,
                Err(error) => {
                    tracing::warn!(%error, "cannot list due units; retrying");
                    RETRY_AFTER
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.run_ended.notified() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Starts due units and returns the time until the next ones are due.
    async fn poll(&mut self) -> Result<Duration, DbError> {
        if self.api.storage().is_full() {
            // Results could not be stored, and the database may be unavailable.
            return Ok(MAX_POLL_INTERVAL);
        }
        let runs = self.api.runs();
        let listed = runs.list_runs().await?;
        self.close_abandoned(&listed, ABANDONED_AFTER_SECONDS).await?;
        let open = open_runs(listed);
        self.running.retain(|id, _| open.contains_key(id));
        for (id, run) in open {
            self.running.entry(id).or_insert(run);
        }
        let now = self.clock.now().timestamp();
        let selection = Selection {
            now,
            within_seconds: WITHIN_SECONDS,
            requested: &HashSet::new(),
            limit_per_platform: LIMIT_PER_PLATFORM,
        };
        let due = runs.list_due(&selection).await?;
        let units: Vec<Unit> = due.units.iter().filter_map(readable).collect();
        let loads: Vec<GroupLoad> = due.groups.iter().map(GroupLoad::from).collect();
        let running: Vec<Batch> = self.running.values().cloned().collect();
        let capacity = runs.capacity().await?;
        let planned = plan(now, &units, &loads, &running, &LIMITS.within(Some(&capacity)));
        for batch in planned.batches {
            let pool = batch.pool.name(&due.units);
            self.start(batch, pool).await?;
        }
        let until_next = planned.next_wake.map_or(MAX_POLL_INTERVAL, |wake| {
            Duration::from_secs(u64::try_from(wake.saturating_sub(now)).unwrap_or(0))
        });
        Ok(until_next.min(MAX_POLL_INTERVAL))
    }

    /// Opens and starts a run in the scraper pool of this name.
    async fn start(&mut self, batch: Batch, pool: Option<&str>) -> Result<(), DbError> {
        let id = Uuid::now_v7();
        let units: Vec<v1::UnitKey> = batch.units.iter().map(|unit| (*unit).into()).collect();
        let opened = self
            .api
            .runs()
            .open_run_of_pool(id, batch.platform, &units, batch.trigger.into(), pool)
            .await?;
        if opened == 0 {
            return Ok(());
        }
        if let Err(error) = self.scrapers.start_scheduled(id) {
            tracing::error!(%error, "cannot start a scraper");
            return self.api.runs().close_run(id, &error.to_string()).await;
        }
        self.running.insert(id, batch);
        Ok(())
    }
}

/// Returns the open runs as batches. Only the process that opened a run has its units; `open_run` skips units held by another
/// run, so here they only count against the limits.
fn open_runs(runs: Vec<v1::OpenRun>) -> HashMap<Uuid, Batch> {
    let batch = |run: v1::OpenRun| Some((run.run_id.parse().ok()?, Batch::try_from(&run).ok()?));
    runs.into_iter().filter_map(batch).collect()
}

/// Converts a unit. Returns `None` if this version cannot plan it.
fn readable(unit: &v1::TrackedUnit) -> Option<Unit> {
    unit.try_into()
        .inspect_err(|error| tracing::warn!(%error, "ignored a unit in the plan"))
        .ok()
}

#[cfg(test)]
mod tests {
    use clipmeter_api::{ApiConfig, Sample, SampleAccount, SampleGroup};
    use clipmeter_db::secrets::Secrets;
    use clipmeter_embedded_postgres::TestServer;
    use clipmeter_proto::v1::{Platform, RunTrigger};
    use clipmeter_runtime::ManualClock;
    use url::Url;

    use super::*;
    use crate::scrapers::ScraperSettings;

    /// Creates an API with one tracked account and no scraper program.
    async fn api(server: &TestServer, clock: &Arc<ManualClock>) -> Api {
        let keys = tempfile::tempdir().unwrap();
        let api = Api::connect(ApiConfig {
            run_wait: Duration::ZERO,
            ..ApiConfig::new(
                server.empty_database().await.unwrap().options,
                Secrets::create(keys.path()).unwrap(),
                Arc::clone(clock) as Arc<dyn Clock>,
            )
        })
        .await
        .unwrap();
        let account = SampleAccount {
            platform: Platform::Tiktok,
            username: "nasa".to_owned(),
        };
        let group = SampleGroup {
            name: "a",
            description: "",
            users: vec![],
            accounts: vec![account],
        };
        let sample = Sample {
            groups: vec![group],
            sessions: vec![],
            interval_minutes: 5,
            cost: None,
            since: clock.now(),
        };
        api.fill(&sample).await.unwrap();
        api
    }

    #[tokio::test]
    async fn run_without_scraper_is_closed_and_units_requeued() {
        let server = TestServer::start().await.unwrap();
        let clock = Arc::new(ManualClock::new(
            chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        ));
        let api = api(&server, &clock).await;
        let nowhere = Url::parse("http://127.0.0.1:9").unwrap();
        let settings = ScraperSettings {
            program: "/nowhere/scraper".into(),
            api: nowhere.to_string(),
            instagram: nowhere.clone(),
            tiktok: nowhere,
            delay_factor: None,
            local_proxies: false,
        };
        let run_ended = Arc::new(Notify::new());
        let scrapers = Scrapers::new(settings, api.clone(), Arc::clone(&run_ended));
        let schedule = Schedule::new(api.clone(), scrapers, clock.clone(), run_ended);

        let units: Vec<v1::UnitKey> = api
            .runs()
            .list_units()
            .await
            .unwrap()
            .into_iter()
            .filter_map(|unit| unit.key)
            .collect();
        let opened = api
            .runs()
            .open_run(Uuid::now_v7(), Platform::Tiktok, &units, RunTrigger::Request)
            .await
            .unwrap();
        assert_eq!(opened, 1);
        let close = async || {
            let open = api.runs().list_runs().await.unwrap();
            schedule
                .close_abandoned(&open, ABANDONED_AFTER_SECONDS)
                .await
                .unwrap();
            api.runs().list_runs().await.unwrap().len()
        };
        assert_eq!(close().await, 1, "its scraper may be about to start");
        clock.advance(Duration::from_secs(30));
        assert_eq!(close().await, 0);

        let open = async || {
            let runs = api.runs();
            runs.open_run(Uuid::now_v7(), Platform::Tiktok, &units, RunTrigger::Request)
                .await
                .unwrap()
        };
        assert_eq!(open().await, 1, "its unit was given back");
        clock.set(-chrono::TimeDelta::days(1));
        api.sync_clock_once().await.unwrap();
        assert_eq!(
            close().await,
            1,
            "it was opened a moment ago, whatever the clock says"
        );
        clock.advance(Duration::from_secs(30));
        assert_eq!(
            close().await,
            0,
            "a clock that is set back holds no unit for longer"
        );
        server.stop().await;
    }
}
