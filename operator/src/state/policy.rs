//! The scrape policy, and the state of its controller and the scheduler that its object does not contain.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{Reason, ScrapePolicy, ScrapePolicySpec};
use clipmeter_domain::platforms::{PerPlatform, Platform};
use clipmeter_proto::v1::ScrapingCapacity;
use parking_lot::Mutex;

use super::platform_wait::Wait;
use super::sessions::{SessionCounts, sessions};
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::store::ObjectStore;
use crate::kubernetes::watch::InitialSync;
use crate::status::StatusCache;

/// The only allowed name of a policy.
const POLICY: &str = "default";
/// Interval for writing numbers that change constantly. Changes of conditions are written immediately.
const NUMBERS_EVERY: Duration = Duration::from_secs(30);

/// The queue as last observed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pressure {
    /// Units that are due.
    pub(crate) due: PerPlatform<usize>,
    /// Seconds since the longest-waiting unit became due.
    pub(crate) oldest_due_seconds: i64,
    pub(crate) running_jobs: usize,
    pub(crate) throttled: bool,
    /// The platform of that unit, if it cannot be scraped.
    pub(crate) blocked_platform: Option<Platform>,
}

impl Pressure {
    pub(crate) fn queue_depth(&self) -> usize {
        self.due.into_iter().sum()
    }
}

/// The scrape policy.
pub(crate) struct Policy {
    pub(crate) status_cache: StatusCache<ScrapePolicy>,
    snapshot: Mutex<PolicySnapshot>,
    /// Set when it is known whether a policy exists.
    pub(crate) initial_sync: InitialSync,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct PolicySnapshot {
    /// Whether the intervals were sent to the API; `None` before the first attempt.
    pub(crate) synced: Option<Result<(), String>>,
    /// The queue as reported in the status.
    pub(crate) pressure: Option<Pressure>,
    /// The API's scraping capacity; `None` before the first response.
    pub(crate) capacity: Option<ScrapingCapacity>,
    pub(crate) capacity_set_at: Option<Instant>,
    pub(crate) pressure_set_at: Option<Instant>,
}

impl Policy {
    pub(crate) fn new() -> Self {
        Self {
            status_cache: StatusCache::new(ObjectStore::parsed()),
            snapshot: Mutex::default(),
            initial_sync: InitialSync::default(),
        }
    }

    pub(crate) fn object(&self) -> Option<Arc<ScrapePolicy>> {
        self.status_cache.get(&ObjectKey::new("", POLICY))
    }

    /// Returns the policy's spec, or the defaults without a policy.
    pub(crate) fn spec(&self) -> ScrapePolicySpec {
        self.object()
            .map(|policy| policy.spec.clone())
            .unwrap_or_default()
    }

    /// Queues an update of the status.
    pub(crate) fn touch(&self) {
        self.status_cache.touch(&ObjectKey::new("", POLICY));
    }

    pub(crate) fn set_pressure(&self, pressure: Pressure) {
        let mut snapshot = self.snapshot.lock();
        let previous = snapshot
            .pressure
            .as_ref()
            .map(|previous| (previous.throttled, previous.blocked_platform));
        let is_due = snapshot
            .pressure_set_at
            .is_none_or(|at| at.elapsed() >= NUMBERS_EVERY);
        if is_due || previous != Some((pressure.throttled, pressure.blocked_platform)) {
            snapshot.pressure = Some(pressure);
            snapshot.pressure_set_at = Some(Instant::now());
        }
    }

    pub(crate) fn set_capacity(&self, capacity: ScrapingCapacity) {
        let mut snapshot = self.snapshot.lock();
        let previous = snapshot.capacity.as_ref().map(reasons);
        let is_due = snapshot
            .capacity_set_at
            .is_none_or(|at| at.elapsed() >= NUMBERS_EVERY);
        if is_due || previous != Some(reasons(&capacity)) {
            snapshot.capacity = Some(capacity);
            snapshot.capacity_set_at = Some(Instant::now());
        }
    }

    /// Returns whether the API has reported the scraping capacity since this operator became the leader.
    pub(crate) fn has_capacity(&self) -> bool {
        self.snapshot.lock().capacity.is_some()
    }

    pub(crate) fn set_synced(&self, synced: Result<(), String>) {
        self.snapshot.lock().synced = Some(synced);
    }

    pub(crate) fn snapshot(&self) -> PolicySnapshot {
        self.snapshot.lock().clone()
    }
}

/// Returns the reasons that a capacity implies: for sessions, and for platforms that wait.
fn reasons(capacity: &ScrapingCapacity) -> (Reason, PerPlatform<Option<Reason>>) {
    let waits = PerPlatform::from_fn(|platform| Wait::of(&capacity.waits, platform).map(|wait| wait.reason));
    (sessions(SessionCounts::from(capacity)).1, waits)
}
