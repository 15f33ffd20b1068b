//! Clipmeter's own resources, leases and events.

use serde_json::{Value, json};

use super::groups::{IN_GROUPS, change, event};
use super::{Act, Attack, RBAC, attack, labels, of};
use crate::cluster::{Cluster, group};

const SPEC: &str = "must not change the spec, labels, annotations or owners";
const FINALIZER: &str = "may remove it only from objects that are being deleted";
const AFTER: &str = "only after its ClientGroup is deleted";
const EVENTS: &str = "may write only its own events about Clipmeter's resources";

pub(super) fn resources(cluster: &Cluster) -> Vec<Attack> {
    let account = || of("TikTokAccount", "cg-victim", "kept");
    let metadata = |value: Value| json!({"metadata": value});
    let lease = json!({
        "apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
        "metadata": {"name": "another", "namespace": cluster.namespace},
    });
    let of_pods = event("clipmeter-operator", "v1", "Pod");
    let of_kubelet = event("kube-scheduler", "clipmeter.io/v1beta1", "TikTokAccount");
    vec![
        attack(
            "a group's access is changed",
            change(of("ClientGroup", "", "victim"), json!({"spec": {"access": []}})),
            SPEC,
        ),
        attack(
            "an account is suspended",
            change(account(), json!({"spec": {"suspend": true}})),
            SPEC,
        ),
        attack(
            "a scrape of an account is requested",
            change(
                account(),
                metadata(json!({"annotations": {"clipmeter.io/scrape-requested-at": "now"}})),
            ),
            SPEC,
        ),
        attack(
            "an account is deleted without a purge",
            change(
                account(),
                metadata(json!({"annotations": {"clipmeter.io/skip-purge": "true"}})),
            ),
            SPEC,
        ),
        attack(
            "an account gets a label",
            change(account(), labels(&[("a", "b")])),
            SPEC,
        ),
        attack(
            "an account loses its finalizer",
            change(account(), metadata(json!({"finalizers": null}))),
            FINALIZER,
        ),
        attack(
            "an account gets another finalizer",
            change(
                account(),
                metadata(json!({"finalizers": ["clipmeter.io/purge", "a.example/b"]})),
            ),
            FINALIZER,
        ),
        attack(
            "an account of a group that stays is deleted",
            Act::Delete(account()),
            AFTER,
        ),
        attack(
            "an account of no group is deleted",
            Act::Delete(of("TikTokAccount", "foreign", "kept")),
            IN_GROUPS,
        ),
        attack(
            "a group",
            Act::Create(group("mine", json!({"displayName": "Mine"}))),
            RBAC,
        ),
        attack(
            "a scraper pool, which is another egress",
            Act::Create(json!({
                "apiVersion": "clipmeter.io/v1beta1", "kind": "ScraperPool", "metadata": {"name": "mine"}, "spec": {},
            })),
            RBAC,
        ),
        attack(
            "a lease of another program",
            Act::Create(lease),
            "may write only the Lease clipmeter-operator",
        ),
        attack("an event about a pod", Act::Create(of_pods), EVENTS),
        attack("an event of another controller", Act::Create(of_kubelet), EVENTS),
        attack(
            "an event of another controller is changed",
            change(
                of("Event", "foreign", "kubelet.1"),
                json!({"series": {"count": 99, "lastObservedTime": "2026-11-21T10:00:00.000000Z"}}),
            ),
            EVENTS,
        ),
    ]
}
