//! The Kubernetes API: client, watches, reconciliation, events and finalizers, for any kind.

pub(crate) mod backoff;
pub(crate) mod client;
mod encoding;
pub(crate) mod events;
pub(crate) mod finalizer;
pub(crate) mod objects;
pub(crate) mod queue;
pub(crate) mod reconcile;
pub(crate) mod store;
#[cfg(test)]
pub(crate) mod test_client;
mod unparsable;
pub(crate) mod watch;
