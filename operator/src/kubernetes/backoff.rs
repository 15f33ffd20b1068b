//! Retry delays of objects after errors.

use std::collections::HashMap;
use std::time::Duration;

use clipmeter_runtime::{Backoff, RetryPolicy};
use parking_lot::Mutex;

use super::objects::ObjectKey;

/// Most errors are conflicts and restarts, over in a moment. The maximum lets an object recover soon after a lasting error is fixed.
const POLICY: RetryPolicy = RetryPolicy::new(Duration::from_secs(1), Duration::from_mins(5));

/// The objects whose last reconciliation failed.
#[derive(Default)]
pub(crate) struct ObjectBackoff(Mutex<HashMap<ObjectKey, Backoff>>);

impl ObjectBackoff {
    /// Records another error and returns the delay before the retry.
    pub(crate) fn record_error(&self, key: ObjectKey) -> Duration {
        let mut failing = self.0.lock();
        failing.entry(key).or_insert(Backoff::new(POLICY)).failed()
    }

    /// Resets the delay after a success or a deletion.
    pub(crate) fn reset(&self, key: &ObjectKey) {
        self.0.lock().remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_backoff_is_separate_and_resets_on_success() {
        let (backoff, key) = (ObjectBackoff::default(), ObjectKey::new("ns", "a"));
        let seconds = [(); 2].map(|()| backoff.record_error(key.clone()).as_secs());
        assert_eq!(seconds, [1, 2]);
        assert_eq!(backoff.record_error(ObjectKey::new("ns", "b")).as_secs(), 1);
        backoff.reset(&key);
        assert_eq!(backoff.record_error(key).as_secs(), 1);
    }
}
