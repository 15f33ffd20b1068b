//! Free slots for further runs.

use std::collections::BTreeMap;

use clipmeter_proto::v1::Platform;

use crate::{
    limits::Limits,
    unit::{Batch, Lane, Trigger},
};

/// Running runs, counted against each cap.
#[derive(Debug)]
pub(crate) struct Slots<'a> {
    limits: &'a Limits,
    used: Used,
    platforms: BTreeMap<Platform, Used>,
    lanes: BTreeMap<Lane, Used>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Used {
    all: usize,
    requests: usize,
}

impl<'a> Slots<'a> {
    pub(crate) fn new(limits: &'a Limits, running: &[Batch]) -> Self {
        let mut slots = Self {
            limits,
            used: Used::default(),
            platforms: BTreeMap::new(),
            lanes: BTreeMap::new(),
        };
        for batch in running {
            slots.take(batch.into(), batch.trigger);
        }
        slots
    }

    /// Returns whether another run may start.
    pub(crate) fn admit(&self, lane: Lane, trigger: Trigger) -> bool {
        let on_platform = self.platforms.get(&lane.platform).copied().unwrap_or_default();
        let on_lane = self.lanes.get(&lane).copied().unwrap_or_default();
        self.used.admits(self.limits.runs, trigger)
            && on_platform.admits(self.limits.runs_per_platform, trigger)
            && on_lane.admits(self.limits.of(lane), trigger)
    }

    /// Counts a run.
    pub(crate) fn take(&mut self, lane: Lane, trigger: Trigger) {
        self.used.count(trigger);
        self.platforms.entry(lane.platform).or_default().count(trigger);
        self.lanes.entry(lane).or_default().count(trigger);
    }

    /// Returns the number of runs of this lane.
    pub(crate) fn on_lane(&self, lane: Lane) -> usize {
        self.lanes.get(&lane).map_or(0, |used| used.all)
    }
}

impl Used {
    /// Requests leave one slot to the schedule if there are two or more, so that repeated requests cannot block it. The API starts
    /// requested runs without a plan, so there may be more of them.
    fn admits(self, cap: usize, trigger: Trigger) -> bool {
        let share = cap.saturating_sub(1).max(1);
        match trigger {
            Trigger::Request => self.all < cap && self.requests < share,
            Trigger::Schedule => self.all - self.requests + self.requests.min(share) < cap,
        }
    }

    fn count(&mut self, trigger: Trigger) {
        self.all += 1;
        self.requests += usize::from(trigger == Trigger::Request);
    }
}
