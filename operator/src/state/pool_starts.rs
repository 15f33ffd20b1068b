//! Whether the Jobs of a scraper pool start. A wrong node selector must not fill all Jobs with pods that cannot be scheduled.

use std::time::{Duration, Instant};

use clipmeter_runtime::{Backoff, RetryPolicy};

/// Pauses after Jobs that did not start. An unschedulable pod occupies a slot until the Job's deadline, five minutes by default.
const PAUSES: RetryPolicy = RetryPolicy::new(Duration::from_mins(1), Duration::from_mins(10));

pub(super) struct PoolStarts {
    /// Whether a scraper began since the last Job that did not start.
    is_proven: bool,
    /// Human-readable reason why the last Job did not start.
    failure: Option<String>,
    backoff: Backoff,
    retry_at: Option<Instant>,
}

impl Default for PoolStarts {
    fn default() -> Self {
        Self {
            is_proven: false,
            failure: None,
            backoff: Backoff::new(PAUSES),
            retry_at: None,
        }
    }
}

impl PoolStarts {
    /// Returns the state after a scraper began.
    pub(super) fn begun() -> Self {
        Self {
            is_proven: true,
            ..Self::default()
        }
    }

    /// Returns the maximum runs on a platform; `None`: no limit.
    pub(super) fn limit(&self, now: Instant) -> Option<usize> {
        if self.retry_at.is_some_and(|at| now < at) {
            Some(0)
        } else if self.is_proven {
            None
        } else {
            Some(1)
        }
    }

    /// Allows no run at least until this time.
    pub(super) fn pause(&mut self, until: Instant) {
        self.retry_at = self.retry_at.max(Some(until));
    }

    /// Records that a Job did not start. Does not extend a pause, because the Jobs of one outage end together.
    pub(super) fn record_failure(&mut self, why: String, now: Instant) {
        self.is_proven = false;
        self.failure = Some(why);
        if self.retry_at.is_none_or(|at| now >= at) {
            self.retry_at = Some(now + self.backoff.failed());
        }
    }

    pub(super) fn is_proven(&self) -> bool {
        self.is_proven
    }

    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}
