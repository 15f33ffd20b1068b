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

/// What a laptop bears at once: a scraper is a process of some 20 MB, and the platforms see one address.
const LIMITS: Limits = Limits {
    runs: 4,
    runs_per_platform: 2,
    // Groups take turns within the platform's two; one group alone may use both.
    runs_per_group: 4,
    batch_units: 50,
    request_units: 10,
    // Nobody waits for a fuller batch where starting a scraper costs milliseconds.
    window_seconds: 0,
};

/// Accounts that are added and intervals that are changed are noticed within this time.
const LOOK_AT_LEAST_EVERY: Duration = Duration::from_secs(2);
/// After an error, such as a database that is being restarted.
const LOOK_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Opens and starts what is due until it is stopped.
pub(crate) struct Schedule {
    api: Api,
    starter: Arc<dyn RunStarter>,
    clock: Arc<dyn Clock>,
    run_ended: Arc<Notify>,
    /// What the open runs of this process read.
    running: HashMap<Uuid, Batch>,
}

impl Schedule {
    /// `run_ended` wakes the schedule up.
    pub(crate) fn new(
        api: Api,
        starter: Arc<dyn RunStarter>,
        clock: Arc<dyn Clock>,
        run_ended: Arc<Notify>,
    ) -> Self {
        Self {
            api,
            starter,
            clock,
            run_ended,
            running: HashMap::new(),
        }
    }

    /// Ends the runs of an earlier process, whose scrapers are gone with it; their units are due again.
    pub(crate) async fn close_orphans(&self) -> Result<(), ApiError> {
        for id in open_runs(self.api.runs().list_runs().await?).into_keys() {
            self.api
                .runs()
                .close_run(id, "Clipmeter ended while the run was open")
                .await?;
        }
        Ok(())
    }

    /// Runs until `stop` is cancelled.
    pub(crate) async fn run(mut self, stop: CancellationToken) {
        loop {
            let pause = match self.look().await {
                Ok(pause) => pause,
                Err(error) => {
                    tracing::warn!(%error, "cannot look at what is due; trying again");
                    LOOK_AGAIN_AFTER
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
    async fn look(&mut self) -> Result<Duration, ApiError> {
        let runs = self.api.runs();
        let open = open_runs(runs.list_runs().await?);
        self.running.retain(|id, _| open.contains_key(id));
        for (id, run) in open {
            self.running.entry(id).or_insert(run);
        }
        let units: Vec<Unit> = runs.list_units().await?.iter().filter_map(readable).collect();
        let now = self.clock.now().timestamp();
        let running: Vec<Batch> = self.running.values().cloned().collect();
        let planned = plan(now, &units, &running, &LIMITS);
        for batch in planned.batches {
            self.start(batch).await?;
        }
        let until_next = planned.next_wake.map_or(LOOK_AT_LEAST_EVERY, |wake| {
            Duration::from_secs(u64::try_from(wake.saturating_sub(now)).unwrap_or(0))
        });
        Ok(until_next.min(LOOK_AT_LEAST_EVERY))
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
        if let Err(error) = self.starter.start(id).await {
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
