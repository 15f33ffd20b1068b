//! Runs everything that writes, on the operator that holds the lease.

use std::sync::Arc;

use clipmeter_crds::{
    ClientGroup, InstagramAccount, PlatformConfig, ScrapePolicy, TikTokAccount, TikTokVideo,
};
use kube::runtime::reflector::{self, ObjectRef, Store, store::Writer};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::context::Context;
use crate::error::Error;
use crate::group::{self, Groups};
use crate::jobs::{self, Jobs};
use crate::platform_config::{self, PlatformConfigState};
use crate::policy::{self, PolicyState};
use crate::progress;
use crate::run::OperatorDependencies;
use crate::schedule::{self, ScrapeRequests, WakeFlag};
use crate::status::{self, StatusCache};
use crate::tracked::{self, TrackedResource, Tracker};
use crate::write_throttle::WriteThrottle;

/// Inputs of a kind's controller.
struct Feed<K: TrackedResource> {
    writer: Writer<K>,
    requeues: UnboundedReceiver<ObjectRef<K>>,
}

fn tracker<K: TrackedResource>() -> (Tracker<K>, Feed<K>) {
    let (store, writer) = reflector::store();
    let (sender, requeues) = unbounded_channel();
    (Tracker::new(store, sender), Feed { writer, requeues })
}

/// Acts until `stop`. Work in progress is then aborted, and the next leader resumes it.
pub(crate) async fn run_leader(
    dependencies: OperatorDependencies,
    stop: &CancellationToken,
) -> Result<(), Error> {
    let (instagram_accounts, instagram_feed) = tracker::<InstagramAccount>();
    let (tiktok_accounts, tiktok_feed) = tracker::<TikTokAccount>();
    let (tiktok_videos, video_feed) = tracker::<TikTokVideo>();
    let (groups, group_writer): (Store<ClientGroup>, _) = reflector::store();
    let (policies, policy_writer): (Store<ScrapePolicy>, _) = reflector::store();
    let (platform_configs, platform_config_writer): (Store<PlatformConfig>, _) = reflector::store();
    let (job_store, job_writer) = reflector::store();
    let (group_requeues, requeued_groups) = unbounded_channel();
    let jobs = Arc::new(Jobs::new(job_store, dependencies.cli.scraper_namespace()));
    let context = Arc::new(Context {
        cli: dependencies.cli,
        settings: dependencies.settings,
        client: dependencies.client,
        api: dependencies.api,
        events: dependencies.events,
        metrics: dependencies.metrics,
        write_throttle: WriteThrottle::new(),
        groups: Groups::new(groups),
        instagram_accounts,
        tiktok_accounts,
        tiktok_videos,
        policies: StatusCache::new(policies),
        policy: PolicyState::default(),
        platform_configs: StatusCache::new(platform_configs),
        platform_config: PlatformConfigState::default(),
        requests: ScrapeRequests::default(),
        schedule_wake: WakeFlag::default(),
        group_requeues,
    });
    let mut tasks = JoinSet::new();
    let shared = || Arc::clone(&context);
    tasks.spawn(policy::watch(shared(), policy_writer));
    tasks.spawn(policy::run(shared()));
    tasks.spawn(platform_config::watch(shared(), platform_config_writer));
    tasks.spawn(platform_config::run(shared()));
    tasks.spawn(group::run(shared(), group_writer, requeued_groups));
    tasks.spawn(jobs::run(shared(), Arc::clone(&jobs), job_writer));
    track(&mut tasks, &context, instagram_feed);
    track(&mut tasks, &context, tiktok_feed);
    track(&mut tasks, &context, video_feed);
    tasks.spawn(status::write::<ClientGroup>(shared()));
    tasks.spawn(status::write::<ScrapePolicy>(shared()));
    tasks.spawn(status::write::<PlatformConfig>(shared()));
    tasks.spawn(schedule::run(shared(), jobs));
    tasks.spawn(progress::run(shared()));
    tokio::select! {
        () = stop.cancelled() => Ok(()),
        ended = tasks.join_next() => Err(Error::Ended(match ended {
            Some(Err(error)) => error.to_string(),
            _ => "a loop ended".to_owned(),
        })),
    }
}

fn track<K: TrackedResource>(tasks: &mut JoinSet<()>, context: &Arc<Context>, feed: Feed<K>) {
    let known = Arc::clone(context);
    tasks.spawn(async move {
        // Whether an account belongs to a group is undecided until the groups are known.
        known.groups.initial_sync.wait().await;
        known.policy.initial_sync.wait().await;
        tracked::run(known, feed.writer, feed.requeues).await;
    });
    tasks.spawn(status::write::<K>(Arc::clone(context)));
}
