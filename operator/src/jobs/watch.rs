//! Watches the Jobs of runs.

use std::collections::HashSet;
use std::sync::Arc;

use clipmeter_crds::keys;
use futures::StreamExt as _;
use k8s_openapi::api::batch::v1::{Job, JobCondition};
use kube::api::DeleteParams;
use kube::runtime::reflector::Store;
use kube::runtime::reflector::store::Writer;
use kube::{Api, Client, ResourceExt as _};

use crate::context::Context;
use crate::error::Error;
use crate::initial_sync::InitialSync;
use crate::metrics::{EndedLabels, ReasonLabels, seconds};
use crate::object_key::ObjectKey;
use crate::watch::{self, WatchEvent, version, watched};

/// The state of a run's Job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JobState {
    /// The Job does not exist.
    None,
    /// The Job has not ended.
    Running,
    /// The Job has not ended and waits for admission by a queue; for how many seconds.
    Suspended(i64),
    /// The Job has ended; with the result.
    Ended(String),
}

pub(crate) struct Jobs {
    store: Store<Job>,
    namespace: String,
    /// Set once all Jobs are known.
    pub(crate) initial_sync: InitialSync,
}

impl Jobs {
    pub(crate) fn new(store: Store<Job>, namespace: &str) -> Self {
        Self {
            store,
            namespace: namespace.to_owned(),
            initial_sync: InitialSync::default(),
        }
    }

    /// Returns the state of the Job according to the watch.
    pub(crate) fn state(&self, name: &str, now: i64) -> JobState {
        let key = ObjectKey::new(&self.namespace, name);
        state(self.store.get(&key.reference()).as_deref(), now)
    }

    /// Reads the state of the Job from the API server.
    pub(crate) async fn fetch_state(&self, client: &Client, name: &str, now: i64) -> Result<JobState, Error> {
        let found = self.api(client).get_opt(name).await?;
        Ok(state(found.as_ref(), now))
    }

    /// Deletes the Job with its pods; succeeds if it is already gone.
    pub(crate) async fn delete(&self, client: &Client, name: &str) -> Result<(), Error> {
        let deleted = self.api(client).delete(name, &DeleteParams::background()).await;
        match deleted.map_err(Error::from) {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }

    fn api(&self, client: &Client) -> Api<Job> {
        Api::namespaced(client.clone(), &self.namespace)
    }

    /// Returns the number of Jobs of the platform that have not ended.
    pub(crate) fn running(&self, platform: &str) -> usize {
        let runs = |job: &Job| {
            end(job).is_none() && job.labels().get(keys::PLATFORM).is_some_and(|of| of == platform)
        };
        self.store.state().iter().filter(|job| runs(job)).count()
    }
}

/// Selects the Jobs that operators created for runs.
pub(super) fn ours() -> String {
    format!("app.kubernetes.io/managed-by={},{}", keys::OPERATOR, keys::RUN)
}

/// Keeps the store up to date and wakes the scheduler when a Job ends, until it is dropped.
pub(crate) async fn run(context: Arc<Context>, jobs: Arc<Jobs>, writer: Writer<Job>) {
    let api: Api<Job> = Api::namespaced(context.client.clone(), context.cli.scraper_namespace());
    let watch = watched(
        api,
        watch::all().labels(&ours()),
        writer,
        version,
        Arc::clone(&context.metrics),
    );
    let mut ended = HashSet::new();
    let mut watch = std::pin::pin!(watch);
    while let Some(seen) = watch.next().await {
        match seen {
            WatchEvent::Changed(key) => {
                if let Some(job) = jobs.store.get(&key.reference())
                    && let Some(end) = end(&job)
                    && ended.insert(key)
                {
                    count(&context, &job, end);
                    context.schedule_wake.set();
                }
            }
            WatchEvent::All => jobs.initial_sync.set(),
            WatchEvent::Written(_) => {}
            WatchEvent::Deleted(key) => {
                ended.remove(&key);
                context.schedule_wake.set();
            }
        }
    }
}

fn state(job: Option<&Job>, now: i64) -> JobState {
    let Some(job) = job else {
        return JobState::None;
    };
    if let Some(end) = end(job) {
        return JobState::Ended(format!(
            "{} {}",
            end.reason.as_deref().unwrap_or(&end.type_),
            end.message.as_deref().unwrap_or_default()
        ));
    }
    if job.spec.as_ref().and_then(|spec| spec.suspend) != Some(true) {
        return JobState::Running;
    }
    let conditions = job.status.iter().flat_map(|status| &status.conditions).flatten();
    let suspended = conditions
        .into_iter()
        .find(|it| it.type_ == "Suspended" && it.status == "True")
        .and_then(|it| it.last_transition_time.clone());
    let since = suspended.or_else(|| job.creation_timestamp());
    JobState::Suspended(since.map_or(0, |since| now - since.0.as_second()))
}

/// Returns the result of the Job, if it has ended.
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
    let labels = EndedLabels {
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
            .get_or_create(&ReasonLabels { reason })
            .inc();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn job_state_follows_conditions_and_suspension() {
        let ten = 1_795_255_200;
        let job = |suspend: bool, conditions: Value| -> Job {
            serde_json::from_value(json!({
                "metadata": {"creationTimestamp": "2026-11-21T10:00:00Z"},
                "spec": {"suspend": suspend, "template": {}},
                "status": {"conditions": conditions},
            }))
            .unwrap()
        };
        let said = |type_: &str, status: &str| {
            json!([{
                "type": type_, "status": status, "reason": "R", "message": "m",
                "lastTransitionTime": "2026-11-21T10:01:00Z",
            }])
        };
        for (job, expected) in [
            (job(false, json!([])), JobState::Running),
            (job(true, json!([])), JobState::Suspended(90)),
            // A Job that was admitted and then preempted.
            (job(true, said("Suspended", "True")), JobState::Suspended(30)),
            (job(false, said("Suspended", "False")), JobState::Running),
            (
                job(true, said("Failed", "True")),
                JobState::Ended("R m".to_owned()),
            ),
        ] {
            assert_eq!(state(Some(&job), ten + 90), expected);
        }
        assert_eq!(state(None, ten), JobState::None);
    }
}
