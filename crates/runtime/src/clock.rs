//! An injectable clock, so that leases, tokens and schedules can be tested without waiting.
//!
//! There are two times. The wall clock is the date and time, and can be changed at any moment. The monotonic time measures how
//! much time has passed. [`SteadyClock`] compares the two to detect changes of the wall clock.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;

/// The smallest difference between the wall clock and the elapsed time that counts as a step of the clock.
/// Shorter than a lease, and longer than a clock drifts between two checks.
const MIN_STEP: TimeDelta = TimeDelta::seconds(5);

/// The source of the time. Clipmeter uses no other, not even in SQL.
pub trait Clock: Debug + Send + Sync {
    /// The wall-clock time.
    fn now(&self) -> DateTime<Utc>;

    /// The time since a fixed instant. It never goes back, and changes of the wall clock do not affect it. It
    /// includes the time for which the machine is suspended, where the system supports that.
    fn monotonic(&self) -> Duration;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    #[cfg(target_os = "linux")]
    fn monotonic(&self) -> Duration {
        // `Instant` stops while a laptop sleeps, so the wall clock would seem to have been set forward.
        let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
        Duration::new(
            time.tv_sec.unsigned_abs(),
            u32::try_from(time.tv_nsec).unwrap_or(0),
        )
    }

    #[cfg(not(target_os = "linux"))]
    fn monotonic(&self) -> Duration {
        static ORIGIN: std::sync::LazyLock<std::time::Instant> =
            std::sync::LazyLock::new(std::time::Instant::now);
        ORIGIN.elapsed()
    }
}

/// Ignores changes of the source's wall clock until [`SteadyClock::follow`] is called, so that stored times can be moved before
/// they are compared with the new time. Drift is followed immediately.
#[derive(Debug)]
pub struct SteadyClock {
    source: Arc<dyn Clock>,
    anchor: Mutex<Anchor>,
}

/// The relation of the wall clock to the monotonic time.
#[derive(Debug, Clone, Copy)]
pub struct Anchor {
    wall: DateTime<Utc>,
    monotonic: Duration,
}

/// Describes a change of the source's wall clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockStep {
    /// The current time by the old setting, which [`SteadyClock`] still uses.
    pub before: DateTime<Utc>,
    /// The current time by the new setting.
    pub after: DateTime<Utc>,
}

impl ClockStep {
    /// How far the clock was moved forward.
    #[must_use]
    pub fn by(&self) -> TimeDelta {
        self.after - self.before
    }
}

impl SteadyClock {
    /// Follows `source`, beginning with its time now.
    #[must_use]
    pub fn new(source: Arc<dyn Clock>) -> Self {
        let anchor = Anchor::read(&*source);
        Self {
            source,
            anchor: Mutex::new(anchor),
        }
    }

    /// Returns how the source was set since it was last followed; `None` if it was not.
    #[must_use]
    pub fn step(&self) -> Option<ClockStep> {
        let (first, read) = (Anchor::read(&*self.source), Anchor::read(&*self.source));
        // If the program is suspended between the two readings, they differ although the clock was not changed.
        if (first.at(read.monotonic) - read.wall).abs() >= MIN_STEP {
            return None;
        }
        let before = self.anchor.lock().at(read.monotonic);
        let step = ClockStep {
            before,
            after: read.wall,
        };
        (step.by().abs() >= MIN_STEP).then_some(step)
    }

    /// Follows the source's time. Returns the previous setting, for [`SteadyClock::resume`].
    pub fn follow(&self) -> Anchor {
        std::mem::replace(&mut *self.anchor.lock(), Anchor::read(&*self.source))
    }

    /// Restores an earlier setting.
    pub fn resume(&self, anchor: Anchor) {
        *self.anchor.lock() = anchor;
    }

    /// Continues from `time`, regardless of the source.
    pub fn set_to(&self, time: DateTime<Utc>) {
        let monotonic = self.source.monotonic();
        *self.anchor.lock() = Anchor {
            wall: time,
            monotonic,
        };
    }
}

impl Clock for SteadyClock {
    fn now(&self) -> DateTime<Utc> {
        let mut anchor = self.anchor.lock();
        let read = Anchor::read(&*self.source);
        let steady = anchor.at(read.monotonic);
        if (read.wall - steady).abs() >= MIN_STEP {
            return steady;
        }
        *anchor = read;
        read.wall
    }

    fn monotonic(&self) -> Duration {
        self.source.monotonic()
    }
}

impl Anchor {
    fn read(clock: &dyn Clock) -> Self {
        Self {
            wall: clock.now(),
            monotonic: clock.monotonic(),
        }
    }

    /// The wall-clock time at a monotonic one.
    fn at(&self, monotonic: Duration) -> DateTime<Utc> {
        let passed = monotonic.saturating_sub(self.monotonic);
        let passed = TimeDelta::from_std(passed).unwrap_or(TimeDelta::MAX);
        self.wall
            .checked_add_signed(passed)
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
    }
}

/// A clock that moves only when a test moves it.
#[derive(Debug)]
pub struct ManualClock(Mutex<Anchor>);

impl ManualClock {
    /// A clock that shows `now`.
    #[must_use]
    pub fn new(now: DateTime<Utc>) -> Self {
        Self(Mutex::new(Anchor {
            wall: now,
            monotonic: Duration::ZERO,
        }))
    }

    /// Advances the wall clock and the monotonic time.
    pub fn advance(&self, by: Duration) {
        let mut time = self.0.lock();
        time.wall += by;
        time.monotonic += by;
    }

    /// Advances both to this wall-clock time, which is not before the current one.
    pub fn advance_to(&self, now: DateTime<Utc>) {
        let mut time = self.0.lock();
        let passed = (now - time.wall).to_std().unwrap_or_default();
        time.monotonic += passed;
        time.wall = now;
    }

    /// Sets the wall clock forward or back; no time passes.
    pub fn set(&self, by: TimeDelta) {
        self.0.lock().wall += by;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        self.0.lock().wall
    }

    fn monotonic(&self) -> Duration {
        self.0.lock().monotonic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steady_clock_follows_drift_immediately_and_steps_on_follow() {
        for (set, is_step) in [
            (TimeDelta::zero(), false),
            (TimeDelta::milliseconds(4_999), false),
            (TimeDelta::milliseconds(-4_999), false),
            (MIN_STEP, true),
            (-MIN_STEP, true),
            (TimeDelta::days(1), true),
            (TimeDelta::days(-1), true),
        ] {
            let start = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
            let source = Arc::new(ManualClock::new(start));
            let steady = SteadyClock::new(Arc::clone(&source) as Arc<dyn Clock>);
            source.advance(Duration::from_mins(1));
            assert_eq!(steady.now(), source.now(), "{set}");
            source.set(set);
            source.advance(Duration::from_mins(1));
            let passed = start + TimeDelta::minutes(2);
            assert_eq!(
                steady.step().map(|step| step.by()),
                is_step.then_some(set),
                "{set}"
            );
            assert_eq!(steady.now(), if is_step { passed } else { passed + set }, "{set}");
            steady.follow();
            assert_eq!((steady.step(), steady.now()), (None, passed + set), "{set}");
        }
    }

    #[test]
    fn system_clock_monotonic_time_never_decreases() {
        let before = SystemClock.monotonic();
        assert!(SystemClock.monotonic() >= before);
    }
}
