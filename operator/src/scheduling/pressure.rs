//! Detects whether runs start as fast as units become due.

use std::collections::HashMap;

use clipmeter_domain::platforms::PerPlatform;
use clipmeter_proto::v1::PlatformQueue;
use clipmeter_scheduler::{AT_ONCE, Unit, UnitKey, next_due};

use super::lane_waits::LaneWaits;
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
        waits: &LaneWaits,
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
            // The status of the pool reports the reason.
            if waits.is_held_by_pool(unit) {
                continue;
            }
            pressure.oldest_due_seconds = pressure.oldest_due_seconds.max(now - since);
            let is_blocked = waits.of(unit).is_some() && is_overdue(since, now);
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
    use std::time::Instant;

    use clipmeter_proto::v1::{PlatformWait, PoolCapacity, ScrapingCapacity};
    use clipmeter_scheduler::{Platform, PoolId, Target};
    use serde_json::json;

    use super::*;
    use crate::state::{Pools, pool, pools_with};

    /// Returns the waits while a platform cannot be scraped, in this pool or without a pool.
    fn waits(platform: Platform, pool: &str) -> LaneWaits {
        let waits = vec![PlatformWait {
            platform: platform.into(),
            ..PlatformWait::default()
        }];
        let capacity = if pool.is_empty() {
            ScrapingCapacity {
                waits,
                ..ScrapingCapacity::default()
            }
        } else {
            ScrapingCapacity {
                pools: vec![PoolCapacity {
                    pool: pool.to_owned(),
                    waits,
                    ..PoolCapacity::default()
                }],
                ..ScrapingCapacity::default()
            }
        };
        LaneWaits::new(&capacity, &[], &Pools::new())
    }

    fn unit(id: i64, last_attempt: Option<i64>) -> Unit {
        Unit {
            key: UnitKey {
                platform: Platform::Tiktok,
                target: Target::Account(id),
            },
            pool: PoolId::NONE,
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
        let first = gauge.measure(&units, &queues, now, (0, 2), &LaneWaits::default());
        assert_eq!((first.due.of(Platform::Tiktok), first.oldest_due_seconds), (1, 0));
        let later = gauge.measure(&units, &queues, now + 121, (2, 2), &LaneWaits::default());
        assert_eq!(
            (later.due.of(Platform::Tiktok), later.oldest_due_seconds),
            (1, 121)
        );
        assert!(later.throttled);
        assert!(
            !gauge
                .measure(&units, &queues, now + 121, (1, 2), &LaneWaits::default())
                .throttled,
            "a Job slot is free"
        );
        for (after, waits, blocked_platform) in [
            (120, waits(Platform::Tiktok, ""), None),
            (121, waits(Platform::Instagram, ""), None),
            (121, waits(Platform::Tiktok, "eu"), None),
            (121, waits(Platform::Tiktok, ""), Some(Platform::Tiktok)),
        ] {
            assert_eq!(
                gauge
                    .measure(&units, &queues, now + after, (0, 2), &waits)
                    .blocked_platform,
                blocked_platform
            );
        }
    }

    #[test]
    fn pressure_ignores_units_of_pools_that_wait() {
        let mut gauge = PressureGauge::default();
        let now = 1_800_000_000;
        let of_pool = Unit {
            pool: PoolId::of("eu"),
            ..unit(1, Some(now - 2_000))
        };
        let measured = |waits: &LaneWaits, gauge: &mut PressureGauge| {
            let pressure = gauge.measure(&[of_pool], &[], now, (2, 2), waits);
            (
                pressure.oldest_due_seconds > 900,
                pressure.throttled,
                pressure.blocked_platform,
            )
        };
        assert_eq!(
            measured(&waits(Platform::Tiktok, "eu"), &mut gauge),
            (false, false, None)
        );
        for others in [waits(Platform::Tiktok, ""), waits(Platform::Tiktok, "us")] {
            assert_eq!(measured(&others, &mut gauge), (true, true, None));
        }

        let capacity = ScrapingCapacity {
            pools: vec![PoolCapacity {
                pool: "eu".to_owned(),
                ..PoolCapacity::default()
            }],
            ..ScrapingCapacity::default()
        };
        let pools = pools_with(vec![pool("eu", 1, &json!({}))]);
        let mut measured_now = || measured(&LaneWaits::new(&capacity, &[of_pool], &pools), &mut gauge);
        assert_eq!(measured_now(), (false, false, None), "no scraper has begun");
        pools.record_start(of_pool.pool);
        assert_eq!(measured_now(), (true, true, None));
        pools.record_failure(of_pool.pool, "the Job ended".to_owned(), Instant::now());
        assert_eq!(measured_now(), (false, false, None), "the pool is paused");
    }
}
