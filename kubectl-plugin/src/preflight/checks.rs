//! The checks, as pure functions from what was read.

use clipmeter_crds::keys;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::ResourceExt as _;
use serde::Serialize;

use super::permissions::Permission;
use super::snapshot::{Deletion, Snapshot};
use crate::cluster::{Clocks, Observed};
use crate::output::count;
use crate::time::{seconds_between, span};

/// As in Chart.yaml.
const OLDEST_MINOR: u32 = 31;
/// Largest difference of clocks with NTP, because the time in a response has whole seconds.
const MAX_SKEW_SECONDS: i64 = 5;
/// Storing a deletion takes moments, unless the API cannot be reached.
const MAX_DELETION_SECONDS: i64 = 300;
const RESTRICTED: &str = "restricted";
const ENFORCE: &str = "pod-security.kubernetes.io/enforce";

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) state: State,
    pub(super) finding: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remedy: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    Ok,
    Warning,
    /// An installation or upgrade fails, or scraping does not work.
    Problem,
}

impl State {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "PROBLEM",
        }
    }
}

fn ok(name: &'static str, finding: impl Into<String>) -> Check {
    Check {
        name,
        state: State::Ok,
        finding: finding.into(),
        remedy: None,
    }
}

fn warning(name: &'static str, finding: impl Into<String>, remedy: impl Into<String>) -> Check {
    Check {
        name,
        state: State::Warning,
        finding: finding.into(),
        remedy: Some(remedy.into()),
    }
}

fn problem(name: &'static str, finding: impl Into<String>, remedy: impl Into<String>) -> Check {
    Check {
        state: State::Problem,
        ..warning(name, finding, remedy)
    }
}

/// Returns the results in the order of an installation.
pub(super) fn checks(snapshot: &Snapshot) -> Vec<Check> {
    let mut checks = vec![server(&snapshot.version.major, &snapshot.version.minor)];
    checks.extend(definitions(&snapshot.definitions));
    checks.push(admission_policies(snapshot.serves_admission_policies));
    checks.push(permissions(&snapshot.lacking));
    checks.push(scraper_namespace(snapshot));
    checks.push(leader(snapshot));
    checks.push(api(snapshot));
    checks.push(clock(snapshot.clocks));
    checks.extend(operators_clock(snapshot));
    checks.push(deletions(snapshot));
    checks
}

/// Some providers append a sign to the minor version.
fn server(major: &str, minor: &str) -> Check {
    let name = "Kubernetes";
    let number: u32 = minor
        .trim_end_matches(|char: char| !char.is_ascii_digit())
        .parse()
        .unwrap_or_default();
    let finding = format!("version {major}.{minor}");
    if major == "1" && number < OLDEST_MINOR {
        let remedy = format!("Upgrade the cluster to Kubernetes 1.{OLDEST_MINOR} or newer.");
        return problem(name, finding, remedy);
    }
    ok(name, finding)
}

fn definitions(all: &[(CustomResourceDefinition, Observed<CustomResourceDefinition>)]) -> Vec<Check> {
    let name = "Definitions";
    let mut found = Vec::new();
    let mut missing = Vec::new();
    for (expected, installed) in all {
        match installed {
            Observed::Known(installed) => found.extend(definition(expected, installed)),
            Observed::Missing => missing.push(expected.name_any()),
            Observed::Forbidden => {
                return vec![warning(
                    name,
                    "you may not read CustomResourceDefinitions",
                    "Ask an administrator of the cluster whether the chart clipmeter-crds of this version is installed.",
                )];
            }
        }
    }
    if !missing.is_empty() {
        found.push(problem(
            name,
            format!("not installed: {}", missing.join(", ")),
            "Install the chart clipmeter-crds before the chart clipmeter.",
        ));
    }
    if found.is_empty() {
        let versions = all
            .first()
            .map(|(expected, _)| version_names(expected).join(", "));
        found.push(ok(
            name,
            format!("{} serve {}", all.len(), versions.unwrap_or_default()),
        ));
    }
    found
}

/// Returns the names of the versions that are served.
fn version_names(definition: &CustomResourceDefinition) -> Vec<&str> {
    let versions = definition.spec.versions.iter().filter(|version| version.served);
    versions.map(|version| version.name.as_str()).collect()
}

fn definition(expected: &CustomResourceDefinition, installed: &CustomResourceDefinition) -> Option<Check> {
    let name = "Definitions";
    let object = expected.name_any();
    let status = installed.status.clone().unwrap_or_default();
    let is_established = status
        .conditions
        .iter()
        .flatten()
        .any(|condition| condition.type_ == "Established" && condition.status == "True");
    let served = version_names(installed);
    let lacks: Vec<&str> = version_names(expected)
        .into_iter()
        .filter(|version| !served.contains(version))
        .collect();
    if !lacks.is_empty() {
        return Some(problem(
            name,
            format!(
                "{object} serves {}, but not {}",
                served.join(", "),
                lacks.join(", ")
            ),
            "Upgrade the chart clipmeter-crds before the chart clipmeter.",
        ));
    }
    let known: Vec<&str> = expected
        .spec
        .versions
        .iter()
        .map(|version| version.name.as_str())
        .collect();
    let stored: Vec<String> = status.stored_versions.unwrap_or_default();
    let unknown: Vec<&str> = stored
        .iter()
        .map(String::as_str)
        .filter(|version| !known.contains(version))
        .collect();
    if !unknown.is_empty() {
        return Some(problem(
            name,
            format!(
                "{object} may have objects stored as {}, which this version does not have",
                unknown.join(", ")
            ),
            format!(
                "Rewrite the objects of {object} (kubectl get {object} -A -o json | kubectl replace -f -), then remove the old version from \
                 status.storedVersions of the definition."
            ),
        ));
    }
    if !is_established {
        return Some(problem(
            name,
            format!("{object} is not established"),
            format!("See the conditions of kubectl get crd {object} -o yaml."),
        ));
    }
    let schema = |definition: &CustomResourceDefinition| definition.annotations().get(keys::SCHEMA).cloned();
    (schema(installed) != schema(expected)).then(|| {
        warning(
            name,
            format!("the schema of {object} is from another version of Clipmeter than this plugin"),
            "Use the plugin of the installed version, or upgrade the chart clipmeter-crds before the chart clipmeter: the API server \
             drops fields that the schema lacks.",
        )
    })
}

fn admission_policies(are_served: bool) -> Check {
    let name = "Admission policies";
    if are_served {
        ok(name, "ValidatingAdmissionPolicy is served")
    } else {
        warning(
            name,
            "ValidatingAdmissionPolicy is not served, so policies restrict neither the operator nor users",
            "Enable the API admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy, which Kubernetes serves by default.",
        )
    }
}

fn permissions(lacking: &[Permission]) -> Check {
    let name = "Permissions";
    if lacking.is_empty() {
        return ok(name, "you may install and upgrade both charts");
    }
    let shown: Vec<String> = lacking.iter().take(3).map(Permission::describe).collect();
    let more = match lacking.len() - shown.len() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    problem(
        name,
        format!("you may not {}{more}", shown.join(", ")),
        "Let a user with these permissions install or upgrade, usually an administrator of the cluster (kubectl auth can-i shows them).",
    )
}

fn scraper_namespace(snapshot: &Snapshot) -> Check {
    let name = "Scraper namespace";
    let namespace = &snapshot.scrapers;
    match &snapshot.scraper_namespace {
        Observed::Known(found) => match found.labels().get(ENFORCE).map(String::as_str) {
            Some(RESTRICTED) => ok(name, format!("{namespace} enforces {RESTRICTED}")),
            other => warning(
                name,
                format!(
                    "{namespace} enforces {}",
                    other.unwrap_or("no pod security standard")
                ),
                format!("kubectl label namespace {namespace} --overwrite {ENFORCE}={RESTRICTED}"),
            ),
        },
        Observed::Missing if snapshot.installation.known().is_some() => problem(
            name,
            format!("{namespace} does not exist, so no Job can be created"),
            "Run helm upgrade, which creates the namespace again.",
        ),
        Observed::Missing => ok(name, format!("{namespace} does not exist; the chart creates it")),
        Observed::Forbidden => warning(
            name,
            format!("you may not read {namespace}"),
            format!(
                "Ask an administrator of the cluster whether {namespace} has the label {ENFORCE}={RESTRICTED}."
            ),
        ),
    }
}

fn leader(snapshot: &Snapshot) -> Check {
    let name = "Operator";
    let Some(installation) = snapshot.installation.known() else {
        return not_found(name, &snapshot.installation);
    };
    let remedy = format!(
        "Check the operator's pods: kubectl get pods -n {0} -l app.kubernetes.io/component=operator, and their logs.",
        installation.namespace
    );
    let now = snapshot.clocks.now();
    match &snapshot.leader {
        Observed::Known(leader) if leader.is_active(now) => ok(name, leader.describe(now)),
        Observed::Known(leader) => problem(name, leader.describe(now), remedy),
        Observed::Missing => problem(
            name,
            format!("no operator has taken the lease {}", installation.lease),
            remedy,
        ),
        Observed::Forbidden => warning(name, "you may not read the lease", remedy),
    }
}

fn not_found<T>(name: &'static str, found: &Observed<T>) -> Check {
    match found {
        Observed::Forbidden => warning(
            name,
            "you may not list Deployments",
            "Name the release namespace with -n, or ask for the permission to list Deployments.",
        ),
        Observed::Known(_) | Observed::Missing => ok(name, "not installed yet"),
    }
}

fn api(snapshot: &Snapshot) -> Check {
    let name = "API";
    let Some(deployment) = snapshot.api.known().and_then(|deployments| deployments.first()) else {
        return not_found(name, &snapshot.api);
    };
    let status = deployment.status.clone().unwrap_or_default();
    let desired = deployment
        .spec
        .as_ref()
        .and_then(|spec| spec.replicas)
        .unwrap_or(1);
    let available = status.available_replicas.unwrap_or_default();
    let finding = format!("{available} of {desired} pods are ready");
    if available > 0 {
        return ok(name, finding);
    }
    problem(
        name,
        finding,
        format!(
            "Check the API's log: kubectl logs -n {} -l app.kubernetes.io/component=api --tail -1 --prefix",
            deployment.namespace().unwrap_or_default()
        ),
    )
}

fn clock(clocks: Clocks) -> Check {
    let name = "Clock";
    let Some(server) = clocks.server else {
        return warning(
            name,
            "the API server sends no time",
            "Compare the clock of this machine with that of the nodes yourself.",
        );
    };
    let ahead = seconds_between(server, clocks.machine);
    if ahead.abs() <= MAX_SKEW_SECONDS {
        return ok(name, "this machine and the API server agree");
    }
    let direction = if ahead > 0 { "ahead of" } else { "behind" };
    warning(
        name,
        format!("this machine is {} {direction} the API server", span(ahead.abs())),
        "Correct the clock of this machine or of the API server's node with NTP.",
    )
}

/// Compares the operator's clock, which has written the lease, with the API server's.
fn operators_clock(snapshot: &Snapshot) -> Option<Check> {
    let renewed = snapshot.leader.known()?.renewed?;
    let ahead = seconds_between(snapshot.clocks.server?, renewed);
    (ahead > MAX_SKEW_SECONDS).then(|| {
        problem(
            "Operator's clock",
            format!("the lease was renewed {} in the future", span(ahead)),
            "Correct the clock of the operator's node with NTP.",
        )
    })
}

fn deletions(snapshot: &Snapshot) -> Check {
    let name = "Deletions";
    let now = snapshot.clocks.now();
    let stuck: Vec<&Deletion> = snapshot
        .deletions
        .iter()
        .filter(|deletion| seconds_between(deletion.since, now) > MAX_DELETION_SECONDS)
        .collect();
    let Some(oldest) = stuck.iter().min_by_key(|deletion| deletion.since) else {
        return ok(name, "no object waits for the operator's finalizer");
    };
    let reason = match &oldest.purging {
        Some(purging) if !purging.message.is_empty() => format!("{}: {}", purging.reason, purging.message),
        Some(purging) => purging.reason.clone(),
        None => "the operator has reported nothing".to_owned(),
    };
    problem(
        name,
        format!(
            "{} waited for the operator for over {}; {} since {} ({reason})",
            count(stuck.len(), "object"),
            span(MAX_DELETION_SECONDS),
            oldest.object,
            span(seconds_between(oldest.since, now)),
        ),
        format!(
            "Let an operator run that reaches the API. To remove the object anyway and keep its data: kubectl annotate {} \
             clipmeter.io/skip-purge=true",
            oldest.object
        ),
    )
}

#[cfg(test)]
#[path = "checks_tests.rs"]
mod tests;
