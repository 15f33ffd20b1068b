//! Namespaces that belong to no group, or that a group still needs.

use serde_json::{Value, json};

use super::groups::{GROUP, MANAGED, change, label, namespace};
use super::{Act, Attack, attack, labels, of};
use crate::cluster::Cluster;

const OWN: &str = "must not change system namespaces, the release namespace or the scrapers' namespace";
const CREATES: &str = "must create namespaces with the label of a group, its own label and no others";
const NOTHING_ELSE: &str = "may change only the label clipmeter.io/client-group";
const MOVES: &str = "must not move a namespace to another group";
const ANOTHER: &str = "the ClientGroup has a different namespace";
const KEEPS: &str = "keeps its namespace until its ClientGroup is deleted";
const CREATED: &str = "may delete only namespaces that it created for a group";

#[expect(clippy::too_many_lines, reason = "a table with one row per attack")]
pub(super) fn namespaces(cluster: &Cluster) -> Vec<Attack> {
    let new = |pairs: &[(&str, &str)]| Act::Create(namespace("cg-new", pairs));
    let with = |field: &str, value: Value| {
        let mut made = namespace("cg-new", &[(GROUP, "new"), MANAGED]);
        made["metadata"][field] = value;
        Act::Create(made)
    };
    let at = |name: &str| of("Namespace", "", name);
    let owner = json!([{"apiVersion": "v1", "kind": "Node", "name": "gone", "uid": "gone"}]);
    let mut attacks = vec![
        attack("a namespace without labels", new(&[]), CREATES),
        attack(
            "a namespace without the label managed-by",
            new(&[(GROUP, "new")]),
            CREATES,
        ),
        attack("a namespace without a group", new(&[MANAGED]), CREATES),
        attack(
            "a namespace for privileged pods",
            new(&[
                (GROUP, "new"),
                MANAGED,
                ("pod-security.kubernetes.io/enforce", "privileged"),
            ]),
            CREATES,
        ),
        attack(
            "a namespace with an annotation",
            with("annotations", json!({"a": "b"})),
            CREATES,
        ),
        attack(
            "a namespace that cannot be deleted",
            with("finalizers", json!(["a.example/b"])),
            CREATES,
        ),
        attack(
            "a namespace with an owner",
            with("ownerReferences", owner.clone()),
            CREATES,
        ),
        attack(
            "a namespace of the cluster",
            Act::Create(namespace("kube-mine", &[(GROUP, "new"), MANAGED])),
            OWN,
        ),
        attack(
            "a group's second namespace",
            new(&[(GROUP, "victim"), MANAGED]),
            ANOTHER,
        ),
        attack(
            "an unassigned namespace is deleted",
            Act::Delete(at("foreign")),
            CREATED,
        ),
        attack(
            "an adopted namespace is deleted",
            Act::Delete(at("assigned")),
            CREATED,
        ),
        attack(
            "the namespace of a group is deleted",
            Act::Delete(at("cg-victim")),
            KEEPS,
        ),
        attack(
            "the release's namespace is deleted",
            Act::Delete(at(&cluster.namespace)),
            OWN,
        ),
        attack(
            "the scrapers' namespace is deleted",
            Act::Delete(at(&cluster.scrapers)),
            OWN,
        ),
        attack(
            "an unassigned namespace gets a group that already has one",
            label("foreign", Some("victim")),
            ANOTHER,
        ),
        attack(
            "a namespace gets another group",
            label("assigned", Some("nobody")),
            MOVES,
        ),
        attack(
            "a created namespace loses its label",
            label("cg-gone", None),
            MOVES,
        ),
        attack(
            "a group that stays loses its adopted namespace",
            label("borrowed", None),
            KEEPS,
        ),
        attack(
            "a namespace loses the label managed-by",
            change(at("cg-victim"), labels(&[(MANAGED.0, "me")])),
            NOTHING_ELSE,
        ),
        attack(
            "an adopted namespace gets the label managed-by",
            change(at("borrowed"), labels(&[MANAGED])),
            NOTHING_ELSE,
        ),
        attack(
            "a namespace is adopted and gets the label managed-by",
            change(at("foreign"), labels(&[(GROUP, "nobody"), MANAGED])),
            NOTHING_ELSE,
        ),
        attack(
            "an unassigned namespace is opened to privileged pods",
            change(
                at("foreign"),
                labels(&[("pod-security.kubernetes.io/enforce", "privileged")]),
            ),
            NOTHING_ELSE,
        ),
        attack(
            "an unassigned namespace is adopted and opened to privileged pods",
            change(
                at("foreign"),
                json!({"metadata": {"labels": {GROUP: "nobody", "pod-security.kubernetes.io/enforce": null}}}),
            ),
            NOTHING_ELSE,
        ),
        attack(
            "a namespace gets an annotation",
            change(at("cg-victim"), json!({"metadata": {"annotations": {"a": "b"}}})),
            NOTHING_ELSE,
        ),
        attack(
            "a namespace gets an owner that does not exist",
            change(at("cg-victim"), json!({"metadata": {"ownerReferences": owner}})),
            NOTHING_ELSE,
        ),
        attack(
            "a namespace cannot be deleted any more",
            change(
                at("foreign"),
                json!({"metadata": {"finalizers": ["a.example/b"]}}),
            ),
            NOTHING_ELSE,
        ),
    ];
    for own in ["kube-system", "default", &cluster.namespace, &cluster.scrapers] {
        attacks.push(Attack(
            format!("{own} gets a group"),
            label(own, Some("nobody")),
            OWN,
        ));
        let other = change(at(own), labels(&[("team", "mine")]));
        attacks.push(Attack(format!("{own} gets a label"), other, OWN));
    }
    attacks
}
