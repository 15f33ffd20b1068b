//! The time of day in a simulated week: a beginning, and what tokio's clock says has passed since.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_scraper::clock::Clock;
use tokio::time::Instant;

/// Tells the time by tokio's clock, so that whoever sleeps and whoever asks for the time agree. On a runtime whose clock is
/// stopped, time passes only while everything waits.
#[derive(Debug, Clone, Copy)]
pub struct TokioClock {
    began: Instant,
    beginning: DateTime<Utc>,
}

impl TokioClock {
    /// A clock that says `beginning` now.
    #[must_use]
    pub fn starting_at(beginning: DateTime<Utc>) -> Self {
        Self {
            began: Instant::now(),
            beginning,
        }
    }
}

impl Clock for TokioClock {
    fn now(&self) -> DateTime<Utc> {
        let passed = TimeDelta::from_std(self.began.elapsed()).unwrap_or(TimeDelta::MAX);
        self.beginning
            .checked_add_signed(passed)
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_week_passes_while_everybody_sleeps() {
        let beginning = DateTime::from_timestamp(1_790_000_000, 0).expect("a time");
        let clock = TokioClock::starting_at(beginning);
        tokio::time::sleep(Duration::from_hours(7 * 24)).await;
        assert_eq!(clock.now() - beginning, TimeDelta::days(7));
    }
}
