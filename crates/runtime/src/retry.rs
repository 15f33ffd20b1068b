//! How often a failed operation is repeated, and after which pauses.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The pauses between the tries of one operation: each is twice as long as the one before.
#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    first_pause: Duration,
    max_pause: Duration,
    max_tries: u32,
}

impl RetryPolicy {
    /// Repeats without end. The pauses double from `first_pause` to `max_pause`.
    #[must_use]
    pub const fn new(first_pause: Duration, max_pause: Duration) -> Self {
        Self {
            first_pause,
            max_pause,
            max_tries: u32::MAX,
        }
    }

    /// Repeats without pauses.
    #[must_use]
    pub const fn immediate(max_tries: u32) -> Self {
        Self {
            first_pause: Duration::ZERO,
            max_pause: Duration::ZERO,
            max_tries,
        }
    }

    /// Returns the pause after this many consecutive failures.
    #[must_use]
    pub fn pause(&self, failures: u32) -> Duration {
        let Some(doublings) = failures.checked_sub(1) else {
            return Duration::ZERO;
        };
        self.first_pause
            .saturating_mul(2_u32.saturating_pow(doublings))
            .min(self.max_pause)
    }

    /// Repeats an operation from its beginning as long as `is_transient` accepts its error.
    pub async fn run<T, E, A: Future<Output = Result<T, E>>>(
        &self,
        is_transient: impl Fn(&E) -> bool,
        mut attempt: impl FnMut() -> A,
    ) -> Result<T, E> {
        for failures in 1..self.max_tries {
            let outcome = attempt().await;
            if !outcome.as_ref().is_err_and(&is_transient) {
                return outcome;
            }
            let pause = self.pause(failures);
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
        }
        attempt().await
    }
}

/// Counts the consecutive failures of an operation.
#[derive(Debug)]
pub struct Backoff {
    policy: RetryPolicy,
    failures: AtomicU32,
}

impl Backoff {
    /// Starts without failures.
    #[must_use]
    pub const fn new(policy: RetryPolicy) -> Self {
        Self {
            policy,
            failures: AtomicU32::new(0),
        }
    }

    /// Records a failure and returns the pause before the next try.
    pub fn failed(&self) -> Duration {
        let add = |failures: u32| Some(failures.saturating_add(1));
        let earlier = self
            .failures
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        self.policy.pause(earlier.unwrap_or_default().saturating_add(1))
    }

    /// Records a success: the next failure is the first one.
    pub fn succeeded(&self) {
        self.failures.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn retry_pauses_double_up_to_maximum() {
        let policy = RetryPolicy::new(Duration::from_secs(1), Duration::from_mins(5));
        let seconds: Vec<u64> = (0..12).map(|failures| policy.pause(failures).as_secs()).collect();
        assert_eq!(seconds, [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
        assert_eq!(policy.pause(u32::MAX).as_secs(), 300);
    }

    #[test]
    fn backoff_starts_anew_after_success() {
        let backoff = Backoff::new(RetryPolicy::new(Duration::from_secs(1), Duration::from_mins(1)));
        let delays: Vec<u64> = (0..8).map(|_| backoff.failed().as_secs()).collect();
        assert_eq!(delays, [1, 2, 4, 8, 16, 32, 60, 60]);
        backoff.succeeded();
        assert_eq!(backoff.failed().as_secs(), 1);
    }

    /// Runs an operation that fails this many times; returns the attempts and the result. Odd errors count as transient.
    async fn attempts(failures: u32, error: u32) -> (u32, Result<(), u32>) {
        let made = Cell::new(0);
        let attempt = async || {
            made.set(made.get() + 1);
            if made.get() <= failures {
                Err(error)
            } else {
                Ok(())
            }
        };
        let outcome = RetryPolicy::immediate(4)
            .run(|error| error % 2 == 1, attempt)
            .await;
        (made.get(), outcome)
    }

    #[tokio::test]
    async fn retry_repeats_only_transient_errors_a_few_times() {
        assert_eq!(attempts(0, 1).await, (1, Ok(())));
        assert_eq!(attempts(3, 1).await, (4, Ok(())));
        assert_eq!(attempts(9, 1).await, (4, Err(1)));
        assert_eq!(attempts(9, 2).await, (1, Err(2)));
    }
}
