//! Writes changed statuses, which `controllers/*/status.rs` compute.

mod foreign_fields;
mod repairs;
mod status_cache;
mod transitions;
mod urgency;
mod write_rate;
mod writer;

use std::fmt::Debug;

use clipmeter_crds::Condition;
use kube::Resource;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use self::status_cache::StatusCache;
pub(crate) use self::writer::StatusWriter;

/// A kind whose status the operator writes.
pub(crate) trait Reported:
    Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + Sync + 'static
{
    type Status: Clone + Debug + PartialEq + Serialize + Send + Sync;

    /// Returns the last written status.
    fn status(&self) -> Option<&Self::Status>;

    fn conditions(status: &Self::Status) -> &[Condition];

    /// Returns the last handled scrape request in a status.
    fn handled_request(_: &Self::Status) -> Option<&str> {
        None
    }
}

/// Computes the statuses of a kind from the current state.
pub(crate) trait Reporter: Send + Sync + 'static {
    type Kind: Reported;

    fn status_cache(&self) -> &StatusCache<Self::Kind>;

    /// Returns whether a user waits for the next status, so that it must be written immediately.
    fn is_awaited(&self, _: &Self::Kind) -> bool {
        false
    }

    /// Computes the current status, or `None` if nothing is known yet.
    fn report(&self, object: &Self::Kind) -> Option<<Self::Kind as Reported>::Status>;
}
