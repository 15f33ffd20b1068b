//! What is known of the policy beside what its object says.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clipmeter_crds::Reason;
use clipmeter_proto::v1::{Platform, ScrapingCapacity};

use super::sessions::sessions;
use crate::initial_sync::InitialSync;
use crate::schedule::Pressure;
use crate::wait::Wait;

/// Numbers that move all the time are written this often; what they mean at once.
const NUMBERS_EVERY: Duration = Duration::from_secs(30);

/// What a capacity means in words: how sessions are, and why platforms wait.
fn means(capacity: &ScrapingCapacity) -> (Reason, [Option<Reason>; 2]) {
    let waits = [Platform::Instagram, Platform::Tiktok]
        .map(|platform| Wait::of(capacity, platform).map(|wait| wait.reason));
    (sessions(capacity).1, waits)
}

/// Kept by the policy's loop and by the schedule.
#[derive(Default)]
pub(crate) struct PolicyState {
    snapshot: Mutex<PolicySnapshot>,
    /// Set once it is known whether there is a policy.
    pub(crate) initial_sync: InitialSync,
}

/// What is known.
#[derive(Clone, Debug, Default)]
pub(super) struct PolicySnapshot {
    /// Whether the API has the intervals; nothing before it was asked.
    pub(super) synced: Option<Result<(), String>>,
    /// The queue as the status says it.
    pub(super) pressure: Option<Pressure>,
    /// How many sessions there are; nothing before the API said so.
    pub(super) capacity: Option<ScrapingCapacity>,
    pub(super) counted: Option<Instant>,
    pub(super) shown: Option<Instant>,
}

impl PolicyState {
    /// The queue was looked at.
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

    /// The API said what sessions bear.
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

    /// Whether the API has said since this operator leads what can be read.
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
