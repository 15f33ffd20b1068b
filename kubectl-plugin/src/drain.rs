//! `drain` and `undrain`: suspends the `ScrapePolicy` and waits for active runs, and starts runs again. The field is set by
//! server-side apply, so the API server detects that another field manager owns it, as tools for Git and Helm do.

use std::time::Duration;

use clipmeter_crds::ScrapePolicy;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ManagedFieldsEntry;
use kube::Api;
use kube::Resource as _;
use kube::api::{Patch, PatchParams};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli;
use crate::cluster::{Cluster, FIELD_MANAGER, Observed};
use crate::error::{Error, status_code};
use crate::installation::{ActiveRun, read_active_runs};
use crate::output::{Answer, count, table};
use crate::time::span;
use crate::wait::{Progress, poll};

const POLICY: &str = "default";

/// What `-o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    changes: Vec<String>,
    suspended: bool,
    /// Whether the operator has seen the change.
    is_observed: bool,
    active_runs: Vec<ActiveRun>,
}

/// Suspends the policy and waits.
pub(crate) async fn drain(cluster: &Cluster, arguments: &cli::Drain) -> Result<Answer, Error> {
    let api = api(cluster);
    let before = api.get_opt(POLICY).await?;
    let changes = suspend(&api, before.as_ref(), true, arguments.force_conflicts).await?;
    let mut report = Report {
        changes,
        suspended: true,
        is_observed: false,
        active_runs: Vec::new(),
    };
    // Shown now, because the wait may take minutes and may be interrupted.
    let mut progress = Progress::default();
    progress.show(report.changes.join("\n"));
    if arguments.timeout.is_zero() {
        let text = "Suspended: no new runs are started, and active ones continue.\n".to_owned();
        let report = json!({"changes": report.changes, "suspended": true});
        return Answer::new(text, &report);
    }
    let is_drained = wait(cluster, &api, &mut report, &mut progress, arguments.timeout).await?;
    let exit_code = if is_drained { 0 } else { 3 };
    Ok(Answer::new(text(&report, is_drained), &report)?.with_exit_code(exit_code))
}

/// Waits until the operator has seen the change and no run is active, in two polls: a run whose Job the operator was creating is in
/// the second one.
async fn wait(
    cluster: &Cluster,
    api: &Api<ScrapePolicy>,
    report: &mut Report,
    progress: &mut Progress,
    timeout: Duration,
) -> Result<bool, Error> {
    let mut quiet_polls = 0;
    poll(timeout, async || {
        let policy = api.get(POLICY).await?;
        if !policy.spec.suspend {
            return Err(Error::Refused(set_back(&owners(&policy, false))));
        }
        report.is_observed = is_observed(&policy);
        report.active_runs = match read_active_runs(cluster, cluster.now().await?).await? {
            Observed::Known(runs) => runs,
            Observed::Missing => Vec::new(),
            Observed::Forbidden => {
                return Err(Error::Refused(
                    "the policy is suspended, but you may not list the Jobs of runs: ask for the permission to list Jobs in all \
                     namespaces, or do not wait (--timeout 0s)"
                        .to_owned(),
                ));
            }
        };
        progress.show(state(report));
        let is_quiet = report.is_observed && report.active_runs.is_empty();
        quiet_polls = if is_quiet { quiet_polls + 1 } else { 0 };
        Ok(quiet_polls == 2)
    })
    .await
}

fn is_observed(policy: &ScrapePolicy) -> bool {
    let observed = policy
        .status
        .as_ref()
        .and_then(|status| status.observed_generation);
    observed.is_some() && observed == policy.meta().generation
}

fn state(report: &Report) -> String {
    let runs = match report.active_runs.len() {
        0 => "no run is active".to_owned(),
        1 => "1 run is active".to_owned(),
        many => format!("{} are active", count(many, "run")),
    };
    if report.is_observed {
        runs
    } else {
        format!("the operator has not seen the change yet; {runs}")
    }
}

fn text(report: &Report, is_drained: bool) -> String {
    let mut text = if is_drained {
        "Drained: no run is active, and none is started until kubectl clipmeter undrain.\n".to_owned()
    } else {
        format!("Suspended: {}.\n", state(report))
    };
    if !is_drained {
        text.push_str(if report.is_observed {
            "Timed out: wait again with the same command, or delete the Jobs; their accounts are then due again.\n"
        } else {
            "Timed out: check that an operator leads (kubectl clipmeter preflight). Runs of an operator that is gone end with their Jobs.\n"
        });
    }
    if !report.active_runs.is_empty() {
        let rows: Vec<[String; 4]> = report
            .active_runs
            .iter()
            .map(|run| {
                let state = if run.is_queued { "queued" } else { "active" };
                [
                    run.namespace.clone(),
                    run.job.clone(),
                    run.platform.clone(),
                    format!("{state} for {}", span(run.age_seconds)),
                ]
            })
            .collect();
        text.push_str(&table(["NAMESPACE", "JOB", "PLATFORM", "STATE"], &rows));
    }
    text
}

/// Lets runs start again. Gives up the field if only the plugin owns it, so that no owner stays behind that a later apply would
/// conflict with.
pub(crate) async fn undrain(cluster: &Cluster, force_conflicts: bool) -> Result<Answer, Error> {
    let api = api(cluster);
    let Some(before) = api.get_opt(POLICY).await? else {
        return resumed(&["There is no ScrapePolicy, so nothing was suspended.".to_owned()]);
    };
    let mut changes = Vec::new();
    let mut policy = before;
    if owners(&policy, true).iter().any(|owner| owner == FIELD_MANAGER) {
        policy = apply(&api, &json!({}), false).await?;
        changes.push(format!(
            "Gave up spec.suspend of the ScrapePolicy {POLICY}, which is {} now.",
            policy.spec.suspend
        ));
    }
    if policy.spec.suspend {
        changes.extend(suspend(&api, Some(&policy), false, force_conflicts).await?);
    }
    if changes.is_empty() {
        changes.push("The ScrapePolicy was not suspended; nothing was changed.".to_owned());
    }
    resumed(&changes)
}

fn resumed(changes: &[String]) -> Result<Answer, Error> {
    let text = format!("{}\n", changes.join("\n"));
    let report = json!({"changes": changes, "suspended": false});
    Answer::new(text, &report)
}

fn api(cluster: &Cluster) -> Api<ScrapePolicy> {
    Api::all(cluster.client.clone())
}

/// Sets the field, and returns what was changed, in words.
async fn suspend(
    api: &Api<ScrapePolicy>,
    before: Option<&ScrapePolicy>,
    value: bool,
    force: bool,
) -> Result<Vec<String>, Error> {
    if before.is_some_and(|before| before.spec.suspend == value) {
        let adjective = if value {
            "suspended already"
        } else {
            "not suspended"
        };
        return Ok(vec![format!(
            "The ScrapePolicy {POLICY} was {adjective}; nothing was changed."
        )]);
    }
    // A client that creates the object without the field owns the default, false, too. Only server-side apply shows an intention.
    let is_default = value;
    let mut others = before
        .map(|before| owners(before, is_default))
        .unwrap_or_default();
    others.retain(|owner| owner != FIELD_MANAGER);
    let force = force || (is_default && others.is_empty());
    match apply(api, &json!({"suspend": value}), force).await {
        Err(Error::Kubernetes(error)) if status_code(&error) == Some(409) => {
            return Err(Error::Refused(conflict(&others, value)));
        }
        result => drop(result?),
    }
    let mut changes = vec![match before {
        Some(_) => format!(
            "Set spec.suspend of the ScrapePolicy {POLICY} to {value}, as the field manager {FIELD_MANAGER}."
        ),
        None => format!(
            "Created the ScrapePolicy {POLICY} with spec.suspend {value}: there was none, so the defaults applied."
        ),
    }];
    if !others.is_empty() {
        changes.push(format!(
            "The field belonged to {}, which may set it back, for example with the next sync.",
            others.join(", ")
        ));
    }
    Ok(changes)
}

fn listed(owners: &[String]) -> String {
    if owners.is_empty() {
        "another field manager".to_owned()
    } else {
        owners.join(", ")
    }
}

fn set_back(owners: &[String]) -> String {
    format!(
        "{} set spec.suspend of the ScrapePolicy {POLICY} back to false, so runs are started again: set suspend to true there, for \
         example in Git",
        listed(owners)
    )
}

fn conflict(owners: &[String], value: bool) -> String {
    let owners = listed(owners);
    format!(
        "spec.suspend of the ScrapePolicy {POLICY} belongs to {owners}, so nothing was changed: set suspend to {value} there, for example in \
         Git, or take over the field with --force-conflicts"
    )
}

async fn apply(api: &Api<ScrapePolicy>, spec: &Value, force: bool) -> Result<ScrapePolicy, Error> {
    let patch = json!({
        "apiVersion": ScrapePolicy::api_version(&()),
        "kind": ScrapePolicy::kind(&()),
        "metadata": {"name": POLICY},
        "spec": spec,
    });
    let mut params = PatchParams::apply(FIELD_MANAGER);
    params.force = force;
    Ok(api.patch(POLICY, &params, &Patch::Apply(patch)).await?)
}

/// Returns the field managers that own `spec.suspend`, or only those that set it by server-side apply.
fn owners(policy: &ScrapePolicy, only_apply: bool) -> Vec<String> {
    let owns = |entry: &&ManagedFieldsEntry| {
        let fields = entry.fields_v1.as_ref();
        fields.is_some_and(|fields| fields.0.pointer("/f:spec/f:suspend").is_some())
            && (!only_apply || entry.operation.as_deref() == Some("Apply"))
    };
    let entries = policy.meta().managed_fields.iter().flatten().filter(owns);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.manager.clone()).collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(meta: &Value, status: &Value) -> ScrapePolicy {
        let mut metadata = json!({"name": "default", "generation": 3});
        for (key, value) in meta.as_object().unwrap() {
            metadata[key] = value.clone();
        }
        serde_json::from_value(json!({"metadata": metadata, "spec": {}, "status": status})).unwrap()
    }

    #[test]
    fn owners_are_managers_of_the_field() {
        let entry = |manager: &str, operation: &str, fields: Value| json!({"manager": manager, "operation": operation, "fieldsType": "FieldsV1", "fieldsV1": fields});
        let managed = json!([
            entry(
                "helm",
                "Update",
                json!({"f:spec": {"f:suspend": {}, "f:batch": {}}})
            ),
            entry("argocd", "Apply", json!({"f:spec": {"f:batch": {}}})),
            entry(
                "clipmeter-operator",
                "Apply",
                json!({"f:status": {"f:suspend": {}}})
            ),
            entry("flux", "Apply", json!({"f:spec": {"f:suspend": {}}})),
            entry("flux", "Update", json!({"f:spec": {"f:suspend": {}}})),
        ]);
        let managed = policy(&json!({"managedFields": managed}), &Value::Null);
        assert_eq!(owners(&managed, false), ["flux", "helm"]);
        assert_eq!(owners(&managed, true), ["flux"]);
        assert!(owners(&policy(&json!({}), &Value::Null), false).is_empty());
    }

    #[test]
    fn change_is_observed_when_status_is_of_the_current_generation() {
        for (status, expected) in [
            (Value::Null, false),
            (json!({}), false),
            (json!({"observedGeneration": 2}), false),
            (json!({"observedGeneration": 3}), true),
        ] {
            assert_eq!(is_observed(&policy(&json!({}), &status)), expected, "{status}");
        }
    }

    #[test]
    fn text_says_what_is_missing() {
        let run = ActiveRun {
            namespace: "s".to_owned(),
            job: "scrape-1".to_owned(),
            platform: "tiktok".to_owned(),
            age_seconds: 40,
            is_queued: true,
        };
        let report = |is_observed, runs: &[ActiveRun]| Report {
            changes: Vec::new(),
            suspended: true,
            is_observed,
            active_runs: runs.to_vec(),
        };
        for (report, drained, expected) in [
            (
                report(true, &[]),
                true,
                "Drained: no run is active, and none is started until kubectl clipmeter undrain.\n",
            ),
            (
                report(true, &[run]),
                false,
                "Suspended: 1 run is active.\nTimed out: wait again with the same command, or delete the Jobs; their accounts are then due again.\nNAMESPACE   JOB        PLATFORM   STATE\ns           scrape-1   tiktok     queued for 40s\n",
            ),
            (
                report(false, &[]),
                false,
                "Suspended: the operator has not seen the change yet; no run is active.\nTimed out: check that an operator leads \
                 (kubectl clipmeter preflight). Runs of an operator that is gone end with their Jobs.\n",
            ),
        ] {
            assert_eq!(text(&report, drained), expected);
        }
    }

    #[test]
    fn conflict_names_owner_and_remedy() {
        for (owners, part) in [
            (
                vec!["argocd-controller".to_owned()],
                "belongs to argocd-controller, so nothing was changed",
            ),
            (Vec::new(), "belongs to another field manager"),
        ] {
            let text = conflict(&owners, true);
            assert!(
                text.contains(part) && text.contains("--force-conflicts"),
                "{text}"
            );
        }
    }
}
