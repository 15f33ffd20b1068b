//! How often a platform may be asked over one session or from one address.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A bucket of turns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RateLimitConfig {
    /// The mean distance between requests, milliseconds.
    pub interval_ms: u32,
    /// Each distance varies by this part of itself.
    pub spread: f64,
    /// Requests that may leave at once after a rest.
    pub burst: u32,
    /// Requests in any hour.
    pub per_hour: u32,
}

impl RateLimitConfig {
    /// The mean distance between requests.
    #[must_use]
    pub fn interval(&self) -> Duration {
        Duration::from_millis(self.interval_ms.into())
    }
}
