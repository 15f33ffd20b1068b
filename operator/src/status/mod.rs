//! Statuses: computed from the current state, and written one after the other if they changed.

mod left_over;
mod repairs;
mod status_cache;
mod transitions;
mod urgency;
mod writer;

use std::fmt::Debug;

use clipmeter_crds::Condition;
use kube::Resource;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use self::status_cache::StatusCache;
pub(crate) use self::writer::write;
use crate::context::Context;

/// A kind whose status the operator writes.
pub(crate) trait Reported:
    Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + Sync + 'static
{
    type Status: Clone + Debug + PartialEq + Serialize + Send + Sync;

    fn status_cache(context: &Context) -> &StatusCache<Self>;

    /// Returns the last written status.
    fn status(&self) -> Option<&Self::Status>;

    /// Returns the conditions of a status.
    fn conditions(status: &Self::Status) -> &[Condition];

    /// Returns the last handled scrape request in a status.
    fn handled_request(_: &Self::Status) -> Option<&str> {
        None
    }

    /// Whether the next status is awaited and must be written at once.
    fn is_awaited(&self, _: &Context) -> bool {
        false
    }

    /// Computes the current status; `None` while nothing is known.
    fn report(&self, context: &Context) -> Option<Self::Status>;
}
