//! How the Jobs of runs fare.

use std::collections::HashSet;
use std::sync::Arc;

use clipmeter_crds::keys;
use futures::StreamExt as _;
use k8s_openapi::api::batch::v1::{Job, JobCondition};
use kube::runtime::reflector::Store;
use kube::runtime::reflector::store::Writer;
use kube::runtime::watcher;
use kube::{Api, ResourceExt as _};

use crate::context::Context;
use crate::key::Key;
use crate::listed::Listed;
use crate::metrics::{Ended, Reason, seconds};
use crate::watch::{Seen, version, watched};

/// How a run's Job is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JobState {
    /// There is none.
    None,
    /// It has not ended.
    Running,
    /// It has, and how.
    Ended(String),
}

/// The Jobs of runs.
pub(crate) struct Jobs {
    store: Store<Job>,
    namespace: String,
    /// Set once all Jobs are known.
    pub(crate) listed: Listed,
}

impl Jobs {
    pub(crate) fn new(store: Store<Job>, namespace: &str) -> Self {
        Self {
            store,
            namespace: namespace.to_owned(),
            listed: Listed::default(),
        }
    }

    /// How the Job of this name is.
    pub(crate) fn state(&self, name: &str) -> JobState {
        let key = Key::new(&self.namespace, name);
        match self.store.get(&key.reference()) {
            None => JobState::None,
            Some(job) => end(&job).map_or(JobState::Running, |end| {
                JobState::Ended(format!(
                    "{} {}",
                    end.reason.as_deref().unwrap_or(&end.type_),
                    end.message.as_deref().unwrap_or_default()
                ))
            }),
        }
    }

    /// How many have not ended, on this platform.
    pub(crate) fn running(&self, platform: &str) -> usize {
        let runs = |job: &Job| {
            end(job).is_none() && job.labels().get(keys::PLATFORM).is_some_and(|of| of == platform)
        };
        self.store.state().iter().filter(|job| runs(job)).count()
    }
}

/// Keeps the store up to date, and wakes the schedule when one ends, until it is dropped.
pub(crate) async fn run(context: Arc<Context>, jobs: Arc<Jobs>, writer: Writer<Job>) {
    let api: Api<Job> = Api::namespaced(context.client.clone(), &context.cli.namespace);
    let ours = watcher::Config::default().labels(&format!(
        "app.kubernetes.io/managed-by={},{}",
        keys::OPERATOR,
        keys::RUN
    ));
    let watch = watched(api, ours, writer, version, Arc::clone(&context.metrics));
    let mut ended = HashSet::new();
    let mut watch = std::pin::pin!(watch);
    while let Some(seen) = watch.next().await {
        match seen {
            Seen::Changed(job) => {
                if let Some(end) = end(&job)
                    && ended.insert(job.uid())
                {
                    count(&context, &job, end);
                    context.schedule.notify_one();
                }
            }
            Seen::All => jobs.listed.set(),
            Seen::Gone(job) => {
                ended.remove(&job.uid());
                context.schedule.notify_one();
            }
        }
    }
}

/// How it ended, if it did.
fn end(job: &Job) -> Option<&JobCondition> {
    let conditions = job.status.as_ref()?.conditions.as_ref()?;
    conditions
        .iter()
        .find(|it| matches!(it.type_.as_str(), "Complete" | "Failed") && it.status == "True")
}

fn count(context: &Context, job: &Job, end: &JobCondition) {
    let failed = end.type_ == "Failed";
    let span = job.status.as_ref().and_then(|status| {
        let ended = end.last_transition_time.as_ref()?;
        Some(ended.0.as_second() - status.start_time.as_ref()?.0.as_second())
    });
    let labels = Ended {
        platform: job.labels().get(keys::PLATFORM).cloned().unwrap_or_default(),
        outcome: if failed { "failed" } else { "complete" },
    };
    if let Some(span) = span {
        let histogram = &context.metrics.job_seconds;
        histogram.get_or_create(&labels).observe(seconds(span));
    }
    if failed {
        let reason = end.reason.clone().unwrap_or_default();
        context
            .metrics
            .jobs_failed
            .get_or_create(&Reason { reason })
            .inc();
    }
}
