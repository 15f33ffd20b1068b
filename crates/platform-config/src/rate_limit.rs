//! Rate limit of one session or address.

use serde::{Deserialize, Serialize};

/// The parameters of a rate-limit bucket.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RateLimitConfig {
    /// The mean interval between requests, milliseconds.
    pub interval_ms: u32,
    /// Jitter: the fraction by which each interval varies.
    pub spread: f64,
    /// Requests that may be sent at once after an idle time.
    pub burst: u32,
    /// Requests within any hour.
    pub per_hour: u32,
}
