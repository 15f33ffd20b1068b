//! The installation of the chart, as far as the cluster shows it: the operator's Deployment, its lease and the Jobs of runs.

use clipmeter_crds::keys;
use clipmeter_domain::Platform;
use k8s_openapi::api::apps::v1::Deployment;
use k8s_openapi::api::batch::v1::Job;
use k8s_openapi::api::coordination::v1::Lease;
use k8s_openapi::jiff::Timestamp;
use kube::{Api, ResourceExt as _};
use serde::Serialize;

use crate::cluster::{Cluster, Observed, Scope};
use crate::error::{Error, status_code};
use crate::time::{seconds_between, span};

/// Names that the operator's Deployment passes to the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Installation {
    /// The release namespace.
    pub(crate) namespace: String,
    /// The namespace of the scrapers' Jobs.
    pub(crate) scrapers: String,
    /// The name of the lease.
    pub(crate) lease: String,
}

impl Installation {
    /// Reads the settings of the operator's container, with the operator's defaults.
    fn of(deployment: &Deployment) -> Option<Self> {
        let namespace = deployment.namespace()?;
        let pod = deployment.spec.as_ref()?.template.spec.as_ref()?;
        let setting = |name: &str| {
            let mut all = pod
                .containers
                .iter()
                .flat_map(|container| container.env.iter().flatten());
            all.find(|variable| variable.name == name)?.value.clone()
        };
        Some(Self {
            scrapers: setting("CLIPMETER_SCRAPER_NAMESPACE").unwrap_or_else(|| namespace.clone()),
            lease: setting("CLIPMETER_LEASE").unwrap_or_else(|| keys::OPERATOR.to_owned()),
            namespace,
        })
    }

    /// Finds the operator's Deployment in all namespaces or, without that permission, in the release namespace of the documentation and
    /// the namespace of the command line.
    pub(crate) async fn find(cluster: &Cluster) -> Result<Observed<Self>, Error> {
        let found = deployments(cluster, "operator").await?;
        Ok(found.map(|deployments| deployments.iter().find_map(Self::of)))
    }

    /// Reads the lease.
    pub(crate) async fn leader(&self, cluster: &Cluster) -> Result<Observed<Leader>, Error> {
        let leases: Api<Lease> = Api::namespaced(cluster.client.clone(), &self.namespace);
        Ok(Observed::of(leases.get_opt(&self.lease).await)?.map(|lease| Some(Leader::of(&lease))))
    }
}

/// Finds the installation, and reads its lease.
pub(crate) async fn find_leader(cluster: &Cluster) -> Result<Observed<Leader>, Error> {
    match Installation::find(cluster).await? {
        Observed::Known(installation) => installation.leader(cluster).await,
        Observed::Missing => Ok(Observed::Missing),
        Observed::Forbidden => Ok(Observed::Forbidden),
    }
}

/// Returns the Deployments of a component of the chart.
pub(crate) async fn deployments(
    cluster: &Cluster,
    component: &str,
) -> Result<Observed<Vec<Deployment>>, Error> {
    let labels = format!("app.kubernetes.io/name=clipmeter,app.kubernetes.io/component={component}");
    let mut found = cluster.list(&Scope::All, &labels).await;
    if found.as_ref().is_err_and(|error| status_code(error) == Some(403)) {
        found = cluster.list(&cluster.scope(), &labels).await;
    }
    Observed::of(found.map(|deployments| (!deployments.is_empty()).then_some(deployments)))
}

/// The state of the lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leader {
    /// `None` after the leader released the lease.
    pub(crate) holder: Option<String>,
    pub(crate) renewed: Option<Timestamp>,
    /// Seconds for which a renewal is valid.
    pub(crate) valid_seconds: i64,
}

impl Leader {
    fn of(lease: &Lease) -> Self {
        let spec = lease.spec.clone().unwrap_or_default();
        Self {
            holder: spec.holder_identity.filter(|holder| !holder.is_empty()),
            renewed: spec.renew_time.map(|time| time.0),
            valid_seconds: spec.lease_duration_seconds.map_or(15, i64::from),
        }
    }

    /// Returns how long ago the lease was renewed.
    pub(crate) fn age_seconds(&self, now: Timestamp) -> Option<i64> {
        Some(seconds_between(self.renewed?, now))
    }

    /// Returns whether an operator leads. Allows for one missed renewal, and for clocks that differ by seconds.
    pub(crate) fn is_active(&self, now: Timestamp) -> bool {
        self.holder.is_some()
            && self
                .age_seconds(now)
                .is_some_and(|age| age <= 2 * self.valid_seconds)
    }

    /// Describes the leader in a sentence.
    pub(crate) fn describe(&self, now: Timestamp) -> String {
        let renewed = self
            .age_seconds(now)
            .map_or("never".to_owned(), |age| format!("{} ago", span(age)));
        match &self.holder {
            Some(holder) if self.is_active(now) => format!("{holder} leads; lease renewed {renewed}"),
            Some(holder) => format!("no operator leads: {holder} renewed the lease last, {renewed}"),
            None => format!("no operator leads: the last one released the lease, {renewed}"),
        }
    }
}

/// An active Job of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActiveRun {
    pub(crate) namespace: String,
    pub(crate) job: String,
    /// `instagram` or `tiktok`.
    pub(crate) platform: String,
    pub(crate) age_seconds: i64,
    /// Whether the Job waits for admission by a queue.
    pub(crate) is_queued: bool,
}

impl ActiveRun {
    pub(crate) fn is_of(&self, platform: Platform) -> bool {
        self.platform == platform.code()
    }
}

/// Returns the Jobs that have not ended, oldest first.
pub(crate) fn active_runs(jobs: &[Job], now: Timestamp) -> Vec<ActiveRun> {
    let has_ended = |job: &Job| {
        let conditions = job
            .status
            .iter()
            .flat_map(|status| status.conditions.iter().flatten());
        conditions.into_iter().any(|condition| {
            matches!(condition.type_.as_str(), "Complete" | "Failed") && condition.status == "True"
        })
    };
    let mut active: Vec<ActiveRun> = jobs
        .iter()
        .filter(|job| !has_ended(job))
        .map(|job| ActiveRun {
            namespace: job.namespace().unwrap_or_default(),
            job: job.name_any(),
            platform: job.labels().get(keys::PLATFORM).cloned().unwrap_or_default(),
            age_seconds: job
                .creation_timestamp()
                .map_or(0, |created| seconds_between(created.0, now)),
            is_queued: job.spec.as_ref().and_then(|spec| spec.suspend) == Some(true),
        })
        .collect();
    active.sort_by_key(|run| -run.age_seconds);
    active
}

/// Reads the Jobs of runs that have not ended.
pub(crate) async fn read_active_runs(
    cluster: &Cluster,
    now: Timestamp,
) -> Result<Observed<Vec<ActiveRun>>, Error> {
    let labels = format!("app.kubernetes.io/managed-by={},{}", keys::OPERATOR, keys::RUN);
    let jobs = cluster.list::<Job>(&Scope::All, &labels).await;
    Observed::of(jobs.map(|jobs| Some(active_runs(&jobs, now))))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn installation_is_read_from_operators_settings() {
        let deployment = |env: Value| -> Deployment {
            serde_json::from_value(json!({
                "metadata": {"name": "o", "namespace": "meter"},
                "spec": {
                    "selector": {},
                    "template": {"spec": {"containers": [{"name": "operator", "env": env}]}},
                },
            }))
            .unwrap()
        };
        let env = json!([
            {"name": "CLIPMETER_POD_NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
            {"name": "CLIPMETER_SCRAPER_NAMESPACE", "value": "meter-scrapers"},
            {"name": "CLIPMETER_LEASE", "value": "meter-operator"},
        ]);
        for (env, scrapers, lease) in [
            (env, "meter-scrapers", "meter-operator"),
            (json!([]), "meter", "clipmeter-operator"),
        ] {
            let expected = Installation {
                namespace: "meter".to_owned(),
                scrapers: scrapers.to_owned(),
                lease: lease.to_owned(),
            };
            assert_eq!(Installation::of(&deployment(env)), Some(expected));
        }
    }

    #[test]
    fn leader_is_active_while_lease_is_renewed() {
        let now: Timestamp = "2026-11-25T10:00:00Z".parse().unwrap();
        for (holder, renewed, active, text) in [
            (
                "pod-1",
                "2026-11-25T09:59:57.000000Z",
                true,
                "pod-1 leads; lease renewed 3s ago",
            ),
            (
                "pod-1",
                "2026-11-25T09:50:00.000000Z",
                false,
                "no operator leads: pod-1 renewed the lease last, 10m ago",
            ),
            (
                "",
                "2026-11-25T09:59:50.000000Z",
                false,
                "no operator leads: the last one released the lease, 10s ago",
            ),
        ] {
            let lease = json!({
                "metadata": {},
                "spec": {"holderIdentity": holder, "renewTime": renewed, "leaseDurationSeconds": 15},
            });
            let leader = Leader::of(&serde_json::from_value(lease).unwrap());
            assert_eq!(leader.is_active(now), active, "{holder} {renewed}");
            assert_eq!(leader.describe(now), text);
        }
    }

    #[test]
    fn jobs_that_have_ended_are_not_active() {
        let job = |name: &str, second: u8, suspend: bool, conditions: Value| -> Job {
            serde_json::from_value(json!({
                "metadata": {
                    "name": name, "namespace": "s", "labels": {"clipmeter.io/platform": "tiktok"},
                    "creationTimestamp": format!("2026-11-25T10:00:{second:02}Z"),
                },
                "spec": {"suspend": suspend, "template": {}},
                "status": {"conditions": conditions},
            }))
            .unwrap()
        };
        let condition = |type_: &str| json!([{"type": type_, "status": "True"}]);
        let jobs = [
            job("new", 9, false, json!([])),
            job("done", 1, false, condition("Complete")),
            job("failed", 1, false, condition("Failed")),
            job("queued", 2, true, condition("Suspended")),
        ];
        let active = active_runs(&jobs, "2026-11-25T10:00:10Z".parse().unwrap());
        let shown: Vec<_> = active
            .iter()
            .map(|run| (run.job.as_str(), run.age_seconds, run.is_queued))
            .collect();
        assert_eq!(shown, [("queued", 8, true), ("new", 1, false)]);
        assert!(active[0].is_of(Platform::Tiktok) && !active[0].is_of(Platform::Instagram));
    }
}
