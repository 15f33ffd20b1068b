//! Detects whether runs start as fast as units become due.

use std::collections::HashMap;

use clipmeter_domain::platforms::PerPlatform;
use clipmeter_proto::v1::PlatformQueue;
use clipmeter_scheduler::{AT_ONCE, Platform, Unit, UnitKey, next_due};

use crate::state::Pressure;

/// Wait in seconds from which the limits are reported as the cause of a queue, if all Job slots are in use. Usually, a unit waits
/// for the batch window and a second for its Job.
const THROTTLED_AFTER_SECONDS: i64 = 120;

/// Returns whether a unit that has been due since then has waited longer than usual.
pub(super) fn is_overdue(since: i64, now: i64) -> bool {
    now - since > THROTTLED_AFTER_SECONDS
}

/// Tracks since when units that were never attempted have been waiting, because they have no timestamp.
#[derive(Default)]
pub(super) struct PressureGauge {
    first_seen: HashMap<UnitKey, i64>,
}

impl PressureGauge {
    /// Returns since when a unit is due, if it is.
    pub(super) fn due_since(&self, unit: &Unit, now: i64) -> Option<i64> {
        let due = next_due(unit, now);
        let since = if due == AT_ONCE {
            self.first_seen.get(&unit.key).copied().unwrap_or(now)
        } else {
            due
        };
        (since <= now).then_some(since)
    }

    /// Evaluates the units to plan with, which include the longest due, and the number of due units.
    pub(super) fn measure(
        &mut self,
        units: &[Unit],
        queues: &[PlatformQueue],
        now: i64,
        (running_jobs, max_jobs): (usize, usize),
        waits: &[Platform],
    ) -> Pressure {
        let new = units.iter().filter(|unit| next_due(unit, now) == AT_ONCE);
        self.first_seen = new
            .map(|unit| (unit.key, self.first_seen.get(&unit.key).copied().unwrap_or(now)))
            .collect();
        let mut pressure = Pressure {
            due: PerPlatform::from_fn(|platform| {
                let queue = queues.iter().find(|queue| queue.platform() == platform);
                queue.map_or(0, |queue| usize::try_from(queue.due).unwrap_or(usize::MAX))
            }),
            running_jobs,
            ..Pressure::default()
        };
        for unit in units {
            let Some(since) = self.due_since(unit, now) else {
                continue;
            };
            pressure.oldest_due_seconds = pressure.oldest_due_seconds.max(now - since);
            let is_blocked = waits.contains(&unit.key.platform) && is_overdue(since, now);
            pressure.blocked_platform = pressure
                .blocked_platform
                .or(is_blocked.then_some(unit.key.platform));
        }
        pressure.throttled =
            pressure.oldest_due_seconds > THROTTLED_AFTER_SECONDS && running_jobs >= max_jobs;
        pressure
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_scheduler::Target;

    use super::*;

    fn unit(id: i64, last_attempt: Option<i64>) -> Unit {
        Unit {
            key: UnitKey {
                platform: Platform::Tiktok,
                target: Target::Account(id),
            },
            interval_seconds: 900,
            last_attempt,
            consecutive_failures: 0,
            delay_seconds: None,
            group: 1,
            requested: false,
        }
    }

    #[test]
    fn pressure_measures_wait_of_new_units_from_first_measurement() {
        let mut gauge = PressureGauge::default();
        let now = 1_800_000_000;
        let units = [unit(1, None), unit(2, Some(now))];
        let queues = [PlatformQueue {
            platform: Platform::Tiktok.into(),
            due: 1,
        }];
        let first = gauge.measure(&units, &queues, now, (0, 2), &[]);
        assert_eq!((first.due.of(Platform::Tiktok), first.oldest_due_seconds), (1, 0));
        let later = gauge.measure(&units, &queues, now + 121, (2, 2), &[]);
        assert_eq!(
            (later.due.of(Platform::Tiktok), later.oldest_due_seconds),
            (1, 121)
        );
        assert!(later.throttled);
        assert!(
            !gauge.measure(&units, &queues, now + 121, (1, 2), &[]).throttled,
            "a Job slot is free"
        );
        for (after, waits, blocked_platform) in [
            (120, &[Platform::Tiktok][..], None),
            (121, &[Platform::Instagram], None),
            (121, &[Platform::Tiktok], Some(Platform::Tiktok)),
        ] {
            assert_eq!(
                gauge
                    .measure(&units, &queues, now + after, (0, 2), waits)
                    .blocked_platform,
                blocked_platform
            );
        }
    }
}
