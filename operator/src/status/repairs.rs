//! Delays for repairing a status that another client changed.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use clipmeter_runtime::{Backoff, RetryPolicy};
use parking_lot::Mutex;

use crate::kubernetes::objects::ObjectKey;

/// By the first repair, a client that edits one field after the other is finished. Further repairs of the same object are delayed more,
/// so that a conflict between two writers costs little.
const POLICY: RetryPolicy = RetryPolicy::new(Duration::from_secs(1), Duration::from_mins(5));
/// A conflict is over when no repair was needed for this long.
const EXPIRES_AFTER: Duration = Duration::from_mins(10);

/// Recent repairs by object.
#[derive(Default)]
pub(super) struct Repairs(Mutex<HashMap<ObjectKey, RecentRepairs>>);

struct RecentRepairs {
    backoff: Backoff,
    last: Instant,
}

impl Repairs {
    /// Returns the delay before the next repair of this object.
    pub(super) fn next_delay(&self, key: &ObjectKey, now: Instant) -> Duration {
        let mut repairs = self.0.lock();
        repairs.retain(|_, recent| now.duration_since(recent.last) < EXPIRES_AFTER);
        let recent = repairs.entry(key.clone()).or_insert(RecentRepairs {
            backoff: Backoff::new(POLICY),
            last: now,
        });
        recent.last = now;
        recent.backoff.failed()
    }

    /// Removes a deleted object.
    pub(super) fn remove(&self, key: &ObjectKey) {
        self.0.lock().remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_repair_delay_doubles_and_resets_after_quiet_time() {
        let (repairs, key, began) = (Repairs::default(), ObjectKey::new("ns", "a"), Instant::now());
        let seconds: Vec<u64> = (0..12)
            .map(|_| repairs.next_delay(&key, began).as_secs())
            .collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
        assert_eq!(repairs.next_delay(&ObjectKey::new("ns", "b"), began).as_secs(), 1);
        let later = began + EXPIRES_AFTER;
        assert_eq!(repairs.next_delay(&key, later).as_secs(), 1);
    }
}
