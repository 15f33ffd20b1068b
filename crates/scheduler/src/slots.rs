//! Free slots for further runs.

use std::collections::BTreeMap;

use clipmeter_proto::v1::Platform;

use crate::{
    limits::Limits,
    unit::{Batch, Trigger},
};

/// Running runs, counted against each cap.
#[derive(Debug)]
pub(crate) struct Slots {
    limits: Limits,
    used: Used,
    platforms: BTreeMap<Platform, Used>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Used {
    all: usize,
    requests: usize,
}

impl Slots {
    pub(crate) fn new(limits: &Limits, running: &[Batch]) -> Self {
        let mut slots = Self {
            limits: *limits,
            used: Used::default(),
            platforms: BTreeMap::new(),
        };
        for batch in running {
            slots.take(batch.platform, batch.trigger);
        }
        slots
    }

    /// Returns whether another run may start.
    pub(crate) fn admit(&self, platform: Platform, trigger: Trigger) -> bool {
        let on_platform = self.platforms.get(&platform).copied().unwrap_or_default();
        self.used.admits(self.limits.runs, trigger) && on_platform.admits(self.limits.of(platform), trigger)
    }

    /// Counts a run.
    pub(crate) fn take(&mut self, platform: Platform, trigger: Trigger) {
        self.used.count(trigger);
        self.platforms.entry(platform).or_default().count(trigger);
    }

    /// Returns the number of runs on this platform.
    pub(crate) fn on_platform(&self, platform: Platform) -> usize {
        self.platforms.get(&platform).map_or(0, |used| used.all)
    }
}

impl Used {
    /// Requests leave one slot to the schedule if there are two or more, so that repeated requests cannot block it.
    fn admits(self, cap: usize, trigger: Trigger) -> bool {
        self.all < cap && (trigger == Trigger::Schedule || self.requests < cap.saturating_sub(1).max(1))
    }

    fn count(&mut self, trigger: Trigger) {
        self.all += 1;
        self.requests += usize::from(trigger == Trigger::Request);
    }
}
