//! Delay before the work of a failed scraper is retried. A scraper that cannot run at all (an invalid setting, a missing library)
//! ends within milliseconds, and its units are due at once: without a delay it would be restarted endlessly.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Delay after one failure: a killed scraper is replaced before users notice.
const FIRST_DELAY: Duration = Duration::from_secs(1);
/// Maximum delay: after the cause is fixed, work resumes within this time.
const MAX_DELAY: Duration = Duration::from_mins(1);

/// Counts consecutive failures of all scrapers.
#[derive(Debug, Default)]
pub(crate) struct ScraperBackoff(AtomicU32);

impl ScraperBackoff {
    /// Records how a scraper ended and returns the delay before its work is retried.
    pub(crate) fn after(&self, succeeded: bool) -> Duration {
        if succeeded {
            self.0.store(0, Ordering::Relaxed);
            return Duration::ZERO;
        }
        let earlier = self.0.fetch_add(1, Ordering::Relaxed);
        2_u32.checked_pow(earlier).map_or(MAX_DELAY, |factor| {
            FIRST_DELAY.saturating_mul(factor).min(MAX_DELAY)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scraper_backoff_doubles_up_to_a_minute_until_success() {
        let backoff = ScraperBackoff::default();
        let delays: Vec<u64> = (0..8).map(|_| backoff.after(false).as_secs()).collect();
        assert_eq!(delays, [1, 2, 4, 8, 16, 32, 60, 60]);
        for _ in 0..40 {
            assert_eq!(backoff.after(false), MAX_DELAY);
        }
        assert_eq!(backoff.after(true), Duration::ZERO);
        assert_eq!(backoff.after(false), FIRST_DELAY);
    }
}
