//! The simulator's clock: it starts at a given time, runs at a given speed and can be advanced.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, Utc};
use clipmeter_runtime::{Clock, saturate};

/// Unix time in milliseconds, the unit of all dates of the simulated world.
pub(crate) type Millis = i64;

pub(crate) const SECOND: Millis = 1_000;

/// A clock that maps real time to simulated time.
#[derive(Debug)]
pub(crate) struct SimulatedClock {
    source: Arc<dyn Clock>,
    began: Millis,
    start: Millis,
    speed: f64,
    /// It follows real time once it has caught up with it.
    catches_up: bool,
    advanced: AtomicI64,
}

impl SimulatedClock {
    pub(crate) fn new(source: Arc<dyn Clock>, start: DateTime<Utc>, speed: f64, catches_up: bool) -> Self {
        let began = source.now().timestamp_millis();
        Self {
            source,
            began,
            start: start.timestamp_millis(),
            speed,
            catches_up,
            advanced: AtomicI64::new(0),
        }
    }

    /// Returns simulated time in whole seconds: observations within a second are identical.
    pub(crate) fn now(&self) -> Millis {
        let exact = self
            .running()
            .saturating_add(self.advanced.load(Ordering::SeqCst));
        exact.div_euclid(SECOND).saturating_mul(SECOND)
    }

    /// Returns the simulated time at which the clock started.
    pub(crate) fn start(&self) -> Millis {
        self.start
    }

    /// Returns real time, which the simulator's clients use.
    pub(crate) fn real_now(&self) -> Millis {
        self.source.now().timestamp_millis()
    }

    /// Returns how far simulated time has advanced ahead of real time since the start. A clock at real speed, or a stopped one,
    /// is not ahead, so recorded responses remain as recorded.
    pub(crate) fn ahead(&self) -> Millis {
        (self.running() - self.start - self.real_elapsed())
            .max(0)
            .saturating_add(self.advanced.load(Ordering::SeqCst))
    }

    /// Returns simulated seconds per real second.
    pub(crate) fn speed(&self) -> f64 {
        self.speed
    }

    /// Advances simulated time; returns the new time.
    pub(crate) fn advance(&self, by: Duration) -> Millis {
        let by = saturate::<i64>(by.as_millis());
        let add = |advanced: i64| Some(advanced.saturating_add(by));
        let _ = self
            .advanced
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, add);
        self.now()
    }

    /// Returns simulated time without what it was advanced by.
    fn running(&self) -> Millis {
        let elapsed = self.real_elapsed();
        let time = self.start.saturating_add(self.run(elapsed));
        if self.catches_up {
            time.min(self.start.max(self.began + elapsed))
        } else {
            time
        }
    }

    fn real_elapsed(&self) -> Millis {
        (self.real_now() - self.began).max(0)
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "the milliseconds of a process's lifetime fit"
    )]
    fn run(&self, real: Millis) -> Millis {
        (real as f64 * self.speed) as Millis
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_runtime::ManualClock;

    use super::*;

    fn clock(speed: f64) -> (Arc<ManualClock>, SimulatedClock) {
        let real = Arc::new(ManualClock::new(DateTime::from_timestamp_millis(5_000).unwrap()));
        let start = DateTime::from_timestamp_millis(1_000_000).unwrap();
        (real.clone(), SimulatedClock::new(real, start, speed, false))
    }

    #[test]
    fn clock_runs_at_its_speed_and_jumps_when_advanced() {
        let (real, clock) = clock(60.0);
        real.advance(Duration::from_secs(1));
        assert_eq!(clock.now(), 1_060_000);
        assert_eq!(clock.advance(Duration::from_secs(5)), 1_065_000);
        assert_eq!(clock.ahead(), 59_000 + 5_000);
    }

    #[test]
    fn clock_that_catches_up_follows_real_time_afterwards() {
        let hours = |hours| Duration::from_hours(hours);
        let real = Arc::new(ManualClock::new(
            DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        ));
        let start = real.now() - hours(24);
        let clock = SimulatedClock::new(real.clone(), start, 25.0, true);
        real.advance(Duration::from_mins(30));
        assert_eq!(clock.now(), clock.real_now() - 12 * 3_600_000);
        for elapsed in [hours(1), hours(24 * 7)] {
            real.advance(elapsed);
            assert_eq!(clock.now(), clock.real_now(), "{elapsed:?}");
            assert_eq!(clock.ahead(), 24 * 3_600_000);
        }
    }

    #[test]
    fn clock_at_normal_speed_or_stopped_is_not_ahead() {
        for speed in [0.0, 1.0] {
            let (real, clock) = clock(speed);
            real.advance(Duration::from_secs(90));
            assert_eq!(clock.ahead(), 0);
        }
    }
}
