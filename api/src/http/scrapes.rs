//! Opens runs for requested targets, or joins runs that already read them, and waits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use clipmeter_db::runs::open::Why;
use clipmeter_db::runs::{RunStore, UnitResult};
use clipmeter_proto::v1::{Outcome, Platform, UnitKey, unit_key};
use clipmeter_scheduler::Target;
use futures::future::try_join_all;
use uuid::Uuid;

use super::error::Problem;
use crate::control_plane::RunStarter;
use crate::http::error::ErrorCode;

/// Units per run: the scheduler's batch size, so that "scrape all" of a large group starts few processes.
const UNITS_PER_RUN: usize = 50;

/// A run can end between finding its units assigned and joining it; the units are then free and a second attempt takes
/// them.
const MAX_ATTEMPTS: usize = 3;

/// Executes scrape requests.
pub(crate) struct Scrapes {
    runs: RunStore,
    starter: Arc<dyn RunStarter>,
}

/// The state of a request at the time of the response.
#[derive(Debug, Default)]
pub(crate) struct Scraped {
    /// The requested targets that an open run has not read yet.
    pub(crate) pending: BTreeSet<Target>,
    /// The runs that read the requested targets, oldest first.
    pub(crate) runs: BTreeSet<Uuid>,
    /// The results of the targets; those in progress, and those that no run has read, are absent.
    pub(crate) ends: BTreeMap<Target, End>,
}

impl Scraped {
    /// Returns whether the request has ended.
    pub(crate) fn ended(&self) -> bool {
        self.pending.is_empty()
    }
}

/// The result of scraping one account or video.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// The outcome that the scraper reported.
    pub(crate) outcome: Outcome,
    /// Number of items that were collected for the first time.
    pub(crate) items_new: i64,
    /// Number of items with changed metrics.
    pub(crate) items_updated: i64,
}

impl Scrapes {
    pub(crate) fn new(runs: RunStore, starter: Arc<dyn RunStarter>) -> Self {
        Self { runs, starter }
    }

    /// The unit rows of these videos.
    pub(crate) async fn video_units(&self, tracked_videos: &[i64]) -> Result<Vec<i64>, Problem> {
        Ok(self.runs.video_units(tracked_videos).await?)
    }

    /// Scrapes these targets and waits for the end, but no longer than `wait`. A video is identified by its unit row.
    pub(crate) async fn scrape(
        &self,
        platform: Platform,
        targets: &[Target],
        wait: Duration,
    ) -> Result<Scraped, Problem> {
        let runs = self.start_or_join(platform, targets, Why::Request).await?;
        let results = try_join_all(runs.iter().map(|run| self.runs.wait(*run, wait))).await?;
        let requested: BTreeSet<Target> = targets.iter().copied().collect();
        let (mut pending, mut ends) = (BTreeSet::new(), BTreeMap::new());
        for result in &results {
            for unit in &result.units {
                let Some(target) = unit.target().filter(|target| requested.contains(target)) else {
                    continue;
                };
                if let Some(outcome) = unit.outcome {
                    let end = End {
                        outcome,
                        items_new: unit.items_new,
                        items_updated: unit.items_updated,
                    };
                    ends.insert(target, end);
                } else if !result.ended {
                    pending.insert(target);
                }
            }
        }
        Ok(Scraped { pending, runs, ends })
    }

    /// Returns the runs that read the targets: existing ones, and new ones for the rest. A new run has targets of one scraper pool.
    pub(crate) async fn start_or_join(
        &self,
        platform: Platform,
        targets: &[Target],
        why: Why,
    ) -> Result<BTreeSet<Uuid>, Problem> {
        let mut runs = BTreeSet::new();
        let mut left: BTreeSet<Target> = targets.iter().copied().collect();
        for _ in 0..MAX_ATTEMPTS {
            let batch: Vec<Target> = left.iter().copied().collect();
            for (pool, targets) in self.by_pool(platform, &batch).await? {
                for targets in targets.chunks(UNITS_PER_RUN) {
                    let opened = self.open_and_start(platform, pool.as_deref(), targets, why);
                    if let Some((run, assigned)) = opened.await? {
                        runs.insert(run);
                        left.retain(|target| !assigned.contains(target));
                    }
                }
            }
            if left.is_empty() {
                break;
            }
            let batch: Vec<Target> = left.iter().copied().collect();
            for (run, assigned) in self.runs.assigned_runs(platform, &batch).await? {
                runs.insert(run);
                left.retain(|target| !assigned.contains(target));
            }
            if left.is_empty() {
                break;
            }
        }
        Ok(runs)
    }

    /// Groups targets by their scraper pools. Leaves out those whose pool is not allowed, or cannot reach the platform.
    async fn by_pool(
        &self,
        platform: Platform,
        targets: &[Target],
    ) -> Result<BTreeMap<Option<String>, Vec<Target>>, Problem> {
        let pools = self.runs.pools_of(targets).await?;
        let mut by_pool: BTreeMap<Option<String>, Vec<Target>> = BTreeMap::new();
        for target in targets {
            if let Some(pool) = pools.get(target) {
                by_pool.entry(pool.clone()).or_default().push(*target);
            }
        }
        let mut usable = BTreeMap::new();
        for (pool, targets) in by_pool {
            if self.runs.has_egress(pool.as_deref(), platform).await? {
                usable.insert(pool, targets);
            }
        }
        Ok(usable)
    }

    /// Opens and starts a run of a scraper pool for the targets that no other run is assigned. Returns the run and its targets.
    async fn open_and_start(
        &self,
        platform: Platform,
        pool: Option<&str>,
        targets: &[Target],
        why: Why,
    ) -> Result<Option<(Uuid, Vec<Target>)>, Problem> {
        let run = Uuid::now_v7();
        let units: Vec<UnitKey> = targets
            .iter()
            .map(|target| UnitKey {
                platform: platform.into(),
                id: Some(match target {
                    Target::Account(id) => unit_key::Id::AccountId(*id),
                    Target::Video(id) => unit_key::Id::VideoId(*id),
                }),
            })
            .collect();
        let opened = self.runs.open_run_because(run, platform, &units, why, pool);
        if opened.await? == 0 {
            return Ok(None);
        }
        let assigned = self
            .runs
            .result(run)
            .await?
            .units
            .iter()
            .filter_map(UnitResult::target)
            .collect();
        if let Err(error) = self.starter.start(run).await {
            tracing::error!(%error, %run, "cannot start a requested run");
            self.runs.close_run(run, &error.to_string()).await?;
            return Err(Problem::new(
                ErrorCode::Unavailable,
                "The scraper could not be started. Please try again in a moment.",
            ));
        }
        Ok(Some((run, assigned)))
    }
}
