//! Retry delays of objects after errors.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::objects::ObjectKey;

/// Delay after the first error; short, because most errors are conflicts and restarts.
const MIN_DELAY: Duration = Duration::from_secs(1);
/// Maximum delay, so that the object recovers soon after a persistent error is fixed.
const MAX_DELAY: Duration = Duration::from_mins(5);

/// Delays that double with every consecutive error of the same object.
#[derive(Default)]
pub(crate) struct Backoff {
    errors: Mutex<HashMap<ObjectKey, u32>>,
}

impl Backoff {
    /// Records another error and returns the delay before the retry.
    pub(crate) fn record_error(&self, key: ObjectKey) -> Duration {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let count = errors.entry(key).or_default();
        let delay = MIN_DELAY
            .saturating_mul(2_u32.saturating_pow(*count))
            .min(MAX_DELAY);
        *count = count.saturating_add(1);
        delay
    }

    /// Resets the delay after a success or a deletion.
    pub(crate) fn reset(&self, key: &ObjectKey) {
        self.errors
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_doubles_to_five_minutes_and_resets_on_success() {
        let (backoff, key) = (Backoff::default(), ObjectKey::new("ns", "a"));
        let seconds: Vec<u64> = (0..40)
            .map(|_| backoff.record_error(key.clone()).as_secs())
            .collect();
        assert_eq!(seconds[..10], [1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
        assert_eq!(seconds[39], 300);
        assert_eq!(backoff.record_error(ObjectKey::new("ns", "b")).as_secs(), 1);
        backoff.reset(&key);
        assert_eq!(backoff.record_error(key).as_secs(), 1);
    }
}
