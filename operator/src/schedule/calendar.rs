//! How often units are scraped, for statuses that say when the next time is.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clipmeter_scheduler::{Unit, UnitKey};

/// Seconds after which a unit that is listed no more is forgotten: it was deleted or suspended, as no run takes so long.
const KEPT_SECONDS: i64 = 86_400;

/// The intervals of all units that were in no run at some time in the last day.
#[derive(Default)]
pub(crate) struct Calendar {
    units: Mutex<HashMap<UnitKey, Noted>>,
}

#[derive(Clone, Copy)]
struct Noted {
    interval_seconds: u32,
    at: i64,
}

impl Calendar {
    /// Seconds between two times.
    pub(crate) fn interval(&self, unit: UnitKey) -> Option<u32> {
        self.units().get(&unit).map(|noted| noted.interval_seconds)
    }

    /// Those of these units are so now; units in a run keep theirs.
    pub(super) fn note(&self, units: &[Unit], now: i64) {
        let mut known = self.units();
        known.retain(|_, noted| now - noted.at < KEPT_SECONDS);
        known.extend(units.iter().map(|unit| {
            let noted = Noted {
                interval_seconds: unit.interval_seconds,
                at: now,
            };
            (unit.key, noted)
        }));
    }

    fn units(&self) -> MutexGuard<'_, HashMap<UnitKey, Noted>> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_scheduler::{Platform, Target};

    use super::*;

    #[test]
    fn units_in_a_run_keep_their_interval_and_deleted_ones_are_forgotten() {
        let unit = |id| Unit {
            key: UnitKey {
                platform: Platform::Tiktok,
                target: Target::Account(id),
            },
            interval_seconds: 300,
            last_attempt: None,
            consecutive_failures: 0,
            group: 1,
            requested: false,
        };
        let calendar = Calendar::default();
        calendar.note(&[unit(1), unit(2)], 1000);
        calendar.note(&[unit(2)], 1000 + KEPT_SECONDS - 1);
        assert_eq!(calendar.interval(unit(1).key), Some(300));
        calendar.note(&[unit(2)], 1000 + KEPT_SECONDS);
        assert_eq!(calendar.interval(unit(1).key), None);
        assert_eq!(calendar.interval(unit(2).key), Some(300));
    }
}
