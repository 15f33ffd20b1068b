//! How soon a status is put right that somebody else wrote.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::object_key::ObjectKey;

/// Before the first repair: the write of somebody who edits one field after the other is over by then.
const FIRST: Duration = Duration::from_secs(1);
/// Before each further one of the same object the rest doubles up to this, so that two writers who disagree cost little.
const LONGEST: Duration = Duration::from_mins(5);
/// A disagreement is over when nothing had to be repaired for so long.
const EXPIRES_AFTER: Duration = Duration::from_mins(10);

/// What was repaired lately.
#[derive(Default)]
pub(super) struct Repairs(Mutex<HashMap<ObjectKey, Repaired>>);

struct Repaired {
    times: u32,
    last: Instant,
}

impl Repairs {
    /// How long to wait before another repair of this object.
    pub(super) fn next_delay(&self, key: &ObjectKey, now: Instant) -> Duration {
        let mut repairs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        repairs.retain(|_, repaired| now.duration_since(repaired.last) < EXPIRES_AFTER);
        let repaired = repairs
            .entry(key.clone())
            .or_insert(Repaired { times: 0, last: now });
        let delay = FIRST
            .saturating_mul(2_u32.saturating_pow(repaired.times))
            .min(LONGEST);
        repaired.times = repaired.times.saturating_add(1);
        repaired.last = now;
        delay
    }

    /// It is gone.
    pub(super) fn remove(&self, key: &ObjectKey) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_writers_who_disagree_wait_longer_and_longer_until_they_rest() {
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
