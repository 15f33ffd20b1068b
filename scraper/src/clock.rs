//! The time of day, passed in so that tests decide what it is. Pauses use tokio's own clock, which tests can stop.

use chrono::{DateTime, Utc};

/// Says what time it is.
pub trait Clock: Send + Sync {
    /// The time now.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}
