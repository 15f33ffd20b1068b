//! State of an account or video that its object does not contain.

use std::time::Instant;

use clipmeter_crds::Reason;
use clipmeter_proto::v1;
use clipmeter_scheduler::UnitKey;
use prost::Message as _;

use super::platform_wait::Wait;
use crate::kubernetes::finalizer::PurgeState;

/// State gathered by this operator since it became the leader.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrackedState {
    /// Whether the object is tracked; `None` before the first reconciliation.
    pub(crate) registration: Option<Registration>,
    /// Whether the group is suspended.
    pub(crate) group_suspended: bool,
    /// Human-readable reason why the object may not select its scraper pool.
    pub(crate) pool_refusal: Option<Box<str>>,
    /// Digest of the last registration sent to the API, and when.
    pub(crate) synced: Option<(u64, Instant)>,
    /// The unit that is scraped for the object.
    pub(crate) unit: Option<UnitKey>,
    /// The scraping progress.
    pub(crate) progress: Option<EncodedProgress>,
    /// The number of the last list of all progress that contained the object.
    pub(crate) listed: u32,
    /// The last handled scrape request.
    pub(crate) handled_request: Option<String>,
    /// Why a due or requested scrape cannot run.
    pub(crate) waiting: Option<Box<WaitingScrape>>,
    /// Progress of the deletion.
    pub(crate) purge: Option<PurgeState>,
}

/// Progress as the API sent it, without the object's name. Needs a tenth of the memory of the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EncodedProgress(Box<[u8]>);

impl EncodedProgress {
    pub(crate) fn new(mut progress: v1::Progress) -> Self {
        progress.name = None;
        Self(progress.encode_to_vec().into())
    }

    pub(crate) fn decode(&self) -> v1::Progress {
        // Bytes that were encoded as this message can be decoded.
        v1::Progress::decode(&*self.0).unwrap_or_default()
    }
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
        let waiting = self.waiting.as_deref()?;
        let progress = self.progress.as_ref().map(EncodedProgress::decode);
        let attempted = progress.and_then(|progress| progress.last_attempt_at);
        attempted.is_none_or(|at| at <= waiting.since).then_some(waiting)
    }

    pub(super) fn is_registered(&self) -> bool {
        self.registration == Some(Registration::Registered)
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
