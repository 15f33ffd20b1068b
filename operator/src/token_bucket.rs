//! Token bucket.

use std::time::Instant;

/// A token bucket that is refilled at a given rate per second, up to a capacity.
#[derive(Debug)]
pub(crate) struct TokenBucket {
    tokens: f64,
    filled: Instant,
}

impl TokenBucket {
    /// Creates a full bucket.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            tokens: f64::INFINITY,
            filled: now,
        }
    }

    /// Refills the bucket up to its capacity. Returns the number of whole tokens.
    pub(crate) fn fill(&mut self, per_second: f64, capacity: f64, now: Instant) -> usize {
        let added = now.duration_since(self.filled).as_secs_f64() * per_second;
        self.filled = now;
        self.tokens = (self.tokens + added).min(capacity);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and the capacity, which is small"
        )]
        let whole = self.tokens.max(0.0) as usize;
        whole
    }

    /// Consumes one token.
    pub(crate) fn take(&mut self) {
        self.tokens = (self.tokens - 1.0).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn token_bucket_refills_at_rate_up_to_capacity() {
        let start = Instant::now();
        let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
        let mut bucket = TokenBucket::new(start);
        assert_eq!(bucket.fill(2.0, 3.0, start), 3);
        for _ in 0..3 {
            bucket.take();
        }
        assert_eq!(bucket.fill(2.0, 3.0, start), 0);
        assert_eq!(bucket.fill(2.0, 3.0, at(0.5)), 1);
        assert_eq!(bucket.fill(2.0, 3.0, at(60.0)), 3);
    }
}
