//! Delays for repairing a status that another client changed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::kubernetes::objects::ObjectKey;

/// Delay before the first repair, so that a client can finish editing several fields.
const MIN_DELAY: Duration = Duration::from_secs(1);
/// Maximum delay. The delay doubles with each repair of the same object, so that a conflict between two writers causes few writes.
const MAX_DELAY: Duration = Duration::from_mins(5);
/// Time without repairs after which the delay is reset.
const EXPIRES_AFTER: Duration = Duration::from_mins(10);

/// Recent repairs by object.
#[derive(Default)]
pub(super) struct Repairs(Mutex<HashMap<ObjectKey, RecentRepairs>>);

struct RecentRepairs {
    count: u32,
    last: Instant,
}

impl Repairs {
    /// Returns the delay before the next repair of this object.
    pub(super) fn next_delay(&self, key: &ObjectKey, now: Instant) -> Duration {
        let mut repairs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        repairs.retain(|_, recent| now.duration_since(recent.last) < EXPIRES_AFTER);
        let recent = repairs
            .entry(key.clone())
            .or_insert(RecentRepairs { count: 0, last: now });
        let delay = MIN_DELAY
            .saturating_mul(2_u32.saturating_pow(recent.count))
            .min(MAX_DELAY);
        recent.count = recent.count.saturating_add(1);
        recent.last = now;
        delay
    }

    /// Removes a deleted object.
    pub(super) fn remove(&self, key: &ObjectKey) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
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
