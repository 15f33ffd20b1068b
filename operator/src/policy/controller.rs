//! Tells the API of the policy, and everything that is scraped when scraping is suspended or goes on.

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
use crate::key::Key;
use crate::watch::{self, Seen, intent, watched};
use crate::whole::whole;

/// How soon a change is acted on, and how often the status is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// What the API was told is told again after this time, in case it lost something.
const TELL_AGAIN_AFTER: Duration = Duration::from_mins(10);

/// Keeps the store up to date until it is dropped.
pub(crate) async fn watch(context: Arc<Context>, writer: Writer<ScrapePolicy>) {
    let api: Api<ScrapePolicy> = Api::all(context.client.clone());
    let metrics = Arc::clone(&context.metrics);
    watched(api, watch::all(), writer, intent, metrics)
        .for_each(async |seen| match seen {
            Seen::All => context.policy.listed.set(),
            Seen::Changed(_) | Seen::Gone(_) => context.schedule.ring(),
            // Its status is looked at every second.
            Seen::Written(_) => {}
        })
        .await;
}

/// Runs until it is dropped.
pub(crate) async fn run(context: Arc<Context>) {
    let mut told: Option<(Intervals, Instant)> = None;
    let mut suspended = None;
    context.policy.listed.wait().await;
    loop {
        let policy = context.policy_spec();
        let is_told =
            told.is_some_and(|(told, at)| told == policy.intervals && at.elapsed() < TELL_AGAIN_AFTER);
        if !is_told {
            let answer = context.api.sync_policy(request(policy.intervals)).await;
            if let Err(error) = &answer {
                tracing::warn!(%error, "cannot tell the API of the policy; trying again");
            }
            told = answer.is_ok().then(|| (policy.intervals, Instant::now()));
            context.policy.synced(answer.map_err(|error| error.to_string()));
            context.schedule.ring();
        }
        if suspended
            .replace(policy.suspend)
            .is_some_and(|was| was != policy.suspend)
        {
            context.nudge(None);
        }
        context.policies.touch(&Key::new("", POLICY));
        sleep(LOOK_EVERY).await;
    }
}

fn request(intervals: Intervals) -> SyncPolicyRequest {
    SyncPolicyRequest {
        instagram_minutes: whole(intervals.instagram_minutes),
        tiktok_minutes: whole(intervals.tiktok_minutes),
    }
}
