//! Rate limit for writing statuses.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Ten per second: half of the total writes that a cluster's control plane is designed for.
const PERIOD: Duration = Duration::from_millis(100);

/// Spaces out writes.
pub(crate) struct WriteThrottle {
    ticks: Mutex<Interval>,
}

impl WriteThrottle {
    /// The first write need not wait.
    pub(crate) fn new() -> Self {
        let mut ticks = interval(PERIOD);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            ticks: Mutex::new(ticks),
        }
    }

    /// Waits until the caller may write.
    pub(crate) async fn acquire(&self) {
        self.ticks.lock().await.tick().await;
    }
}
