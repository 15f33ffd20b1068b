//! Computes when the next request may be sent. Rate limits are kept in buckets that all scrapers share: one for the session,
//! one for the address that requests leave from, one for an endpoint that has its own limit.
//!
//! A bucket is a token bucket, stored as the time at which it is full again, plus a count of the permits of the last hour.
//! Times are milliseconds since 1970-01-01T00:00:00Z.

mod bucket;

pub use bucket::{RateLimitBucket, ReservedPermit, SLOTS};

/// The longest wait for which a permit is granted. A run that waits longer does not end within its time limit.
pub const MAX_WAIT_MS: i64 = 60_000;

/// The limits of a bucket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateLimit {
    /// Average interval between two permits; 0 leaves only the hourly limit.
    pub interval_ms: i64,
    /// How far a pause may deviate from the interval, as a part of it: from 0 to below 1.
    pub spread: f64,
    /// Maximum permits at once after an idle time; 0 counts as 1.
    pub burst: u32,
    /// Permits within any 60 minutes; 0 counts as 1.
    pub per_hour: u32,
}

impl RateLimit {
    /// Returns the limit at half the rate, for a session that was flagged.
    #[must_use]
    pub fn slowed(self) -> Self {
        Self {
            interval_ms: self.interval_ms.saturating_mul(2),
            per_hour: self.per_hour / 2,
            ..self
        }
    }

    /// Returns the permits within any 60 minutes with this delay factor. A factor below 1 is meant for targets that tolerate
    /// more than the platforms do, such as a simulator.
    fn hourly(&self, delay_factor: f64) -> u32 {
        let permits = f64::from(self.per_hour.max(1)) / delay_factor.min(1.0);
        u32::try_from(ceil_ms(permits)).unwrap_or(u32::MAX)
    }

    /// Returns the shortest pause. Bursts are computed from it, so that randomly short pauses do not lengthen a burst.
    #[expect(clippy::cast_precision_loss, reason = "an interval is far below 2^52 ms")]
    fn shortest_ms(self) -> f64 {
        self.interval_ms as f64 * (1.0 - self.spread)
    }
}

/// The result of a request for a permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateLimitPermit {
    /// The permit is granted for this time.
    Granted(i64),
    /// Nothing was reserved, because the wait would be too long.
    Deferred {
        /// When the permit would have been granted.
        at_ms: i64,
        /// Index of the bucket that causes the wait.
        bucket: usize,
    },
}

/// Reserves the earliest permit that every bucket allows. `delay_factor` stretches the pauses (above 1) or shortens them; a
/// value that is not a positive number counts as 1. `sample`, from 0 to 1, selects the pause after the permit.
pub fn take_permit(
    now_ms: i64,
    delay_factor: f64,
    sample: f64,
    buckets: &mut [(RateLimit, RateLimitBucket)],
) -> RateLimitPermit {
    let sample = sample.clamp(0.0, 1.0);
    let requested: Vec<PermitRequest> = buckets
        .iter()
        .map(|(rule, bucket)| PermitRequest::new(rule, bucket, now_ms, delay_factor, sample))
        .collect();
    let (mut candidate_ms, mut waits_for) = (now_ms, 0);
    loop {
        // One bucket may not allow a time that another allows: repeat until all do.
        let latest = requested
            .iter()
            .map(|requested| requested.earliest(candidate_ms))
            .enumerate();
        let Some((at, latest)) = latest.max_by_key(|(at, earliest)| (*earliest, std::cmp::Reverse(*at)))
        else {
            return RateLimitPermit::Granted(now_ms);
        };
        if latest == candidate_ms {
            break;
        }
        (candidate_ms, waits_for) = (latest, at);
    }
    if candidate_ms.saturating_sub(now_ms) > MAX_WAIT_MS {
        return RateLimitPermit::Deferred {
            at_ms: candidate_ms,
            bucket: waits_for,
        };
    }
    for ((_, bucket), requested) in buckets.iter_mut().zip(requested) {
        *bucket = requested.with_permit(candidate_ms);
    }
    RateLimitPermit::Granted(candidate_ms)
}

impl RateLimit {
    /// Returns the pause after a permit.
    #[expect(clippy::cast_precision_loss, reason = "an interval is far below 2^52 ms")]
    fn pause_ms(&self, delay_factor: f64, sample: f64) -> i64 {
        ceil_ms(self.interval_ms as f64 * (1.0 + self.spread * (2.0 * sample - 1.0)) * delay_factor)
    }

    /// Returns how long before it is full again the bucket allows the next permit: the rest of its burst.
    fn lead_ms(&self, delay_factor: f64) -> i64 {
        // A factor above 1 does not lengthen the burst: other requests may have used a factor of 1 just before.
        ceil_ms(f64::from(self.burst.max(1) - 1) * self.shortest_ms() * delay_factor.min(1.0))
    }
}

/// A request for a permit of one bucket.
struct PermitRequest {
    bucket: RateLimitBucket,
    pause_ms: i64,
    lead_ms: i64,
    per_hour: u32,
}

impl PermitRequest {
    fn new(rule: &RateLimit, bucket: &RateLimitBucket, now_ms: i64, delay_factor: f64, sample: f64) -> Self {
        let delay_factor = if delay_factor.is_finite() && delay_factor > 0.0 {
            delay_factor
        } else {
            1.0
        };
        Self {
            bucket: bucket.passed(now_ms),
            pause_ms: rule.pause_ms(delay_factor, sample),
            lead_ms: rule.lead_ms(delay_factor),
            per_hour: rule.hourly(delay_factor),
        }
    }

    /// Returns the first time from `from_ms` on that the bucket allows.
    fn earliest(&self, from_ms: i64) -> i64 {
        let mut at = from_ms.max(self.bucket.blocked_until_ms.unwrap_or(from_ms));
        loop {
            let between = self.between(at);
            let allowed = self.bucket.hour_allows(self.per_hour, between);
            if allowed == at {
                return at;
            }
            at = allowed;
        }
    }

    /// Returns the first time from `at_ms` on that leaves the pauses before and after it.
    fn between(&self, at_ms: i64) -> i64 {
        let mut at = at_ms;
        loop {
            let (before, behind) = self.bucket.around(at);
            let full = before.iter().fold(self.bucket.full_at_ms, |full, permit| {
                Some(permit.fill_after(full))
            });
            at = at.max(self.opens(full).unwrap_or(at));
            if behind.first().is_some_and(|next| next.at_ms <= at) {
                continue;
            }
            let own = ReservedPermit {
                at_ms: at,
                pause_ms: self.pause_ms,
            };
            let mut full = Some(own.fill_after(full));
            let in_the_way = behind.iter().find(|next| {
                let too_early = self.opens(full).is_some_and(|opens| next.at_ms < opens);
                full = Some(next.fill_after(full));
                too_early
            });
            match in_the_way {
                Some(next) => at = next.at_ms,
                None => return at,
            }
        }
    }

    /// Returns when a bucket that is full at this time allows the next permit.
    fn opens(&self, full_at_ms: Option<i64>) -> Option<i64> {
        full_at_ms.map(|full| full.saturating_sub(self.lead_ms))
    }

    fn with_permit(mut self, at_ms: i64) -> RateLimitBucket {
        let place = self.bucket.around(at_ms).0.len();
        let permit = ReservedPermit {
            at_ms,
            pause_ms: self.pause_ms,
        };
        self.bucket.reserved.insert(place, permit);
        self.bucket
    }
}

impl RateLimitBucket {
    /// Returns when the bucket allows its next permit with this delay factor.
    #[must_use]
    pub fn ready_at_ms(&self, rule: &RateLimit, delay_factor: f64, now_ms: i64) -> i64 {
        PermitRequest::new(rule, self, now_ms, delay_factor, 0.5).earliest(now_ms)
    }
}

/// Rounds up to whole milliseconds, so that no pause is shorter than computed.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a conversion from f64 saturates, which is far beyond any wait that is granted"
)]
fn ceil_ms(ms: f64) -> i64 {
    ms.ceil() as i64
}
