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
    advanced: AtomicI64,
}

impl SimulatedClock {
    pub(crate) fn new(source: Arc<dyn Clock>, start: DateTime<Utc>, speed: f64) -> Self {
        let began = source.now().timestamp_millis();
        Self {
            source,
            began,
            start: start.timestamp_millis(),
            speed,
            advanced: AtomicI64::new(0),
        }
    }

    /// Returns simulated time in whole seconds: observations within a second are identical.
    pub(crate) fn now(&self) -> Millis {
        let exact = self
            .start
            .saturating_add(self.run(self.real_elapsed()))
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
        let real = self.real_elapsed();
        (self.run(real) - real)
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
        (real.clone(), SimulatedClock::new(real, start, speed))
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
    fn clock_at_normal_speed_or_stopped_is_not_ahead() {
        for speed in [0.0, 1.0] {
            let (real, clock) = clock(speed);
            real.advance(Duration::from_secs(90));
            assert_eq!(clock.ahead(), 0);
        }
    }
}
