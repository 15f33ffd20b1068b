//! Sends the policy to the API, and requeues all tracked objects when scraping is suspended or resumed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{Intervals, ScrapePolicy};
use clipmeter_proto::v1::SyncPolicyRequest;
use futures::StreamExt as _;
use kube::{Api, Client};
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::api::ApiClient;
use crate::convert::to_unsigned;
use crate::kubernetes::store::WatchEvent;
use crate::kubernetes::watch::{self, intent, watched};
use crate::metrics::Metrics;
use crate::state::{Policy, Trackers};

/// Interval for acting on changes and for updating the status.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Interval for resending the policy to the API, in case the API lost it.
const RESYNC_AFTER: Duration = Duration::from_mins(10);

/// The controller of the scrape policy.
pub(crate) struct ScrapePolicyController {
    pub(crate) client: Client,
    pub(crate) api: ApiClient,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) trackers: Arc<Trackers>,
    pub(crate) schedule_wake: Arc<Notify>,
}

impl ScrapePolicyController {
    /// Keeps the store up to date until it is dropped.
    pub(crate) async fn watch(self: Arc<Self>) {
        let api: Api<ScrapePolicy> = Api::all(self.client.clone());
        let metrics = Arc::clone(&self.metrics);
        let store = Arc::clone(self.policy.status_cache.store());
        watched(api, watch::all(), store, intent, metrics)
            .for_each(async |event| match event {
                WatchEvent::InitialList => self.policy.initial_sync.set(),
                WatchEvent::Changed(_) | WatchEvent::Deleted(_) => self.schedule_wake.notify_one(),
                // The loop updates the policy's status every second.
                WatchEvent::Written(_) => {}
            })
            .await;
    }

    /// Runs until it is dropped.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut synced: Option<(Intervals, Instant)> = None;
        let mut suspended = None;
        self.policy.initial_sync.wait().await;
        loop {
            let policy = self.policy.spec();
            let is_synced =
                synced.is_some_and(|(synced, at)| synced == policy.intervals && at.elapsed() < RESYNC_AFTER);
            if !is_synced {
                let result = self.api.sync_policy(request(policy.intervals)).await;
                if let Err(error) = &result {
                    tracing::warn!(%error, "cannot send the policy to the API; retrying");
                }
                synced = result.is_ok().then(|| (policy.intervals, Instant::now()));
                self.policy.set_synced(result.map_err(|error| error.to_string()));
                self.schedule_wake.notify_one();
            }
            if suspended
                .replace(policy.suspend)
                .is_some_and(|previous| previous != policy.suspend)
            {
                self.trackers.requeue(None);
            }
            self.policy.touch();
            sleep(POLL_INTERVAL).await;
        }
    }
}

fn request(intervals: Intervals) -> SyncPolicyRequest {
    SyncPolicyRequest {
        instagram_minutes: to_unsigned(intervals.instagram_minutes),
        tiktok_minutes: to_unsigned(intervals.tiktok_minutes),
    }
}
