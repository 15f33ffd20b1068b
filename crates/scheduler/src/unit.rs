//! A unit of work: one platform account or one single video, however many groups track it. A batch: the units that one run
//! reads.

use clipmeter_proto::v1::Platform;

/// Identifies a unit across runs and restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitKey {
    /// The platform that the unit is read from.
    pub platform: Platform,
    /// The account or video that is read.
    pub target: Target,
}

/// The target of a unit. The number is Clipmeter's ID, not the platform's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// An account with all its items.
    Account(i64),
    /// A video that was added by its address.
    Video(i64),
}

/// A unit with everything that determines when it is due and which group is charged for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    pub key: UnitKey,
    /// Seconds between two ticks; 0 counts as 1.
    pub interval_seconds: u32,
    /// End of the last attempt; `None` before the first.
    pub last_attempt: Option<i64>,
    /// Attempts since the last success.
    pub consecutive_failures: u32,
    /// Seconds from the last attempt to the next one; replaces both the tick and the backoff after failures.
    pub delay_seconds: Option<u32>,
    /// The group that the unit is charged to.
    pub group: i64,
    /// Whether the unit was requested: it is due now and takes precedence over the schedule.
    pub requested: bool,
}

/// Why a batch was formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    /// Its units were requested.
    Request,
    /// Its units were due.
    Schedule,
}

/// Units of one platform that one run reads. Once started, a planned batch must be passed to [`crate::plan`] among the
/// running ones until its run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The platform of every unit in the batch.
    pub platform: Platform,
    /// Why the batch was formed.
    pub trigger: Trigger,
    /// Units in reading order. May be empty for a running batch whose units are unknown to the caller: it then only
    /// counts against the caps on runs.
    pub units: Vec<UnitKey>,
}
