//! Retry policy for faulty exchanges.

use std::time::Duration;

use clipmeter_proto::v1::Outcome;
use clipmeter_runtime::{Random, RetryPolicy};

/// Spread of the pauses, so that many scrapers that failed together do not return together.
const SPREAD: f64 = 0.5;
/// If a platform requires a longer pause than this, the retry is left to the scheduler.
pub(crate) const MAX_RETRY_AFTER: Duration = Duration::from_secs(30);
const PAUSES: RetryPolicy = RetryPolicy::new(Duration::from_secs(1), MAX_RETRY_AFTER);

/// The retry policy for transient faults.
#[derive(Debug, Clone, Copy)]
pub struct Retry {
    /// Multiplies the pauses; 0 retries at once.
    pub delay_factor: f64,
}

impl Retry {
    /// Returns the pause before the next try after `tries` failed ones, or None to give up.
    #[must_use]
    pub fn pause(&self, tries: u32, retry_after: Option<Duration>, random: &Random) -> Option<Duration> {
        if tries >= Outcome::Transient.policy().tries
            || retry_after.is_some_and(|wait| wait > MAX_RETRY_AFTER)
        {
            return None;
        }
        let pause = PAUSES
            .pause(tries)
            .mul_f64(random.factor(SPREAD))
            .max(retry_after.unwrap_or_default());
        Some(pause.mul_f64(self.delay_factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_pauses_double_and_end_after_three_attempts() {
        let (retry, random) = (Retry { delay_factor: 1.0 }, Random::seeded(1));
        for _ in 0..100 {
            let first = retry.pause(1, None, &random).unwrap().as_secs_f64();
            let second = retry.pause(2, None, &random).unwrap().as_secs_f64();
            assert!((0.5..=1.5).contains(&first), "{first}");
            assert!((1.0..=3.0).contains(&second), "{second}");
        }
        assert_eq!(retry.pause(3, None, &random), None);
    }

    #[test]
    fn retry_honors_retry_after_unless_too_long() {
        let (retry, random) = (Retry { delay_factor: 1.0 }, Random::seeded(1));
        let wished = retry.pause(1, Some(Duration::from_secs(7)), &random);
        assert_eq!(wished, Some(Duration::from_secs(7)));
        assert_eq!(retry.pause(1, Some(Duration::from_mins(5)), &random), None);
    }
}
