//! A batch: the units that one run reads.

use clipmeter_proto::v1::Platform;

use crate::unit::UnitKey;

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
