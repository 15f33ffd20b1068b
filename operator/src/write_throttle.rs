//! How fast statuses are written.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Ten a second: half of the writes that a cluster's control plane is meant to bear of everybody together.
const PERIOD: Duration = Duration::from_millis(100);

/// Lets writes through one by one.
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

    /// Returns when it is the caller's turn.
    pub(crate) async fn acquire(&self) {
        self.ticks.lock().await.tick().await;
    }
}
