//! Watches the Jobs of runs.

use std::collections::HashSet;
use std::sync::Arc;

use clipmeter_crds::keys;
use futures::StreamExt as _;
use k8s_openapi::api::batch::v1::{Job, JobCondition};
use kube::api::DeleteParams;
use kube::{Api, Client, ResourceExt as _};
use tokio::sync::Notify;

use crate::error::Error;
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::store::{ObjectStore, WatchEvent};
use crate::kubernetes::watch::{self, InitialSync, version, watched};
use crate::metrics::{JobEndedLabels, Metrics, ReasonLabels, seconds};

/// The state of a run's Job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JobState {
    /// The Job does not exist.
    None,
    /// The Job has not ended.
    Running,
    /// The Job has been waiting for admission by a queue for this number of seconds.
    Suspended(i64),
    /// The Job failed this number of seconds ago, with this result, and its pod has not ended yet.
    Failing(i64, String),
    /// The Job has ended, with this result.
    Ended(String),
}

pub(crate) struct Jobs {
    api: Api<Job>,
    store: Arc<ObjectStore<Job>>,
    namespace: String,
    metrics: Arc<Metrics>,
    schedule_wake: Arc<Notify>,
    /// Set when all Jobs are known.
    pub(crate) initial_sync: InitialSync,
}

impl Jobs {
    pub(crate) fn new(
        client: &Client,
        namespace: &str,
        metrics: Arc<Metrics>,
        schedule_wake: Arc<Notify>,
    ) -> Self {
        Self {
            api: Api::namespaced(client.clone(), namespace),
            store: Arc::new(ObjectStore::parsed()),
            namespace: namespace.to_owned(),
            metrics,
            schedule_wake,
            initial_sync: InitialSync::default(),
        }
    }

    /// Returns the state of the Job according to the watch.
    pub(crate) fn state(&self, name: &str, now: i64) -> JobState {
        let key = ObjectKey::new(&self.namespace, name);
        state(self.store.get(&key).as_deref(), now)
    }

    /// Reads the state of the Job from the API server.
    pub(crate) async fn fetch_state(&self, name: &str, now: i64) -> Result<JobState, Error> {
        let found = self.api.get_opt(name).await?;
        Ok(state(found.as_ref(), now))
    }

    /// Deletes the Job with its pods; succeeds if it is already gone.
    pub(crate) async fn delete(&self, name: &str) -> Result<(), Error> {
        let deleted = self.api.delete(name, &DeleteParams::background()).await;
        match deleted.map_err(Error::from) {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }

    /// Returns the number of Jobs of the platform that have not ended.
    pub(crate) fn running(&self, platform: &str) -> usize {
        self.running_with(keys::PLATFORM, platform)
    }

    /// Returns the number of Jobs of the scraper pool that have not ended.
    pub(crate) fn running_in_pool(&self, pool: &str) -> usize {
        self.running_with(keys::SCRAPER_POOL, pool)
    }

    fn running_with(&self, label: &str, value: &str) -> usize {
        let is_running =
            |job: &Job| end(job).is_none() && job.labels().get(label).is_some_and(|found| found == value);
        self.store.all().iter().filter(|job| is_running(job)).count()
    }

    /// Keeps the store up to date and wakes the scheduler when a Job ends, until it is dropped.
    pub(crate) async fn watch(self: Arc<Self>) {
        let watch = watched(
            self.api.clone(),
            watch::all().labels(&run_job_labels()),
            Arc::clone(&self.store),
            version,
            Arc::clone(&self.metrics),
        );
        let mut ended = HashSet::new();
        let mut watch = std::pin::pin!(watch);
        while let Some(event) = watch.next().await {
            self.on_event(event, &mut ended);
        }
    }

    /// Handles a watch event. `ended` are the Jobs that are known to have ended.
    fn on_event(&self, event: WatchEvent, ended: &mut HashSet<ObjectKey>) {
        match event {
            WatchEvent::Changed(key) => {
                if let Some(job) = self.store.get(&key)
                    && let Some(end) = end(&job)
                    && ended.insert(key)
                {
                    // Jobs that ended before the first list were counted by the leader at that time. Those that ended without one are not counted.
                    if self.initial_sync.is_set() {
                        self.count_ended(&job, end);
                    }
                    self.schedule_wake.notify_one();
                }
            }
            WatchEvent::InitialList => self.initial_sync.set(),
            WatchEvent::Written(_) => {}
            WatchEvent::Deleted(key) => {
                ended.remove(&key);
                self.schedule_wake.notify_one();
            }
        }
    }

    fn count_ended(&self, job: &Job, end: &JobCondition) {
        let failed = end.type_ == "Failed";
        let span = job.status.as_ref().and_then(|status| {
            let ended = end.last_transition_time.as_ref()?;
            Some(ended.0.as_second() - status.start_time.as_ref()?.0.as_second())
        });
        let labels = JobEndedLabels {
            platform: job.labels().get(keys::PLATFORM).cloned().unwrap_or_default(),
            outcome: if failed { "failed" } else { "complete" },
        };
        if let Some(span) = span {
            let histogram = &self.metrics.job_seconds;
            histogram.get_or_create(&labels).observe(seconds(span));
        }
        if failed {
            let reason = end.reason.clone().unwrap_or_default();
            self.metrics
                .jobs_failed
                .get_or_create(&ReasonLabels { reason })
                .inc();
        }
    }
}

/// Selects the Jobs that operators created for runs.
pub(super) fn run_job_labels() -> String {
    format!("app.kubernetes.io/managed-by={},{}", keys::OPERATOR, keys::RUN)
}

fn state(job: Option<&Job>, now: i64) -> JobState {
    let Some(job) = job else {
        return JobState::None;
    };
    if let Some(end) = end(job) {
        return JobState::Ended(result(end));
    }
    // `Failed` follows when the pod has ended, which an unreachable node never reports.
    if let Some(failure) = condition(job, &["FailureTarget"]) {
        let since = failure.last_transition_time.as_ref();
        let seconds = since.map_or(0, |since| now - since.0.as_second());
        return JobState::Failing(seconds, result(failure));
    }
    if job.spec.as_ref().and_then(|spec| spec.suspend) != Some(true) {
        return JobState::Running;
    }
    let suspended = condition(job, &["Suspended"]).and_then(|it| it.last_transition_time.clone());
    let since = suspended.or_else(|| job.creation_timestamp());
    JobState::Suspended(since.map_or(0, |since| now - since.0.as_second()))
}

/// Returns the result of the Job, if it has ended.
fn end(job: &Job) -> Option<&JobCondition> {
    condition(job, &["Complete", "Failed"])
}

/// Returns the first true condition of one of these types.
fn condition<'a>(job: &'a Job, types: &[&str]) -> Option<&'a JobCondition> {
    let conditions = job.status.as_ref()?.conditions.as_ref()?;
    conditions
        .iter()
        .find(|it| types.contains(&it.type_.as_str()) && it.status == "True")
}

/// Returns the reason and message of a condition.
fn result(condition: &JobCondition) -> String {
    let reason = condition.reason.as_deref().unwrap_or(&condition.type_);
    let message = condition.message.as_deref().unwrap_or_default();
    format!("{reason} {message}")
}

#[cfg(test)]
mod tests {
    use kube::core::DeserializeGuard;
    use kube::runtime::watcher::Event;
    use serde_json::{Value, json};

    use super::*;
    use crate::kubernetes::test_client;

    /// Returns a Job that has ended in its second version.
    fn job(name: &str, version: u8) -> DeserializeGuard<Job> {
        let failed = json!({"type": "Failed", "status": "True", "reason": "DeadlineExceeded"});
        let conditions = if version < 2 { json!([]) } else { json!([failed]) };
        let job = json!({
            "metadata": {"name": name, "namespace": "ns", "uid": name, "resourceVersion": version.to_string()},
            "spec": {"template": {}},
            "status": {"conditions": conditions},
        });
        DeserializeGuard(Ok(serde_json::from_value(job).unwrap()))
    }

    #[tokio::test]
    async fn jobs_that_ended_before_first_list_are_not_counted_again() {
        let metrics = Arc::new(Metrics::new());
        let client = test_client::accepting();
        let jobs = Jobs::new(&client, "ns", Arc::clone(&metrics), Arc::default());
        let labels = ReasonLabels {
            reason: "DeadlineExceeded".to_owned(),
        };
        let failed = metrics.jobs_failed.get_or_create(&labels).clone();
        let mut ended = HashSet::new();
        let mut count_after = |event| {
            for event in jobs.store.handle(event, version) {
                jobs.on_event(event, &mut ended);
            }
            failed.get()
        };
        assert_eq!(count_after(Event::Init), 0);
        assert_eq!(count_after(Event::InitApply(job("before", 2))), 0);
        assert_eq!(count_after(Event::InitApply(job("running", 1))), 0);
        assert_eq!(count_after(Event::InitDone), 0);
        assert_eq!(count_after(Event::Apply(job("running", 2))), 1);
        assert_eq!(count_after(Event::Apply(job("running", 3))), 1);
        assert_eq!(count_after(Event::Apply(job("before", 3))), 1);
    }

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
        let condition = |type_: &str, status: &str| {
            json!([{
                "type": type_, "status": status, "reason": "R", "message": "m",
                "lastTransitionTime": "2026-11-21T10:01:00Z",
            }])
        };
        let [failing, failed] = ["FailureTarget", "Failed"].map(|type_| condition(type_, "True"));
        let both = json!([failing[0], failed[0]]);
        let cases = vec![
            (job(false, json!([])), JobState::Running),
            (job(true, json!([])), JobState::Suspended(90)),
            // A Job that was admitted and then preempted.
            (job(true, condition("Suspended", "True")), JobState::Suspended(30)),
            (job(false, condition("Suspended", "False")), JobState::Running),
            (job(false, failing), JobState::Failing(30, "R m".to_owned())),
            (job(false, both), JobState::Ended("R m".to_owned())),
            (job(true, failed), JobState::Ended("R m".to_owned())),
        ];
        for (job, expected) in cases {
            assert_eq!(state(Some(&job), ten + 90), expected);
        }
        assert_eq!(state(None, ten), JobState::None);
    }
}
