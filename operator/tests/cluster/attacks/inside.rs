//! Quotas and role bindings that belong to no group, or that the `ClientGroup` does not request.

use serde_json::{Value, json};

use super::groups::{COUNTED, GRANT, GROUP, IN_GROUPS, MARA, binding, change, quota};
use super::{Act, Attack, RBAC, attack, labels, of};
use crate::cluster::Cluster;

const CARRIES: &str = "must have the same label clipmeter.io/client-group as their namespace";
const CHANGES: &str = "with Clipmeter's labels";
const DELETES: &str = "with the label of the namespace's group";
const OWNERS: &str = "must not change owners or finalizers";
const COUNTS: &str = "may limit only resources of clipmeter.io";
const ACCESS: &str = "does not grant this role to the subject";

pub(super) fn quotas(cluster: &Cluster) -> Vec<Attack> {
    let at = |namespace: &str, name: &str| of("ResourceQuota", namespace, name);
    let victim = || at("cg-victim", "clipmeter");
    let victims = |name: &str, counted: &str| Act::Create(quota("cg-victim", name, Some("victim"), counted));
    let mut attacks = vec![
        attack(
            "a quota of another owner is deleted",
            Act::Delete(at("foreign", "compute")),
            IN_GROUPS,
        ),
        attack(
            "a quota of another owner is raised",
            change(
                at("foreign", "compute"),
                json!({"spec": {"hard": {"pods": "99"}}}),
            ),
            IN_GROUPS,
        ),
        attack(
            "a quota of another owner gets the label",
            change(at("foreign", "compute"), labels(&[(GROUP, "victim")])),
            IN_GROUPS,
        ),
        attack(
            "a quota of another name",
            victims("other", COUNTED),
            "the quota of a group must be named clipmeter",
        ),
        attack(
            "a quota without the label",
            Act::Create(quota("cg-victim", "other", None, COUNTED)),
            CARRIES,
        ),
        attack(
            "a quota that stops pods",
            change(victim(), json!({"spec": {"hard": {"pods": "0"}}})),
            COUNTS,
        ),
        attack(
            "a further limit of an admin is changed",
            change(victim(), json!({"spec": {"hard": {"services": "0"}}})),
            COUNTS,
        ),
        attack(
            "a quota loses its label",
            change(victim(), json!({"metadata": {"labels": {GROUP: null}}})),
            CARRIES,
        ),
        attack(
            "a quota cannot be deleted any more",
            change(victim(), json!({"metadata": {"finalizers": ["a.example/b"]}})),
            OWNERS,
        ),
    ];
    for own in [
        "kube-system",
        "default",
        "foreign",
        &cluster.namespace,
        &cluster.scrapers,
    ] {
        let made = Act::Create(quota(own, "clipmeter", Some("victim"), COUNTED));
        attacks.push(Attack(format!("a quota in {own}"), made, IN_GROUPS));
    }
    attacks
}

pub(super) fn bindings(cluster: &Cluster) -> Vec<Attack> {
    let at = |namespace: &str, name: &str| of("RoleBinding", namespace, name);
    let edit = "clipmeter-edit";
    let view = "clipmeter-view";
    let mine = |subject: Value| change(at("cg-victim", edit), json!({"subjects": [subject]}));
    let user = |name: &str| json!({"kind": "User", "name": name, "apiGroup": "rbac.authorization.k8s.io"});
    let many: Vec<_> = (0..101).map(|number| user(&format!("u{number}"))).collect();
    let mut named = binding("cg-victim", edit, Some("victim"), MARA);
    named["metadata"]["name"] = json!("other");
    let owner = json!([{"apiVersion": "v1", "kind": "Node", "name": "gone", "uid": "gone"}]);
    let mut attacks = vec![
        attack(
            "another role",
            Act::Create(binding("cg-victim", "cluster-admin", Some("victim"), MARA)),
            GRANT,
        ),
        attack(
            "cluster-wide rights",
            Act::Create(json!({
                "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "mine"},
                "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": edit},
            })),
            RBAC,
        ),
        attack(
            "a binding of another name",
            Act::Create(named),
            "in role bindings of the same names",
        ),
        attack("a role for an outsider", mine(user("mallory")), ACCESS),
        attack(
            "a role for all",
            mine(
                json!({"kind": "Group", "name": "system:authenticated", "apiGroup": "rbac.authorization.k8s.io"}),
            ),
            ACCESS,
        ),
        attack(
            "a role for a service account of that name",
            mine(json!({"kind": "ServiceAccount", "name": "mara", "namespace": "foreign"})),
            ACCESS,
        ),
        attack(
            "a role for more than a group can have",
            change(at("assigned", view), json!({"subjects": many})),
            "to at most 100 subjects",
        ),
        attack(
            "a binding without the label is adopted",
            change(at("assigned", edit), labels(&[(GROUP, "gone")])),
            CHANGES,
        ),
        attack(
            "a binding without the label is deleted",
            Act::Delete(at("cg-victim", view)),
            DELETES,
        ),
        attack(
            "a binding of another owner is deleted",
            Act::Delete(at("foreign", view)),
            IN_GROUPS,
        ),
        attack(
            "a binding of another owner is changed",
            change(at("foreign", view), json!({"subjects": [user("mallory")]})),
            IN_GROUPS,
        ),
        attack(
            "a subject in the group's access loses the role",
            Act::Delete(at("cg-victim", edit)),
            "still grants this role",
        ),
        attack(
            "a binding gets the label of another group",
            change(at("assigned", view), labels(&[(GROUP, "nobody")])),
            CARRIES,
        ),
        attack(
            "a binding gets an owner that does not exist",
            change(
                at("cg-victim", edit),
                json!({"metadata": {"ownerReferences": owner}}),
            ),
            OWNERS,
        ),
        attack(
            "a role of the group without subjects",
            Act::Create(binding("borrowed", view, Some("borrower"), MARA)),
            ACCESS,
        ),
    ];
    for own in ["kube-system", "default", &cluster.namespace, &cluster.scrapers] {
        let made = Act::Create(binding(own, edit, Some("victim"), MARA));
        attacks.push(Attack(format!("a role in {own}"), made, IN_GROUPS));
    }
    attacks
}
