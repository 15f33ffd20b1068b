//! Statuses: computed from what is known, written when that changes anything, one after the other.

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
    /// Its status.
    type Status: Clone + Debug + PartialEq + Serialize + Send + Sync;

    /// Its objects.
    fn status_cache(context: &Context) -> &StatusCache<Self>;

    /// As it was written last.
    fn status(&self) -> Option<&Self::Status>;

    /// What a status says in words.
    fn conditions(status: &Self::Status) -> &[Condition];

    /// The last request that a status says was acted on.
    fn handled_request(_: &Self::Status) -> Option<&str> {
        None
    }

    /// Whether somebody waits for whatever its status says next.
    fn is_awaited(&self, _: &Context) -> bool {
        false
    }

    /// As it should be now; nothing as long as nothing is known.
    fn report(&self, context: &Context) -> Option<Self::Status>;
}
