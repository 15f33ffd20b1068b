//! A unit of work: one platform account or one single video, however many groups track it.

use clipmeter_proto::v1::Platform;

/// Names a unit across runs and restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitKey {
    /// The platform that is asked.
    pub platform: Platform,
    /// What is read there.
    pub target: Target,
}

/// What a unit reads. The number is Clipmeter's id of it, not the platform's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// An account with all its items.
    Account(i64),
    /// A video that was added by its address.
    Video(i64),
}

/// A unit with everything that decides when it is due and who is charged for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its name.
    pub key: UnitKey,
    /// Seconds between two ticks; 0 counts as 1.
    pub interval_seconds: u32,
    /// End of the last attempt; `None` before the first.
    pub last_attempt: Option<i64>,
    /// Attempts since the last success.
    pub consecutive_failures: u32,
    /// When to try again after the last attempt, seconds, in place of a tick and of what failures make of it.
    pub delay_seconds: Option<u32>,
    /// The group whose share its reading is counted against.
    pub group: i64,
    /// Somebody waits for it: it is due now and goes ahead of the schedule.
    pub requested: bool,
}
