//! Caps on concurrent runs and batch sizes.

use std::collections::BTreeMap;

use clipmeter_domain::platforms::PerPlatform;
use clipmeter_proto::v1::{PlatformRuns, ScrapingCapacity};

use crate::unit::{Lane, PoolId};

/// Caps on concurrent runs and the size of batches. A cap of 0 allows no runs; a size of 0 counts as 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Concurrent runs.
    pub runs: usize,
    /// Concurrent runs on one platform.
    pub runs_per_platform: usize,
    /// Concurrent runs without a scraper pool that a platform's sessions and addresses currently allow; `None`: no cap.
    pub allowed_runs: PerPlatform<Option<usize>>,
    /// The same for each scraper pool. A pool without an entry has no runs.
    pub pools: BTreeMap<PoolId, PerPlatform<Option<usize>>>,
    /// Units in a scheduled batch.
    pub batch_units: usize,
    /// Units in a requested batch.
    pub request_units: usize,
    /// Seconds that a due unit waits for others to fill its batch. Requests and first attempts never wait.
    pub window_seconds: u32,
}

impl Default for Limits {
    /// Values for a cluster with a default control plane.
    fn default() -> Self {
        Self {
            // 20 runs of 50 units at about 90 s each are 11 units a second: 10,000 accounts every 15 minutes.
            runs: 20,
            // One platform may use all slots when the others are idle, except a few that are kept open for them.
            runs_per_platform: 16,
            allowed_runs: PerPlatform::default(),
            pools: BTreeMap::new(),
            // A pod takes 1 to 5 s to start; 50 units of 1 to 2 s keep that under a tenth of a run.
            batch_units: 50,
            // About 15 s of scraping, which users accept with a loading indicator.
            request_units: 10,
            // A hundredth of the default TikTok interval, enough to collect a batch from 4,000 accounts.
            window_seconds: 10,
        }
    }
}

impl Limits {
    /// Applies the caps that sessions and addresses impose. `None` means that the capacity is unknown.
    #[must_use]
    pub fn within(self, capacity: Option<&ScrapingCapacity>) -> Self {
        let Some(capacity) = capacity else {
            return self;
        };
        let pools = capacity.pools.iter();
        Self {
            allowed_runs: allowed(&capacity.runs),
            pools: pools
                .map(|of| (PoolId::of(&of.pool), allowed(&of.runs)))
                .collect(),
            ..self
        }
    }

    /// Returns the concurrent runs that the sessions and addresses of a lane allow.
    pub(crate) fn of(&self, lane: Lane) -> usize {
        let allowed = match lane.pool {
            PoolId::NONE => Some(&self.allowed_runs),
            pool => self.pools.get(&pool),
        };
        allowed.map_or(0, |allowed| allowed.of(lane.platform).unwrap_or(usize::MAX))
    }
}

/// Returns the runs that each platform allows; `None`: no cap.
fn allowed(runs: &[PlatformRuns]) -> PerPlatform<Option<usize>> {
    PerPlatform::from_fn(|platform| {
        let of = runs.iter().find(|of| of.platform() == platform)?;
        usize::try_from(of.runs).ok()
    })
}
