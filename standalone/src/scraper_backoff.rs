//! How long the work of a scraper that failed rests before it is tried again. A scraper that cannot run at all (a broken
//! setting, a missing library) ends within milliseconds, and its units are due at once: without a rest it would be started
//! without end.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// After one failure: a scraper that was killed is replaced before anybody wonders.
const FIRST: Duration = Duration::from_secs(1);
/// Once the cause is mended, work goes on within this time.
const LONGEST: Duration = Duration::from_mins(1);

/// Counts the failures in a row of all scrapers.
#[derive(Debug, Default)]
pub(crate) struct ScraperBackoff(AtomicU32);

impl ScraperBackoff {
    /// Learns how a scraper ended and says how long its work rests.
    pub(crate) fn after(&self, succeeded: bool) -> Duration {
        if succeeded {
            self.0.store(0, Ordering::Relaxed);
            return Duration::ZERO;
        }
        let earlier = self.0.fetch_add(1, Ordering::Relaxed);
        2_u32
            .checked_pow(earlier)
            .map_or(LONGEST, |factor| FIRST.saturating_mul(factor).min(LONGEST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_in_a_row_rest_ever_longer_until_one_succeeds() {
        let backoff = ScraperBackoff::default();
        let delays: Vec<u64> = (0..8).map(|_| backoff.after(false).as_secs()).collect();
        assert_eq!(delays, [1, 2, 4, 8, 16, 32, 60, 60]);
        for _ in 0..40 {
            assert_eq!(backoff.after(false), LONGEST);
        }
        assert_eq!(backoff.after(true), Duration::ZERO);
        assert_eq!(backoff.after(false), FIRST);
    }
}
