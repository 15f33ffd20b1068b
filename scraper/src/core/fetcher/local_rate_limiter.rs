//! The scraper's own rate limit. A token bucket spaces the requests, a sliding window caps them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clipmeter_platform_config::RateLimitConfig;
use tokio::time::{Instant, sleep_until};

use crate::core::random::Random;

/// The window of [`RateLimitConfig::per_hour`].
const HOUR: Duration = Duration::from_hours(1);

/// Issues permits under a [`RateLimitConfig`].
pub struct LocalRateLimiter {
    rule: RateLimitConfig,
    delay_factor: f64,
    random: Arc<Random>,
    issued: Mutex<IssuedPermits>,
}

/// The permits issued so far.
struct IssuedPermits {
    /// When the bucket will be full again; the time until then determines how many tokens are missing.
    full_at: Option<Instant>,
    /// The permits of the last hour, oldest first.
    recent: VecDeque<Instant>,
}

impl LocalRateLimiter {
    /// Creates a limiter. `delay_factor` stretches every interval; 0 disables all waiting.
    pub fn new(rule: RateLimitConfig, delay_factor: f64, random: Arc<Random>) -> Self {
        Self {
            rule,
            delay_factor,
            random,
            issued: Mutex::new(IssuedPermits {
                full_at: None,
                recent: VecDeque::new(),
            }),
        }
    }

    /// Returns the factor that stretches every interval.
    pub(crate) fn delay_factor(&self) -> f64 {
        self.delay_factor
    }

    /// Waits for a permit. Requests that wait together are sent in order.
    pub async fn wait(&self) {
        if self.delay_factor > 0.0 {
            sleep_until(self.reserve(Instant::now())).await;
        }
    }

    /// Reserves the next permit as of `now`.
    fn reserve(&self, now: Instant) -> Instant {
        let distance = self
            .rule
            .interval()
            .mul_f64(self.delay_factor * self.random.factor(self.rule.spread));
        let slack = self.rule.interval().mul_f64(self.delay_factor) * self.rule.burst.saturating_sub(1);
        let mut issued = self.issued.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = issued.full_at.unwrap_or(now).max(now);
        let mut permit = full_at
            .checked_sub(slack)
            .map_or(now, |earliest| earliest.max(now));
        if issued.recent.len() >= self.rule.per_hour as usize
            && let Some(oldest) = issued.recent.pop_front()
        {
            permit = permit.max(oldest + HOUR.mul_f64(self.delay_factor));
        }
        issued.full_at = Some(full_at.max(permit) + distance);
        issued.recent.push_back(permit);
        permit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSTAGRAM: RateLimitConfig = RateLimitConfig {
        interval_ms: 8_000,
        spread: 0.4,
        burst: 3,
        per_hour: 150,
    };
    const TIKTOK: RateLimitConfig = RateLimitConfig {
        interval_ms: 1_000,
        spread: 0.4,
        burst: 1,
        per_hour: 3_600,
    };

    /// Returns when each of `count` consecutive requests is sent, in seconds after the first.
    fn issued(rule: RateLimitConfig, delay_factor: f64, count: usize) -> Vec<f64> {
        let limiter = LocalRateLimiter::new(rule, delay_factor, Arc::new(Random::seeded(7)));
        let start = Instant::now();
        let mut now = start;
        let take = |_| {
            now = limiter.reserve(now);
            (now - start).as_secs_f64()
        };
        (0..count).map(take).collect()
    }

    #[test]
    fn rate_limiter_allows_burst_then_one_request_per_interval() {
        let issued = issued(INSTAGRAM, 1.0, 23);
        assert!(issued[2] < 8.0, "three are sent after a break: {issued:?}");
        let steady = issued[22] - issued[2];
        assert!(
            (20.0 * 8.0 * 0.85..20.0 * 8.0 * 1.15).contains(&steady),
            "twenty intervals took {steady} s"
        );
        for pair in issued[4..].windows(2) {
            assert!((4.7..=11.3).contains(&(pair[1] - pair[0])), "{issued:?}");
        }
    }

    #[test]
    fn rate_limiter_never_exceeds_hourly_cap() {
        let issued = issued(INSTAGRAM, 1.0, 400);
        for (index, permit) in issued.iter().enumerate().skip(150) {
            assert!(permit - issued[index - 150] >= 3600.0 - 0.01);
        }
    }

    #[test]
    fn rate_limiter_delay_factor_stretches_every_interval() {
        let (normal, double) = (issued(TIKTOK, 1.0, 11), issued(TIKTOK, 2.0, 11));
        assert!((double[10] - 2.0 * normal[10]).abs() < 0.05);
    }

    #[tokio::test]
    async fn rate_limiter_does_not_wait_with_delay_factor_zero() {
        let limiter = LocalRateLimiter::new(INSTAGRAM, 0.0, Arc::new(Random::seeded(7)));
        let start = Instant::now();
        for _ in 0..100 {
            limiter.wait().await;
        }
        assert!(start.elapsed() < INSTAGRAM.interval());
    }
}
