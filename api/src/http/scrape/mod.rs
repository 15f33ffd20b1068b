//! Requested scrapes: they take priority over the queue, and the response waits a limited time for their end.

pub(crate) mod params;
pub(crate) mod result;
pub(crate) mod selection;
