//! State of the policy beyond its object.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clipmeter_crds::Reason;
use clipmeter_proto::v1::{Platform, ScrapingCapacity};

use super::sessions::sessions;
use crate::initial_sync::InitialSync;
use crate::schedule::Pressure;
use crate::wait::Wait;

/// Interval for writing numbers that change constantly; changes of their meaning are written at once.
const NUMBERS_EVERY: Duration = Duration::from_secs(30);

/// Returns the reasons that a capacity implies: for sessions, and for platforms that wait.
fn means(capacity: &ScrapingCapacity) -> (Reason, [Option<Reason>; 2]) {
    let waits = [Platform::Instagram, Platform::Tiktok]
        .map(|platform| Wait::of(capacity, platform).map(|wait| wait.reason));
    (sessions(capacity).1, waits)
}

/// State kept by the policy's loop and by the scheduler.
#[derive(Default)]
pub(crate) struct PolicyState {
    snapshot: Mutex<PolicySnapshot>,
    /// Set once it is known whether a policy exists.
    pub(crate) initial_sync: InitialSync,
}

#[derive(Clone, Debug, Default)]
pub(super) struct PolicySnapshot {
    /// Whether the intervals were sent to the API; `None` before the first attempt.
    pub(super) synced: Option<Result<(), String>>,
    /// The queue as shown in the status.
    pub(super) pressure: Option<Pressure>,
    /// The API's scraping capacity; `None` before the first response.
    pub(super) capacity: Option<ScrapingCapacity>,
    pub(super) counted: Option<Instant>,
    pub(super) shown: Option<Instant>,
}

impl PolicyState {
    /// Updates the queue.
    pub(crate) fn pressure(&self, pressure: Pressure) {
        let mut snapshot = self.lock();
        let was = snapshot
            .pressure
            .as_ref()
            .map(|was| (was.throttled, was.blocked_platform));
        let is_due = snapshot
            .shown
            .is_none_or(|shown| shown.elapsed() >= NUMBERS_EVERY);
        if is_due || was != Some((pressure.throttled, pressure.blocked_platform)) {
            snapshot.pressure = Some(pressure);
            snapshot.shown = Some(Instant::now());
        }
    }

    /// Updates the scraping capacity.
    pub(crate) fn set_capacity(&self, capacity: ScrapingCapacity) {
        let mut snapshot = self.lock();
        let was = snapshot.capacity.as_ref().map(means);
        let is_due = snapshot
            .counted
            .is_none_or(|counted| counted.elapsed() >= NUMBERS_EVERY);
        if is_due || was != Some(means(&capacity)) {
            snapshot.capacity = Some(capacity);
            snapshot.counted = Some(Instant::now());
        }
    }

    /// Whether the API has reported the scraping capacity since this operator became the leader.
    pub(crate) fn is_counted(&self) -> bool {
        self.lock().capacity.is_some()
    }

    pub(super) fn synced(&self, synced: Result<(), String>) {
        self.lock().synced = Some(synced);
    }

    pub(super) fn snapshot(&self) -> PolicySnapshot {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, PolicySnapshot> {
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
