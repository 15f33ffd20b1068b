//! Proof that this operator leads, checked before each write: a process that was stopped for longer than its lease must not write
//! when it continues.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clipmeter_proto::LeaderTerm;

/// How long a lease is valid after a renewal. Candidates check it every two seconds, so another operator takes over 17 s after the
/// holder crashed.
pub(crate) const DURATION: Duration = Duration::from_secs(15);

/// The term of this leader, and until when its lease is valid. Clones share the state.
#[derive(Clone, Debug)]
pub(crate) struct Leadership {
    pub(crate) term: LeaderTerm,
    acquired: Instant,
    /// The last renewal, milliseconds after `acquired`.
    renewed_ms: Arc<AtomicU64>,
}

impl Leadership {
    /// `acquired` is at or before the time at which the lease was written.
    pub(crate) fn new(term: LeaderTerm, acquired: Instant) -> Self {
        Self {
            term,
            acquired,
            renewed_ms: Arc::default(),
        }
    }

    /// Records a renewal that began at `time`.
    pub(crate) fn renewed_at(&self, time: Instant) {
        let since = time.saturating_duration_since(self.acquired);
        let milliseconds = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        self.renewed_ms.fetch_max(milliseconds, Ordering::Relaxed);
    }

    /// Returns how long ago the last renewal began.
    pub(crate) fn age(&self, now: Instant) -> Duration {
        let renewed = self.acquired + Duration::from_millis(self.renewed_ms.load(Ordering::Relaxed));
        now.saturating_duration_since(renewed)
    }

    /// Whether no other operator can hold the lease.
    pub(crate) fn is_valid(&self, now: Instant) -> bool {
        self.age(now) < DURATION
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leadership_is_valid_until_lease_expires_after_last_renewal() {
        let start = Instant::now();
        let term = LeaderTerm {
            lease_created: 1,
            version: 1,
        };
        let leadership = Leadership::new(term, start);
        let just_before = DURATION.checked_sub(Duration::from_millis(1)).unwrap();
        let at = |offset| start + just_before + Duration::from_secs(offset);
        assert!(leadership.is_valid(at(0)));
        assert!(!leadership.is_valid(start + DURATION));
        leadership.renewed_at(start + Duration::from_secs(5));
        leadership.clone().renewed_at(start + Duration::from_secs(4));
        assert!(leadership.is_valid(at(5)));
        assert!(!leadership.is_valid(at(6)));
    }
}
