//! A batch: the units that one run reads.

use clipmeter_proto::v1::Platform;

use crate::unit::UnitKey;

/// Why a batch was formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    /// Somebody asked for its units.
    Request,
    /// Its units were due.
    Schedule,
}

/// Units of one platform that one run reads. A planned batch, once started, is what [`crate::plan`] wants to see among
/// the running ones until the run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The platform of every unit in it.
    pub platform: Platform,
    /// Why it was formed.
    pub trigger: Trigger,
    /// In the order in which they should be read. May be empty for a running batch whose units are not known to the
    /// caller: it then only counts against the caps on runs.
    pub units: Vec<UnitKey>,
}
