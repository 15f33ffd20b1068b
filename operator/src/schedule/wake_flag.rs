//! Wake-up signal for the scheduler loop.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set from many places and read in the next pass. It never shortens the loop's interval: while thousands of accounts are
/// registered, it is set constantly.
#[derive(Default)]
pub(crate) struct WakeFlag(AtomicBool);

impl WakeFlag {
    /// Signals that there may be something to schedule.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Clears the flag and returns whether it was set.
    pub(super) fn take(&self) -> bool {
        self.0.swap(false, Ordering::AcqRel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wake_flag_set_twice_is_taken_once() {
        let flag = WakeFlag::default();
        assert!(!flag.take());
        flag.set();
        flag.set();
        assert!(flag.take());
        assert!(!flag.take());
    }
}
