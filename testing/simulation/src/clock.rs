//! The simulated clock: a start time plus the time elapsed on tokio's clock.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_runtime::Clock;
use tokio::time::Instant;

/// A clock based on tokio's, so that timers and timestamps agree. On a runtime with a paused clock, time passes only while every
/// task waits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TokioClock {
    began: Instant,
    beginning: DateTime<Utc>,
}

impl TokioClock {
    /// Creates a clock that reads `beginning` now.
    pub(crate) fn starting_at(beginning: DateTime<Utc>) -> Self {
        Self {
            began: Instant::now(),
            beginning,
        }
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        let passed = TimeDelta::from_std(self.began.elapsed()).unwrap_or(TimeDelta::MAX);
        self.beginning
            .checked_add_signed(passed)
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// Returns tokio's instant for a future time; the current instant for a past time.
    pub(crate) fn instant(&self, at: DateTime<Utc>) -> Instant {
        Instant::now() + (at - self.now()).to_std().unwrap_or_default()
    }
}

impl Clock for TokioClock {
    fn now(&self) -> DateTime<Utc> {
        self.now()
    }

    fn monotonic(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn tokio_clock_advances_while_tasks_sleep() {
        let beginning = DateTime::from_timestamp(1_790_000_000, 0).expect("a time");
        let clock = TokioClock::starting_at(beginning);
        tokio::time::sleep(Duration::from_hours(7 * 24)).await;
        assert_eq!(clock.now() - beginning, TimeDelta::days(7));
        let later = clock.now() + TimeDelta::seconds(5);
        tokio::time::sleep_until(clock.instant(later)).await;
        assert_eq!(clock.now(), later);
    }
}
