//! Builds the Job of a run. The Job contains only the run ID; the API determines the accounts.

use std::collections::BTreeMap;

use clipmeter_crds::{Amounts, Job as PolicyJob, Placement, ScrapePolicy, ScraperPool, keys};
use clipmeter_scheduler::PoolId;
use k8s_openapi::api::batch::v1::{
    Job, JobSpec, PodFailurePolicy, PodFailurePolicyOnExitCodesRequirement,
    PodFailurePolicyOnPodConditionsPattern, PodFailurePolicyRule,
};
use k8s_openapi::api::core::v1::{
    Capabilities, Container, EmptyDirVolumeSource, EnvVar, PodSecurityContext, PodSpec, PodTemplateSpec,
    ProjectedVolumeSource, ResourceRequirements, SeccompProfile, SecurityContext,
    ServiceAccountTokenProjection, Toleration, Volume, VolumeMount, VolumeProjection,
};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::OwnerReference;
use kube::api::ObjectMeta;
use kube::{Resource as _, ResourceExt as _};
use uuid::Uuid;

use crate::settings::ScraperSettings;

/// Token lifetime in seconds. The kubelet renews the token before it expires. The minimum in Kubernetes is 600.
const TOKEN_SECONDS: i64 = 3600;
/// Exit code for errors that a retry does not fix.
const MISCONFIGURED: i32 = 42;
/// Number of retries of a failed pod; the scraper itself retries refused requests.
const RETRIES: i32 = 1;
const CONTAINER: &str = "scraper";
/// Folder in which the token is mounted. A token mounted as a single file would never be updated.
const TOKEN_FOLDER: &str = "/var/run/secrets/clipmeter";

/// The data of a run that its Job needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) id: Uuid,
    /// `instagram` or `tiktok`.
    pub(crate) platform: &'static str,
    pub(crate) pool: PoolId,
}

impl Run {
    /// Returns the Job's name, which is unique for the run, so that creating it twice has no effect.
    pub(crate) fn job_name(self) -> String {
        format!("{}{}", keys::JOB_PREFIX, self.id)
    }
}

/// Builds the Job. It is deleted with the policy or, if there is none, when its TTL expires. `authority` is the CA certificate of
/// the API in PEM. It is public, so it is passed in the Job, and the namespace needs no Secret. `pool` is the run's scraper pool.
pub(super) fn job(
    run: Run,
    settings: &ScraperSettings,
    authority: Option<&str>,
    policy_job: &PolicyJob,
    owner: Option<&ScrapePolicy>,
    pool: Option<&ScraperPool>,
    instance: &str,
) -> Job {
    let labels = labels(run, pool, instance);
    let mut job_labels = labels.clone();
    if let Some(queue) = &policy_job.queue_name {
        job_labels.insert("kueue.x-k8s.io/queue-name".to_owned(), queue.clone());
    }
    Job {
        metadata: ObjectMeta {
            name: Some(run.job_name()),
            labels: Some(job_labels),
            owner_references: owner.and_then(owner_reference).map(|owner| vec![owner]),
            ..ObjectMeta::default()
        },
        spec: Some(JobSpec {
            active_deadline_seconds: Some(policy_job.deadline_seconds.into()),
            backoff_limit: Some(RETRIES),
            pod_failure_policy: Some(failure_policy()),
            // The replacement must wait, because a terminating pod may still hold the run's lease.
            pod_replacement_policy: Some("Failed".to_owned()),
            suspend: policy_job.queue_name.is_some().then_some(true),
            ttl_seconds_after_finished: Some(policy_job.ttl_seconds),
            template: PodTemplateSpec {
                metadata: Some(ObjectMeta {
                    // The settings cannot override the labels by which the operator selects and counts Jobs.
                    labels: Some(settings.pod_labels.clone().into_iter().chain(labels).collect()),
                    annotations: (!settings.pod_annotations.is_empty())
                        .then(|| settings.pod_annotations.clone()),
                    ..ObjectMeta::default()
                }),
                spec: Some(pod(run, settings, authority, policy_job, pool)),
            },
            ..JobSpec::default()
        }),
        status: None,
    }
}

fn labels(run: Run, pool: Option<&ScraperPool>, instance: &str) -> BTreeMap<String, String> {
    let pool = pool.map(|pool| (keys::SCRAPER_POOL, pool.name_any()));
    [
        ("app.kubernetes.io/name", "clipmeter".to_owned()),
        ("app.kubernetes.io/instance", instance.to_owned()),
        ("app.kubernetes.io/component", CONTAINER.to_owned()),
        ("app.kubernetes.io/managed-by", keys::OPERATOR.to_owned()),
        (keys::RUN, run.id.to_string()),
        (keys::PLATFORM, run.platform.to_owned()),
    ]
    .into_iter()
    .chain(pool)
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}

fn owner_reference(policy: &ScrapePolicy) -> Option<OwnerReference> {
    Some(OwnerReference {
        block_owner_deletion: Some(false),
        ..policy.owner_ref(&())?
    })
}

/// Ignores evictions by node drains, and fails immediately on a misconfiguration.
fn failure_policy() -> PodFailurePolicy {
    let rule = |action: &str| PodFailurePolicyRule {
        action: action.to_owned(),
        ..PodFailurePolicyRule::default()
    };
    PodFailurePolicy {
        rules: vec![
            PodFailurePolicyRule {
                on_exit_codes: Some(PodFailurePolicyOnExitCodesRequirement {
                    container_name: Some(CONTAINER.to_owned()),
                    operator: "In".to_owned(),
                    values: vec![MISCONFIGURED],
                }),
                ..rule("FailJob")
            },
            PodFailurePolicyRule {
                on_pod_conditions: Some(vec![PodFailurePolicyOnPodConditionsPattern {
                    type_: "DisruptionTarget".to_owned(),
                    status: "True".to_owned(),
                }]),
                ..rule("Ignore")
            },
        ],
    }
}

/// Returns the arguments, as the chart's policy requires them.
fn args(run: Run, settings: &ScraperSettings, policy_job: &PolicyJob) -> Vec<String> {
    let (run, deadline) = (run.id.to_string(), policy_job.deadline_seconds.to_string());
    let api = ["run", "--api", &settings.api];
    let of_run = ["--run-id", &run, "--deadline-seconds", &deadline];
    api.into_iter().chain(of_run).map(str::to_owned).collect()
}

fn pod(
    run: Run,
    settings: &ScraperSettings,
    authority: Option<&str>,
    policy_job: &PolicyJob,
    pool: Option<&ScraperPool>,
) -> PodSpec {
    let placement = pool.and_then(|pool| pool.spec.placement.as_ref());
    let node_selector = node_selector(settings, placement);
    let tolerations = tolerations(settings, placement);
    let mounts = [("token", TOKEN_FOLDER, true), ("tmp", "/tmp", false)];
    PodSpec {
        affinity: settings.affinity.clone(),
        dns_config: settings.dns_config.clone(),
        dns_policy: settings.dns_policy.clone(),
        runtime_class_name: settings.runtime_class_name.clone(),
        topology_spread_constraints: (!settings.topology_spread_constraints.is_empty())
            .then(|| settings.topology_spread_constraints.clone()),
        automount_service_account_token: Some(false),
        // The scraper does not need the environment variables of Services.
        enable_service_links: Some(false),
        image_pull_secrets: (!settings.image_pull_secrets.is_empty())
            .then(|| settings.image_pull_secrets.clone()),
        node_selector: (!node_selector.is_empty()).then_some(node_selector),
        priority_class_name: policy_job
            .priority_class_name
            .clone()
            .or_else(|| settings.priority_class_name.clone()),
        restart_policy: Some("Never".to_owned()),
        security_context: Some(PodSecurityContext {
            run_as_non_root: Some(true),
            run_as_user: settings.run_as_user,
            run_as_group: settings.run_as_user,
            fs_group: settings.fs_group,
            seccomp_profile: Some(runtime_default()),
            ..PodSecurityContext::default()
        }),
        service_account_name: Some(settings.service_account_name.clone()),
        tolerations: (!tolerations.is_empty()).then_some(tolerations),
        volumes: Some(volumes(settings)),
        containers: vec![Container {
            name: CONTAINER.to_owned(),
            image: Some(settings.image.clone()),
            image_pull_policy: settings.image_pull_policy.clone(),
            args: Some(args(run, settings, policy_job)),
            env: Some(env(settings, authority)),
            resources: policy_job
                .resources
                .as_ref()
                .map(|resources| ResourceRequirements {
                    requests: resources.requests.as_ref().map(amounts),
                    limits: resources.limits.as_ref().map(amounts),
                    ..ResourceRequirements::default()
                })
                .or_else(|| settings.resources.clone()),
            security_context: Some(SecurityContext {
                allow_privilege_escalation: Some(false),
                capabilities: Some(Capabilities {
                    add: None,
                    drop: Some(vec!["ALL".to_owned()]),
                }),
                privileged: Some(false),
                read_only_root_filesystem: Some(true),
                run_as_non_root: Some(true),
                seccomp_profile: Some(runtime_default()),
                ..SecurityContext::default()
            }),
            volume_mounts: Some(
                mounts
                    .into_iter()
                    .map(|(name, path, read_only)| VolumeMount {
                        name: name.to_owned(),
                        mount_path: path.to_owned(),
                        read_only: read_only.then_some(true),
                        ..VolumeMount::default()
                    })
                    .collect(),
            ),
            ..Container::default()
        }],
        ..PodSpec::default()
    }
}

/// Returns the labels of the nodes: those of the pool override those of the installation.
fn node_selector(settings: &ScraperSettings, placement: Option<&Placement>) -> BTreeMap<String, String> {
    let of_pool = placement
        .into_iter()
        .flat_map(|placement| &placement.node_selector);
    let of_pool = of_pool.map(|(key, value)| (key.clone(), value.0.clone()));
    settings
        .node_selector
        .clone()
        .into_iter()
        .chain(of_pool)
        .collect()
}

/// Returns the tolerations of the installation and the pool.
fn tolerations(settings: &ScraperSettings, placement: Option<&Placement>) -> Vec<Toleration> {
    let of_pool = placement.into_iter().flat_map(|placement| &placement.tolerations);
    let of_pool = of_pool.map(|toleration| Toleration {
        key: toleration.key.clone(),
        operator: toleration.operator.map(|operator| operator.as_str().to_owned()),
        value: toleration.value.clone(),
        effect: toleration.effect.map(|effect| effect.as_str().to_owned()),
        toleration_seconds: None,
    });
    settings.tolerations.iter().cloned().chain(of_pool).collect()
}

fn runtime_default() -> SeccompProfile {
    SeccompProfile {
        type_: "RuntimeDefault".to_owned(),
        localhost_profile: None,
    }
}

fn env(settings: &ScraperSettings, authority: Option<&str>) -> Vec<EnvVar> {
    let token = ("CLIPMETER_RUN_TOKEN_FILE", format!("{TOKEN_FOLDER}/token"));
    let authority = authority.map(|pem| ("CLIPMETER_API_CA_PEM", pem.to_owned()));
    let own = [token].into_iter().chain(authority).map(|(name, value)| EnvVar {
        name: name.to_owned(),
        value: Some(value),
        value_from: None,
    });
    own.chain(settings.env.iter().cloned()).collect()
}

fn volumes(settings: &ScraperSettings) -> Vec<Volume> {
    let token = VolumeProjection {
        service_account_token: Some(ServiceAccountTokenProjection {
            audience: Some(keys::AUDIENCE.to_owned()),
            expiration_seconds: Some(TOKEN_SECONDS),
            path: "token".to_owned(),
        }),
        ..VolumeProjection::default()
    };
    let token = Volume {
        name: "token".to_owned(),
        projected: Some(ProjectedVolumeSource {
            default_mode: None,
            sources: Some(vec![token]),
        }),
        ..Volume::default()
    };
    let tmp = Volume {
        name: "tmp".to_owned(),
        empty_dir: Some(EmptyDirVolumeSource {
            size_limit: settings.tmp_size.clone(),
            ..EmptyDirVolumeSource::default()
        }),
        ..Volume::default()
    };
    vec![token, tmp]
}

fn amounts(amounts: &Amounts) -> BTreeMap<String, Quantity> {
    [("cpu", &amounts.cpu), ("memory", &amounts.memory)]
        .into_iter()
        .filter_map(|(name, amount)| Some((name.to_owned(), Quantity(amount.clone()?))))
        .collect()
}

#[cfg(test)]
#[path = "build_tests.rs"]
mod tests;
