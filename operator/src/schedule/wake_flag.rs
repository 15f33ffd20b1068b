//! Whoever sees that something may be due says so here.

use std::sync::atomic::{AtomicBool, Ordering};

/// Rung by many, heard at the next look. It hurries no look: while thousands of accounts are registered it rings all the time.
#[derive(Default)]
pub(crate) struct WakeFlag(AtomicBool);

impl WakeFlag {
    /// There may be something to schedule.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it was rung since this was asked last.
    pub(super) fn take(&self) -> bool {
        self.0.swap(false, Ordering::AcqRel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_rings_are_heard_once() {
        let flag = WakeFlag::default();
        assert!(!flag.take());
        flag.set();
        flag.set();
        assert!(flag.take());
        assert!(!flag.take());
    }
}
