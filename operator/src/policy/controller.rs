//! Sends the policy to the API, and requeues all tracked objects when scraping is suspended or resumed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{Intervals, ScrapePolicy};
use clipmeter_proto::v1::SyncPolicyRequest;
use futures::StreamExt as _;
use kube::Api;
use kube::runtime::reflector::store::Writer;
use tokio::time::sleep;

use super::POLICY;
use crate::context::Context;
use crate::object_key::ObjectKey;
use crate::to_unsigned::to_unsigned;
use crate::watch::{self, WatchEvent, intent, watched};

/// Interval for acting on changes and for updating the status.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Interval for resending the policy to the API, in case the API lost it.
const RESYNC_AFTER: Duration = Duration::from_mins(10);

/// Keeps the store up to date until it is dropped.
pub(crate) async fn watch(context: Arc<Context>, writer: Writer<ScrapePolicy>) {
    let api: Api<ScrapePolicy> = Api::all(context.client.clone());
    let metrics = Arc::clone(&context.metrics);
    watched(api, watch::all(), writer, intent, metrics)
        .for_each(async |seen| match seen {
            WatchEvent::All => context.policy.initial_sync.set(),
            WatchEvent::Changed(_) | WatchEvent::Deleted(_) => context.schedule_wake.set(),
            // The loop updates the policy's status every second.
            WatchEvent::Written(_) => {}
        })
        .await;
}

/// Runs until it is dropped.
pub(crate) async fn run(context: Arc<Context>) {
    let mut synced: Option<(Intervals, Instant)> = None;
    let mut suspended = None;
    context.policy.initial_sync.wait().await;
    loop {
        let policy = context.policy_spec();
        let is_synced =
            synced.is_some_and(|(synced, at)| synced == policy.intervals && at.elapsed() < RESYNC_AFTER);
        if !is_synced {
            let result = context.api.sync_policy(request(policy.intervals)).await;
            if let Err(error) = &result {
                tracing::warn!(%error, "cannot send the policy to the API; trying again");
            }
            synced = result.is_ok().then(|| (policy.intervals, Instant::now()));
            context.policy.synced(result.map_err(|error| error.to_string()));
            context.schedule_wake.set();
        }
        if suspended
            .replace(policy.suspend)
            .is_some_and(|was| was != policy.suspend)
        {
            context.requeue(None);
        }
        context.policies.touch(&ObjectKey::new("", POLICY));
        sleep(POLL_INTERVAL).await;
    }
}

fn request(intervals: Intervals) -> SyncPolicyRequest {
    SyncPolicyRequest {
        instagram_minutes: to_unsigned(intervals.instagram_minutes),
        tiktok_minutes: to_unsigned(intervals.tiktok_minutes),
    }
}
