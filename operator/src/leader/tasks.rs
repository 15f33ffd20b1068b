//! Runs everything that writes, on the operator that holds the lease.

use std::sync::Arc;

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::OperatorDependencies;
use crate::controllers::client_group::{ClientGroupController, Provisioning};
use crate::controllers::platform_config::PlatformConfigController;
use crate::controllers::scrape_policy::ScrapePolicyController;
use crate::controllers::scraper_pool::ScraperPoolController;
use crate::controllers::tracked::{ProgressPoller, TrackedController, TrackedResource};
use crate::error::Error;
use crate::jobs::{JobStarter, Jobs, LegacyJobs};
use crate::kubernetes::store::ObjectStore;
use crate::scheduling::{Scheduler, SchedulerContext};
use crate::state::{Groups, Policy, Pools, ScrapeRequests, Tracker, Trackers};
use crate::status::StatusWriter;

/// State that the controllers share.
struct Leader {
    dependencies: OperatorDependencies,
    groups: Arc<Groups>,
    trackers: Arc<Trackers>,
    policy: Arc<Policy>,
    pools: Arc<Pools>,
    requests: Arc<ScrapeRequests>,
    schedule_wake: Arc<Notify>,
    status_writer: Arc<StatusWriter>,
    tasks: JoinSet<()>,
}

/// Runs all controllers until `stop`. Work in progress is then aborted, and the next leader resumes it. No task runs after the return.
pub(super) async fn run_tasks(
    dependencies: OperatorDependencies,
    stop: &CancellationToken,
) -> Result<(), Error> {
    let status_writer = StatusWriter::new(
        dependencies.client.clone(),
        Arc::clone(&dependencies.events),
        Arc::clone(&dependencies.metrics),
    );
    let mut leader = Leader {
        groups: Arc::new(Groups::new()),
        trackers: Arc::new(Trackers {
            instagram_accounts: tracker(),
            tiktok_accounts: tracker(),
            tiktok_videos: tracker(),
        }),
        policy: Arc::new(Policy::new()),
        pools: Arc::new(Pools::new()),
        requests: Arc::default(),
        schedule_wake: Arc::default(),
        status_writer: Arc::new(status_writer),
        tasks: JoinSet::new(),
        dependencies,
    };
    leader.run_policy();
    leader.run_platform_configs();
    leader.run_scraper_pools();
    leader.run_groups();
    leader.run_tracked(Arc::clone(&leader.trackers.instagram_accounts));
    leader.run_tracked(Arc::clone(&leader.trackers.tiktok_accounts));
    leader.run_tracked(Arc::clone(&leader.trackers.tiktok_videos));
    leader.run_scheduling();
    let ended = tokio::select! {
        () = stop.cancelled() => Ok(()),
        ended = leader.tasks.join_next() => Err(Error::Ended(match ended {
            Some(Err(error)) => error.to_string(),
            _ => "a controller stopped".to_owned(),
        })),
    };
    leader.tasks.shutdown().await;
    ended
}

fn tracker<K: TrackedResource>() -> Arc<Tracker<K>> {
    Arc::new(Tracker::new(ObjectStore::encoded()))
}

impl Leader {
    fn run_policy(&mut self) {
        let controller = Arc::new(ScrapePolicyController {
            client: self.dependencies.client.clone(),
            api: self.dependencies.api.clone(),
            metrics: Arc::clone(&self.dependencies.metrics),
            policy: Arc::clone(&self.policy),
            trackers: Arc::clone(&self.trackers),
            schedule_wake: Arc::clone(&self.schedule_wake),
        });
        self.tasks.spawn(Arc::clone(&controller).watch());
        self.tasks.spawn(Arc::clone(&controller).run());
        self.tasks.spawn(Arc::clone(&self.status_writer).run(controller));
    }

    fn run_platform_configs(&mut self) {
        let controller = Arc::new(PlatformConfigController::new(
            self.dependencies.client.clone(),
            self.dependencies.api.clone(),
            Arc::clone(&self.dependencies.metrics),
        ));
        self.tasks.spawn(Arc::clone(&controller).watch());
        self.tasks.spawn(Arc::clone(&controller).run());
        self.tasks.spawn(Arc::clone(&self.status_writer).run(controller));
    }

    fn run_scraper_pools(&mut self) {
        let controller = Arc::new(ScraperPoolController {
            client: self.dependencies.client.clone(),
            api: self.dependencies.api.clone(),
            metrics: Arc::clone(&self.dependencies.metrics),
            pools: Arc::clone(&self.pools),
            groups: Arc::clone(&self.groups),
            schedule_wake: Arc::clone(&self.schedule_wake),
        });
        self.tasks.spawn(Arc::clone(&controller).watch());
        self.tasks.spawn(Arc::clone(&controller).run());
        self.tasks.spawn(Arc::clone(&self.status_writer).run(controller));
    }

    fn run_groups(&mut self) {
        let controller = Arc::new(ClientGroupController {
            client: self.dependencies.client.clone(),
            api: self.dependencies.api.clone(),
            events: Arc::clone(&self.dependencies.events),
            metrics: Arc::clone(&self.dependencies.metrics),
            provisioning: Provisioning::from(&self.dependencies.cli),
            groups: Arc::clone(&self.groups),
            pools: Arc::clone(&self.pools),
            trackers: Arc::clone(&self.trackers),
            schedule_wake: Arc::clone(&self.schedule_wake),
        });
        self.tasks.spawn(Arc::clone(&controller).run());
        self.tasks.spawn(Arc::clone(&self.status_writer).run(controller));
    }

    fn run_tracked<K: TrackedResource>(&mut self, tracker: Arc<Tracker<K>>) {
        let controller = Arc::new(TrackedController {
            client: self.dependencies.client.clone(),
            api: self.dependencies.api.clone(),
            events: Arc::clone(&self.dependencies.events),
            metrics: Arc::clone(&self.dependencies.metrics),
            tracker,
            groups: Arc::clone(&self.groups),
            policy: Arc::clone(&self.policy),
            pools: Arc::clone(&self.pools),
            requests: Arc::clone(&self.requests),
            schedule_wake: Arc::clone(&self.schedule_wake),
        });
        let status_writer = Arc::clone(&self.status_writer);
        self.tasks.spawn(status_writer.run(Arc::clone(&controller)));
        self.tasks.spawn(async move {
            // Whether an account belongs to a group is undecided until the groups are known.
            controller.groups.initial_sync.wait().await;
            controller.policy.initial_sync.wait().await;
            controller.run().await;
        });
    }

    fn run_scheduling(&mut self) {
        let OperatorDependencies {
            cli,
            settings,
            api,
            client,
            events,
            metrics,
        } = &self.dependencies;
        let jobs = Arc::new(Jobs::new(
            client,
            cli.scraper_namespace(),
            Arc::clone(metrics),
            Arc::clone(&self.schedule_wake),
        ));
        let job_starter = JobStarter {
            client: client.clone(),
            metrics: Arc::clone(metrics),
            settings: settings.clone(),
            authority: cli.api_ca.clone(),
            instance: cli.instance.clone(),
            namespace: cli.scraper_namespace().to_owned(),
        };
        let context = SchedulerContext {
            api: api.clone(),
            events: Arc::clone(events),
            metrics: Arc::clone(metrics),
            policy: Arc::clone(&self.policy),
            pools: Arc::clone(&self.pools),
            trackers: Arc::clone(&self.trackers),
            requests: Arc::clone(&self.requests),
            jobs: Arc::clone(&jobs),
            job_starter,
            wake: Arc::clone(&self.schedule_wake),
        };
        let legacy_jobs = LegacyJobs::new(client, &cli.namespace, cli.scraper_namespace());
        let poller = ProgressPoller {
            api: api.clone(),
            groups: Arc::clone(&self.groups),
            trackers: Arc::clone(&self.trackers),
        };
        self.tasks.spawn(jobs.watch());
        self.tasks.spawn(Scheduler::new(context, legacy_jobs).run());
        self.tasks.spawn(poller.run());
    }
}
