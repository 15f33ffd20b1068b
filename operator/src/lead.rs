//! Everything that writes. It runs on the operator that holds the lease.

use std::sync::Arc;

use clipmeter_crds::{
    ClientGroup, InstagramAccount, PlatformFacts, ScrapePolicy, TikTokAccount, TikTokVideo,
};
use kube::runtime::reflector::{self, ObjectRef, Store, store::Writer};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::context::Context;
use crate::error::Error;
use crate::facts::{self, FactsState};
use crate::group::{self, Groups};
use crate::jobs::{self, Jobs};
use crate::pace::Pace;
use crate::policy::{self, PolicyState};
use crate::progress;
use crate::run::Parts;
use crate::schedule::{self, Bell, Requests};
use crate::status::{self, Ledger};
use crate::tracked::{self, Kind, Tracker};

/// What a kind's controller is fed by.
struct Feed<K: Kind> {
    writer: Writer<K>,
    nudges: UnboundedReceiver<ObjectRef<K>>,
}

fn tracker<K: Kind>() -> (Tracker<K>, Feed<K>) {
    let (store, writer) = reflector::store();
    let (sender, nudges) = unbounded_channel();
    (Tracker::new(store, sender), Feed { writer, nudges })
}

/// Acts until `stop`. What is under way then is cut off: it is taken up by the next leader.
pub(crate) async fn lead(parts: Parts, stop: &CancellationToken) -> Result<(), Error> {
    let (instagram_accounts, instagram_feed) = tracker::<InstagramAccount>();
    let (tiktok_accounts, tiktok_feed) = tracker::<TikTokAccount>();
    let (tiktok_videos, video_feed) = tracker::<TikTokVideo>();
    let (groups, group_writer): (Store<ClientGroup>, _) = reflector::store();
    let (policies, policy_writer): (Store<ScrapePolicy>, _) = reflector::store();
    let (platform_facts, facts_writer): (Store<PlatformFacts>, _) = reflector::store();
    let (job_store, job_writer) = reflector::store();
    let (group_nudges, nudged_groups) = unbounded_channel();
    let jobs = Arc::new(Jobs::new(job_store, parts.cli.scraper_namespace()));
    let context = Arc::new(Context {
        cli: parts.cli,
        settings: parts.settings,
        client: parts.client,
        api: parts.api,
        events: parts.events,
        metrics: parts.metrics,
        pace: Pace::new(),
        groups: Groups::new(groups),
        instagram_accounts,
        tiktok_accounts,
        tiktok_videos,
        policies: Ledger::new(policies),
        policy: PolicyState::default(),
        platform_facts: Ledger::new(platform_facts),
        facts: FactsState::default(),
        requests: Requests::default(),
        schedule: Bell::default(),
        group_nudges,
    });
    let mut tasks = JoinSet::new();
    let shared = || Arc::clone(&context);
    tasks.spawn(policy::watch(shared(), policy_writer));
    tasks.spawn(policy::run(shared()));
    tasks.spawn(facts::watch(shared(), facts_writer));
    tasks.spawn(facts::run(shared()));
    tasks.spawn(group::run(shared(), group_writer, nudged_groups));
    tasks.spawn(jobs::run(shared(), Arc::clone(&jobs), job_writer));
    track(&mut tasks, &context, instagram_feed);
    track(&mut tasks, &context, tiktok_feed);
    track(&mut tasks, &context, video_feed);
    tasks.spawn(status::write::<ClientGroup>(shared()));
    tasks.spawn(status::write::<ScrapePolicy>(shared()));
    tasks.spawn(status::write::<PlatformFacts>(shared()));
    tasks.spawn(schedule::run(shared(), jobs));
    tasks.spawn(progress::run(shared()));
    tokio::select! {
        () = stop.cancelled() => Ok(()),
        ended = tasks.join_next() => Err(Error::Ended(match ended {
            Some(Err(error)) => error.to_string(),
            _ => "a loop came to its end".to_owned(),
        })),
    }
}

fn track<K: Kind>(tasks: &mut JoinSet<()>, context: &Arc<Context>, feed: Feed<K>) {
    let known = Arc::clone(context);
    tasks.spawn(async move {
        // Whether an account is anybody's is not to be said before the groups are known.
        known.groups.listed.wait().await;
        known.policy.listed.wait().await;
        tracked::run(known, feed.writer, feed.nudges).await;
    });
    tasks.spawn(status::write::<K>(Arc::clone(context)));
}
