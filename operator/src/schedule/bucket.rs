//! How many Jobs may be made now.

use std::time::Instant;

/// Fills with so many a second, and holds a second's worth.
pub(super) struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// Full.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            tokens: f64::INFINITY,
            filled: now,
        }
    }

    /// How many there are.
    pub(super) fn fill(&mut self, per_second: i32, now: Instant) -> usize {
        let rate = f64::from(per_second.max(1));
        let came = now.duration_since(self.filled).as_secs_f64() * rate;
        self.filled = now;
        self.tokens = (self.tokens + came).min(rate);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and the rate, which is small"
        )]
        let whole = self.tokens.max(0.0) as usize;
        whole
    }

    /// One Job was made.
    pub(super) fn take(&mut self) {
        self.tokens = (self.tokens - 1.0).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_second_brings_so_many_and_hoards_no_more() {
        let start = Instant::now();
        let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
        let mut bucket = Bucket::new(start);
        assert_eq!(bucket.fill(2, start), 2);
        bucket.take();
        bucket.take();
        assert_eq!(bucket.fill(2, start), 0);
        assert_eq!(bucket.fill(2, at(0.5)), 1);
        assert_eq!(bucket.fill(2, at(60.0)), 2);
    }
}
