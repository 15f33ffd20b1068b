//! The results of attempts to scrape an account or video, and the cadence that follows from them.

use chrono::{DateTime, Utc};
use clipmeter_scheduler::{Cadence, ScrapeHistory, UnitKind, cadence};

const SECONDS_PER_MINUTE: u32 = 60;

/// The state of an account or video, from its row.
#[derive(Clone, Copy, Debug)]
pub struct Attempts<'a> {
    pub kind: UnitKind,
    /// The shortest interval of its groups.
    pub interval_minutes: i32,
    /// Code of the outcome of the last attempt.
    pub last_outcome: Option<&'a str>,
    pub last_attempt_at: Option<DateTime<Utc>>,
    pub consecutive_failures: i32,
    /// Nothing newer has been posted since then.
    pub quiet_since: Option<DateTime<Utc>>,
}

impl Attempts<'_> {
    /// Returns how often the account or video is scraped.
    #[must_use]
    pub fn cadence(&self) -> Cadence {
        cadence(&ScrapeHistory {
            kind: self.kind,
            interval: self
                .interval_minutes
                .unsigned_abs()
                .saturating_mul(SECONDS_PER_MINUTE),
            last_attempt: self.last_attempt_at.map(|time| time.timestamp()),
            outcome: self.last_outcome.and_then(|code| code.parse().ok()),
            failures: self.consecutive_failures.unsigned_abs(),
            quiet_since: self.quiet_since.map(|time| time.timestamp()),
        })
    }
}
