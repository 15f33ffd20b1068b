//! Accounts and videos: registration with the API, watching, deletion. The three kinds differ only in [`TrackedResource`].

mod build;
mod controller;
mod kind;
mod progress;
mod purge;
mod status;
mod validate;

use std::sync::Arc;

use kube::Client;
use tokio::sync::Notify;

pub(crate) use self::kind::TrackedResource;
pub(crate) use self::progress::ProgressPoller;
use crate::api::ApiClient;
use crate::kubernetes::events::Events;
use crate::metrics::Metrics;
use crate::state::{Groups, Policy, Pools, ScrapeRequests, Tracker};

/// The controller of a kind of accounts or videos.
pub(crate) struct TrackedController<K: TrackedResource> {
    pub(crate) client: Client,
    pub(crate) api: ApiClient,
    pub(crate) events: Arc<Events>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) tracker: Arc<Tracker<K>>,
    pub(crate) groups: Arc<Groups>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) pools: Arc<Pools>,
    pub(crate) requests: Arc<ScrapeRequests>,
    pub(crate) schedule_wake: Arc<Notify>,
}
