//! How often units are scraped, for statuses that say when the next time is.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use clipmeter_scheduler::{Unit, UnitKey};

/// The intervals of all units that were in no run at some time since this operator leads.
#[derive(Default)]
pub(crate) struct Calendar {
    intervals: Mutex<HashMap<UnitKey, u32>>,
}

impl Calendar {
    /// Seconds between two times.
    pub(crate) fn interval(&self, unit: UnitKey) -> Option<u32> {
        let intervals = self.intervals.lock().unwrap_or_else(PoisonError::into_inner);
        intervals.get(&unit).copied()
    }

    /// Those of these units are so now; units in a run keep theirs.
    pub(super) fn note(&self, units: &[Unit]) {
        let mut intervals = self.intervals.lock().unwrap_or_else(PoisonError::into_inner);
        intervals.extend(units.iter().map(|unit| (unit.key, unit.interval_seconds)));
    }
}
