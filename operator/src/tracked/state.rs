//! What is known of an account or video beside what its object says.

use std::time::Instant;

use clipmeter_crds::Reason;
use clipmeter_proto::v1;
use clipmeter_scheduler::UnitKey;

use crate::wait::Wait;

/// Found out by this operator since it leads.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrackedState {
    /// Whether it is tracked; nothing before it was looked at.
    pub(crate) registration: Option<Registration>,
    /// Whether its group is suspended.
    pub(crate) group_suspended: bool,
    /// The digest of what the API was told last, and when.
    pub(crate) synced: Option<(u64, Instant)>,
    /// What is scraped for it.
    pub(crate) unit: Option<UnitKey>,
    /// How that goes.
    pub(crate) progress: Option<Box<v1::Progress>>,
    /// The request that was acted on last.
    pub(crate) handled: Option<String>,
    /// Why it is not read although it should be.
    pub(crate) waiting: Option<Waiting>,
    /// How deleting it goes.
    pub(crate) purge: Option<Purge>,
}

/// A scrape that cannot be done now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) wait: Wait,
    /// Somebody asked for it.
    pub(crate) requested: bool,
    /// Since when it waits. An attempt after that ends it.
    pub(crate) since: i64,
    /// Since when the platform can be read again.
    pub(crate) over: Option<i64>,
}

impl TrackedState {
    /// Why it waits, unless it was attempted since.
    pub(crate) fn waits(&self) -> Option<&Waiting> {
        let attempted = self
            .progress
            .as_ref()
            .and_then(|progress| progress.last_attempt_at);
        self.waiting
            .as_ref()
            .filter(|waiting| attempted.is_none_or(|at| at <= waiting.since))
    }
}

/// Whether it is tracked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Registration {
    /// It is.
    Registered,
    /// It is not, and why.
    Refused {
        reason: Reason,
        /// For people.
        message: String,
    },
    /// The API could not be asked.
    Unavailable(String),
}

/// How deleting goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purge {
    /// It is under way.
    Running,
    /// It cannot go on, for people.
    Blocked(String),
}

impl Purge {
    /// What the condition says of it: reason and message.
    pub(crate) fn said(&self) -> (Reason, &str) {
        match self {
            Self::Running => (Reason::Pending, ""),
            Self::Blocked(why) => (Reason::PurgeBlocked, why),
        }
    }
}
