use k8s_openapi::jiff::Timestamp;
use serde_json::{Value, json};

use super::*;
use crate::installation::{Installation, Leader};

fn ten() -> Timestamp {
    "2026-11-25T10:00:00Z".parse().unwrap()
}

fn installed_definition(served: &str, stored: &str, is_established: bool) -> CustomResourceDefinition {
    let status = if is_established { "True" } else { "False" };
    serde_json::from_value(json!({
        "metadata": {"name": "accounts.clipmeter.io"},
        "spec": {
            "group": "clipmeter.io", "scope": "Cluster", "names": {"kind": "Account", "plural": "accounts"},
            "versions": [{"name": served, "served": true, "storage": true}],
        },
        "status": {
            "storedVersions": [stored],
            "conditions": [{"type": "Established", "status": status}],
        },
    }))
    .unwrap()
}

/// Returns a healthy installation.
fn healthy() -> Snapshot {
    let deployment = json!({
        "metadata": {"name": "clipmeter-api", "namespace": "clipmeter"},
        "spec": {"replicas": 2, "selector": {}, "template": {}}, "status": {"availableReplicas": 1},
    });
    let namespace = json!({"metadata": {"name": "clipmeter-scrapers", "labels": {ENFORCE: RESTRICTED}}});
    Snapshot {
        version: serde_json::from_value(json!({
            "major": "1", "minor": "34", "gitVersion": "v1.34.1", "gitCommit": "", "gitTreeState": "",
            "buildDate": "", "goVersion": "", "compiler": "", "platform": "",
        }))
        .unwrap(),
        definitions: vec![(
            installed_definition("v2", "v2", true),
            Observed::Known(installed_definition("v2", "v2", true)),
        )],
        serves_admission_policies: true,
        lacking: Vec::new(),
        installation: Observed::Known(Installation {
            namespace: "clipmeter".to_owned(),
            scrapers: "clipmeter-scrapers".to_owned(),
            lease: "clipmeter-operator".to_owned(),
        }),
        scrapers: "clipmeter-scrapers".to_owned(),
        scraper_namespace: Observed::Known(serde_json::from_value(namespace).unwrap()),
        leader: Observed::Known(Leader {
            holder: Some("operator-1".to_owned()),
            renewed: Some("2026-11-25T09:59:57Z".parse().unwrap()),
            valid_seconds: 15,
        }),
        api: Observed::Known(vec![serde_json::from_value(deployment).unwrap()]),
        deletions: vec![Deletion {
            object: "iga/new -n cg-acme".to_owned(),
            since: "2026-11-25T09:56:00Z".parse().unwrap(),
            purging: None,
        }],
        clocks: Clocks {
            server: Some(ten()),
            machine: ten(),
        },
    }
}

fn namespace_labeled(labels: &Value) -> Observed<k8s_openapi::api::core::v1::Namespace> {
    Observed::Known(serde_json::from_value(json!({"metadata": {"labels": labels}})).unwrap())
}

#[test]
fn healthy_installation_has_no_findings() {
    let checks = checks(&healthy());
    assert!(
        checks
            .iter()
            .all(|check| check.state == State::Ok && check.remedy.is_none()),
        "{checks:#?}"
    );
    assert_eq!(checks.len(), 9);
}

#[test]
fn missing_installation_is_no_problem() {
    let mut snapshot = healthy();
    snapshot.installation = Observed::Missing;
    snapshot.api = Observed::Missing;
    snapshot.leader = Observed::Missing;
    snapshot.scraper_namespace = Observed::Missing;
    let checks = checks(&snapshot);
    assert!(checks.iter().all(|check| check.state == State::Ok), "{checks:#?}");
}

type Change = fn(&mut Snapshot);
const CASES: &[(&str, Change, &str, State, &str, &str)] = &[
    (
        "old",
        |it| it.version.minor = "30+".to_owned(),
        "Kubernetes",
        State::Problem,
        "version 1.30+",
        "1.31 or newer",
    ),
    (
        "no definition",
        |it| it.definitions[0].1 = Observed::Missing,
        "Definitions",
        State::Problem,
        "not installed: accounts.clipmeter.io",
        "Install the chart clipmeter-crds",
    ),
    (
        "old definition",
        |it| it.definitions[0].1 = Observed::Known(installed_definition("v1", "v1", true)),
        "Definitions",
        State::Problem,
        "serves v1, but not v2",
        "Upgrade the chart clipmeter-crds",
    ),
    (
        "old objects",
        |it| it.definitions[0].1 = Observed::Known(installed_definition("v2", "v1", true)),
        "Definitions",
        State::Problem,
        "stored as v1",
        "Rewrite the objects",
    ),
    (
        "new definition",
        |it| it.definitions[0].1 = Observed::Known(installed_definition("v2", "v2", false)),
        "Definitions",
        State::Problem,
        "is not established",
        "kubectl get crd accounts.clipmeter.io",
    ),
    (
        "definition of another version",
        |it| {
            let mut outdated = installed_definition("v2", "v2", true);
            let annotations = outdated.metadata.annotations.get_or_insert_default();
            annotations.insert(keys::SCHEMA.to_owned(), "0a".to_owned());
            it.definitions[0].1 = Observed::Known(outdated);
        },
        "Definitions",
        State::Warning,
        "the schema of accounts.clipmeter.io is from another version",
        "upgrade the chart clipmeter-crds",
    ),
    (
        "hidden definition",
        |it| it.definitions[0].1 = Observed::Forbidden,
        "Definitions",
        State::Warning,
        "you may not read",
        "Ask an administrator",
    ),
    (
        "no policies",
        |it| it.serves_admission_policies = false,
        "Admission policies",
        State::Warning,
        "not served",
        "Enable the API",
    ),
    (
        "no permission",
        |it| it.lacking = super::super::permissions::needed("a", "b")[..5].to_vec(),
        "Permissions",
        State::Problem,
        "you may not get customresourcedefinitions.apiextensions.k8s.io, ",
        "kubectl auth can-i",
    ),
    (
        "no label",
        |it| it.scraper_namespace = namespace_labeled(&json!({})),
        "Scraper namespace",
        State::Warning,
        "enforces no pod security standard",
        "kubectl label namespace clipmeter-scrapers",
    ),
    (
        "other label",
        |it| it.scraper_namespace = namespace_labeled(&json!({ENFORCE: "baseline"})),
        "Scraper namespace",
        State::Warning,
        "enforces baseline",
        "kubectl label namespace clipmeter-scrapers",
    ),
    (
        "no namespace",
        |it| it.scraper_namespace = Observed::Missing,
        "Scraper namespace",
        State::Problem,
        "no Job can be created",
        "helm upgrade",
    ),
    (
        "no lease",
        |it| it.leader = Observed::Missing,
        "Operator",
        State::Problem,
        "no operator has taken the lease",
        "kubectl get pods -n clipmeter",
    ),
    (
        "old lease",
        |it| it.clocks.machine = "2026-11-25T10:03:00Z".parse().unwrap(),
        "Clock",
        State::Warning,
        "this machine is 3m ahead of the API server",
        "NTP",
    ),
    (
        "expired lease",
        |it| it.clocks.server = Some("2026-11-25T10:05:00Z".parse().unwrap()),
        "Operator",
        State::Problem,
        "no operator leads",
        "kubectl get pods -n clipmeter",
    ),
    (
        "hidden installation",
        |it| it.installation = Observed::Forbidden,
        "Operator",
        State::Warning,
        "you may not list Deployments",
        "-n",
    ),
    (
        "no API",
        |it| {
            if let Observed::Known(deployments) = &mut it.api {
                deployments[0].status = None;
            }
        },
        "API",
        State::Problem,
        "0 of 2 pods are ready",
        "kubectl logs -n clipmeter -l app.kubernetes.io/component=api --tail -1 --prefix",
    ),
    (
        "slow clock",
        |it| it.clocks.server = Some("2026-11-25T10:00:06Z".parse().unwrap()),
        "Clock",
        State::Warning,
        "this machine is 6s behind the API server",
        "NTP",
    ),
    (
        "operator's clock",
        |it| it.clocks.server = Some("2026-11-25T09:59:50Z".parse().unwrap()),
        "Operator's clock",
        State::Problem,
        "renewed 7s in the future",
        "NTP",
    ),
    (
        "deletions",
        |it| it.deletions[0].since = "2026-11-25T09:00:00Z".parse().unwrap(),
        "Deletions",
        State::Problem,
        "1 object waited for the operator for over 5m; iga/new -n cg-acme since 60m (the operator has reported nothing)",
        "kubectl annotate iga/new -n cg-acme clipmeter.io/skip-purge=true",
    ),
];

#[test]
fn each_finding_has_a_remedy() {
    for (what, change, name, state, finding, remedy) in CASES {
        let mut snapshot = healthy();
        change(&mut snapshot);
        let checks = checks(&snapshot);
        let check = checks
            .iter()
            .find(|check| check.name == *name && check.state == *state);
        let check = check.unwrap_or_else(|| panic!("{what}: {checks:#?}"));
        assert!(check.finding.contains(finding), "{what}: {check:?}");
        assert!(
            check.remedy.as_ref().unwrap().contains(remedy),
            "{what}: {check:?}"
        );
    }
}
