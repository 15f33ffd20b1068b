//! State of an account or video that its object does not contain.

use std::time::Instant;

use clipmeter_crds::Reason;
use clipmeter_proto::v1;
use clipmeter_scheduler::UnitKey;

use super::platform_wait::Wait;
use crate::kubernetes::finalizer::PurgeState;

/// State gathered by this operator since it became the leader.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrackedState {
    /// Whether the object is tracked; `None` before the first reconciliation.
    pub(crate) registration: Option<Registration>,
    /// Whether the group is suspended.
    pub(crate) group_suspended: bool,
    /// Digest of the last registration sent to the API, and when.
    pub(crate) synced: Option<(u64, Instant)>,
    /// The unit that is scraped for the object.
    pub(crate) unit: Option<UnitKey>,
    /// The scraping progress.
    pub(crate) progress: Option<Box<v1::Progress>>,
    /// The last handled scrape request.
    pub(crate) handled_request: Option<String>,
    /// Why a due or requested scrape cannot run.
    pub(crate) waiting: Option<WaitingScrape>,
    /// Progress of the deletion.
    pub(crate) purge: Option<PurgeState>,
}

/// A scrape that cannot run now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WaitingScrape {
    pub(crate) wait: Wait,
    /// Whether the scrape was requested.
    pub(crate) requested: bool,
    /// Start of the wait. An attempt after this time ends it.
    pub(crate) since: i64,
    /// Time at which the platform became available again.
    pub(crate) over_since: Option<i64>,
}

impl TrackedState {
    /// Returns the current wait, unless an attempt was made since.
    pub(crate) fn current_wait(&self) -> Option<&WaitingScrape> {
        let attempted = self
            .progress
            .as_ref()
            .and_then(|progress| progress.last_attempt_at);
        self.waiting
            .as_ref()
            .filter(|waiting| attempted.is_none_or(|at| at <= waiting.since))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Registration {
    /// The object is tracked.
    Registered,
    /// The object is not tracked, for this reason.
    Refused { reason: Reason, message: String },
    /// The API could not be reached.
    Unavailable(String),
}
