//! The groups and namespaces under attack.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Act, Attack, Object, attack, of};
use crate::cluster::{Cluster, group, tracked};

/// Part of the API server's message for roles that the operator may not grant.
pub(super) const GRANT: &str = "attempting to grant";

pub(super) const GROUP: &str = "clipmeter.io/client-group";
pub(super) const MANAGED: (&str, &str) = ("app.kubernetes.io/managed-by", "clipmeter-operator");
pub(super) const MARA: &str = "mara@acme.example";

pub(super) const IN_GROUPS: &str = "only in namespaces of groups";

pub(super) fn namespace(name: &str, pairs: &[(&str, &str)]) -> Value {
    let labels: BTreeMap<_, _> = pairs.iter().copied().collect();
    json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}})
}

pub(super) fn binding(namespace: &str, role: &str, of: Option<&str>, subject: &str) -> Value {
    let api = "rbac.authorization.k8s.io";
    let labels = of.map(|group| json!({GROUP: group, MANAGED.0: MANAGED.1}));
    json!({
        "apiVersion": format!("{api}/v1"), "kind": "RoleBinding",
        "metadata": {"name": role, "namespace": namespace, "labels": labels},
        "roleRef": {"apiGroup": api, "kind": "ClusterRole", "name": role},
        "subjects": [{"apiGroup": api, "kind": "User", "name": subject}],
    })
}

pub(super) fn quota(namespace: &str, name: &str, of: Option<&str>, counted: &str) -> Value {
    let labels = of.map(|group| json!({GROUP: group, MANAGED.0: MANAGED.1}));
    json!({
        "apiVersion": "v1", "kind": "ResourceQuota",
        "metadata": {"name": name, "namespace": namespace, "labels": labels},
        "spec": {"hard": {counted: "10"}},
    })
}

pub(super) const COUNTED: &str = "count/instagramaccounts.clipmeter.io";

/// Creates two groups with their namespaces, one of which was created for its group, and an unassigned namespace. No operator
/// runs.
pub(super) async fn set_up(cluster: &Cluster) {
    let access = json!([{"kind": "User", "name": MARA, "role": "edit"}]);
    let borrower = json!({"displayName": "Borrower", "namespace": "borrowed"});
    let mut quota_of_victim = quota("cg-victim", "clipmeter", Some("victim"), COUNTED);
    quota_of_victim["spec"]["hard"]["services"] = json!("5");
    for object in [
        group("victim", json!({"displayName": "Victim", "access": access})),
        group("borrower", borrower),
        namespace("cg-victim", &[(GROUP, "victim"), MANAGED]),
        namespace("borrowed", &[(GROUP, "borrower")]),
        // The groups no longer exist, so that only their labels determine what is allowed.
        namespace("cg-gone", &[(GROUP, "gone"), MANAGED]),
        namespace("assigned", &[(GROUP, "gone")]),
        binding("assigned", "clipmeter-view", Some("gone"), MARA),
        binding("assigned", "clipmeter-edit", None, MARA),
        namespace("foreign", &[("pod-security.kubernetes.io/enforce", "baseline")]),
        quota_of_victim,
        quota("foreign", "compute", None, "pods"),
        binding("cg-victim", "clipmeter-edit", Some("victim"), MARA),
        binding("cg-victim", "clipmeter-view", None, MARA),
        binding("foreign", "clipmeter-view", None, MARA),
    ] {
        cluster.make(&object).await;
    }
    for namespace in ["cg-victim", "foreign"] {
        let mut account = tracked("TikTokAccount", namespace, "kept", json!({"username": "nasa"}));
        account["metadata"]["finalizers"] = json!(["clipmeter.io/purge"]);
        cluster.make(&account).await;
    }
    let theirs = json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {"name": "theirs", "namespace": cluster.scrapers},
        "spec": {"suspend": true, "template": {"spec": {
            "restartPolicy": "Never", "containers": [{"name": "theirs", "image": "theirs"}],
        }}},
    });
    cluster.make(&theirs).await;
    cluster.make(&event("kubelet", "v1", "Pod")).await;
}

pub(super) async fn clean_up(cluster: &Cluster) {
    let patch = json!({"metadata": {"finalizers": null}});
    for namespace in ["cg-victim", "foreign"] {
        cluster.patch("TikTokAccount", namespace, "kept", &patch).await;
    }
    cluster.delete("Job", &cluster.scrapers, "theirs").await;
    for name in ["victim", "borrower"] {
        cluster.remove_group(name).await;
    }
    for name in ["cg-victim", "borrowed", "cg-gone", "assigned", "foreign"] {
        cluster.delete("Namespace", "", name).await;
        cluster.until("Namespace", "", name, Value::is_null).await;
    }
}

pub(super) fn event(controller: &str, version: &str, kind: &str) -> Value {
    json!({
        "apiVersion": "events.k8s.io/v1", "kind": "Event",
        "metadata": {"name": format!("{controller}.1"), "namespace": "foreign"},
        "eventTime": "2026-11-21T10:00:00.000000Z", "type": "Normal", "reason": "Published", "action": "Published",
        "reportingController": controller, "reportingInstance": "here",
        "regarding": {"apiVersion": version, "kind": kind, "name": "kept", "namespace": "foreign"},
    })
}

/// Returns the legitimate requests of the operator, and the attacks that remain possible: docs/operator/security.md.
pub(super) fn allowed() -> Vec<Attack> {
    let made = namespace("cg-nobody", &[(GROUP, "nobody"), MANAGED]);
    vec![
        attack(
            "an event",
            Act::Create(event(
                "clipmeter-operator",
                "clipmeter.io/v1beta1",
                "TikTokAccount",
            )),
            "",
        ),
        attack(
            "the quota of a group",
            Act::Change(
                of("ResourceQuota", "cg-victim", "clipmeter"),
                json!({"spec": {"hard": {COUNTED: "11"}}}),
            ),
            "",
        ),
        attack(
            "a namespace for a group that does not exist",
            Act::Create(made),
            "",
        ),
        attack(
            "the label of a group that does not exist",
            label("foreign", Some("nobody")),
            "",
        ),
    ]
}

pub(super) fn label(namespace: &str, group: Option<&str>) -> Act {
    Act::Change(
        of("Namespace", "", namespace),
        json!({"metadata": {"labels": {GROUP: group}}}),
    )
}

pub(super) fn change(object: Object, patch: Value) -> Act {
    Act::Change(object, patch)
}
