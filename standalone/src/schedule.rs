//! The laptop's control plane: opens runs for what is due and starts their scrapers.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use clipmeter_api::control_plane::RunStarter;
use clipmeter_api::{Api, ApiError, Clock};
use clipmeter_proto::v1;
use clipmeter_scheduler::{Batch, Limits, Unit, plan};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::scrapers::{PLACES, Scrapers};

/// What a laptop bears at once.
const LIMITS: Limits = Limits {
    runs: PLACES,
    runs_per_platform: 2,
    instagram_runs: usize::MAX,
    tiktok_runs: usize::MAX,
    // Groups take turns within the platform's two; one group alone may use both.
    runs_per_group: PLACES,
    batch_units: 50,
    request_units: 10,
    // Nobody waits for a fuller batch where starting a scraper costs milliseconds.
    window_seconds: 0,
};

/// Accounts that are added and intervals that are changed are noticed within this time.
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Between opening a run and starting its scraper lie milliseconds; a run that is this old and has none gets none.
const ABANDONED_AFTER_SECONDS: i64 = 30;
/// After an error, such as a database that is being restarted.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Opens and starts what is due until it is stopped.
pub(crate) struct Schedule {
    api: Api,
    scrapers: Scrapers,
    clock: Arc<dyn Clock>,
    run_ended: Arc<Notify>,
    /// What the open runs of this process read.
    running: HashMap<Uuid, Batch>,
}

impl Schedule {
    /// `run_ended` wakes the schedule up.
    pub(crate) fn new(api: Api, scrapers: Scrapers, clock: Arc<dyn Clock>, run_ended: Arc<Notify>) -> Self {
        Self {
            api,
            scrapers,
            clock,
            run_ended,
            running: HashMap::new(),
        }
    }

    /// Ends the runs of an earlier process, whose scrapers are gone with it; their units are due again.
    pub(crate) async fn close_orphans(&self) -> Result<(), ApiError> {
        let open = self.api.runs().list_runs().await?;
        self.close_abandoned(&open, 0).await
    }

    /// Ends the runs that have been open for so many seconds and have no scraper: whoever opened them was cut off before
    /// starting one, or the database was away when their scraper ended. Left open they would hold their units for ever.
    async fn close_abandoned(&self, open: &[v1::OpenRun], seconds: i64) -> Result<(), ApiError> {
        let now = self.clock.now().timestamp();
        // One of the future was opened before the clock was set back.
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
                // It may have been completed since it was listed.
                match closed {
                    Ok(()) | Err(ApiError::NoSuchRun) => {}
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
                    tracing::warn!(%error, "cannot list what is due; trying again");
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

    /// Starts what is due and says how long nothing will be.
    async fn poll(&mut self) -> Result<Duration, ApiError> {
        if self.api.storage().is_full() {
            // What would be read could not be stored, and the database may be away.
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
        let units: Vec<Unit> = runs.list_units().await?.iter().filter_map(readable).collect();
        let now = self.clock.now().timestamp();
        let running: Vec<Batch> = self.running.values().cloned().collect();
        let capacity = runs.capacity().await?;
        let planned = plan(now, &units, &running, &LIMITS.within(Some(&capacity)));
        for batch in planned.batches {
            self.start(batch).await?;
        }
        let until_next = planned.next_wake.map_or(MAX_POLL_INTERVAL, |wake| {
            Duration::from_secs(u64::try_from(wake.saturating_sub(now)).unwrap_or(0))
        });
        Ok(until_next.min(MAX_POLL_INTERVAL))
    }

    async fn start(&mut self, batch: Batch) -> Result<(), ApiError> {
        let id = Uuid::now_v7();
        let units: Vec<v1::UnitKey> = batch.units.iter().map(|unit| (*unit).into()).collect();
        let opened = self
            .api
            .runs()
            .open_run(id, batch.platform, &units, batch.trigger.into())
            .await?;
        if opened == 0 {
            return Ok(());
        }
        if let Err(error) = self.scrapers.start(id).await {
            tracing::error!(%error, "cannot start a scraper");
            return self.api.runs().close_run(id, &error.to_string()).await;
        }
        self.running.insert(id, batch);
        Ok(())
    }
}

/// The open runs as batches. What a run reads is known only to who opened it; `open_run` leaves out units that are
/// held by another run, so that here they only count against the caps.
fn open_runs(runs: Vec<v1::OpenRun>) -> HashMap<Uuid, Batch> {
    let batch = |run: v1::OpenRun| Some((run.run_id.parse().ok()?, Batch::try_from(&run).ok()?));
    runs.into_iter().filter_map(batch).collect()
}

/// A unit that this version can plan; one that it cannot is left to a newer one.
fn readable(unit: &v1::TrackedUnit) -> Option<Unit> {
    unit.try_into()
        .inspect_err(|error| tracing::warn!(%error, "left out of the plan"))
        .ok()
}

#[cfg(test)]
mod tests {
    use clipmeter_api::{ApiConfig, ManualClock, Sample, SampleAccount, SampleGroup, Secrets};
    use clipmeter_postgres::TestServer;
    use clipmeter_proto::v1::{Platform, RunTrigger};
    use url::Url;

    use super::*;
    use crate::scrapers::ScraperSettings;

    /// One tracked account and no scraper program.
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
            since: clock.now(),
        };
        api.fill(&sample).await.unwrap();
        api
    }

    #[tokio::test]
    async fn a_run_that_never_got_a_scraper_gives_its_units_back() {
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
