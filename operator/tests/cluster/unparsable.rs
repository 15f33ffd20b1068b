//! Objects that this version of the operator cannot parse, because a newer one allowed and wrote them.

use clipmeter_fixtures::fake_api::FakeApi;
use clipmeter_fixtures::kubernetes::install_definitions;
use clipmeter_fixtures::wait_for;
use kube::api::{Patch, PatchParams};
use serde_json::{Value, json};

use super::accounts::provision_group;
use super::cluster::{Cluster, Key};
use super::operator::Operator;

const ACCOUNTS: &str = "tiktokaccounts.clipmeter.io";
const GROUPS: &str = "clientgroups.clipmeter.io";

/// Changes a definition so that the cluster accepts every `deletionPolicy`.
async fn accept_any_policy(cluster: &Cluster, definition: &str) {
    let schema = "schema/openAPIV3Schema/properties/spec/properties/deletionPolicy";
    // The API server refuses schemas that differ, because of the selectable fields.
    let patch = [0, 1]
        .map(|version| json!({"op": "remove", "path": format!("/spec/versions/{version}/{schema}/enum")}));
    let patch: Patch<()> = Patch::Json(serde_json::from_value(json!(patch)).unwrap());
    cluster
        .api("CustomResourceDefinition", "")
        .patch(definition, &PatchParams::default(), &patch)
        .await
        .unwrap();
}

/// Changes an object as soon as the cluster accepts it: a changed definition takes effect a moment later.
async fn set_policy(cluster: &Cluster, (kind, namespace, name): Key<'_>, policy: &str) {
    let patch = json!({"spec": {"deletionPolicy": policy}});
    wait_for(policy, async || {
        let api = cluster.api(kind, namespace);
        let patched = api
            .patch(name, &PatchParams::default(), &Patch::Merge(&patch))
            .await;
        patched.map_err(|error| error.to_string())
    })
    .await;
}

/// Waits until the operator reports this number of objects.
async fn wait_for_unparsable(operator: &Operator, kind: &str, count: usize) {
    let line = format!("clipmeter_unparsable_objects{{kind=\"{kind}\"}} {count}\n");
    wait_for(&line, async || {
        let text = operator.get("/metrics").await;
        if text.contains(&line) { Ok(()) } else { Err(text) }
    })
    .await;
}

pub(crate) async fn accounts_do_not_stop_their_kind(cluster: &Cluster) {
    let api = FakeApi::start();
    let mut operator = Operator::leading(cluster, &api, "newer-accounts").await;
    provision_group(cluster, "newer").await;
    let known = ("TikTokAccount", "cg-newer", "known");
    let unknown = ("TikTokAccount", "cg-newer", "unknown");
    cluster.register(known, json!({"username": "known"})).await;
    accept_any_policy(cluster, ACCOUNTS).await;
    set_policy(cluster, known, "Archive").await;
    let spec = json!({"username": "unknown", "deletionPolicy": "Archive"});
    cluster.make_tracked(unknown, spec).await;
    wait_for_unparsable(&operator, "TikTokAccount", 2).await;
    let watched = ("TikTokAccount", "cg-newer", "watched");
    cluster.register(watched, json!({"username": "watched"})).await;

    // The next operator knows no earlier version, and an account is deleted while none runs.
    operator.kill().await;
    cluster.delete(known.0, known.1, known.2).await;
    operator = Operator::leading(cluster, &api, "newer-accounts-again").await;
    wait_for_unparsable(&operator, "TikTokAccount", 2).await;
    let listed = ("TikTokAccount", "cg-newer", "listed");
    cluster.register(listed, json!({"username": "listed"})).await;
    assert!(api.rows().is_tracked("known") && api.rows().removed.is_empty());
    let waiting = cluster.get(known.0, known.1, known.2).await;
    assert!(waiting["metadata"]["deletionTimestamp"].is_string(), "{waiting}");

    install_definitions(&cluster.client, |name| name == ACCOUNTS).await;
    set_policy(cluster, unknown, "Delete").await;
    cluster.until_registered(unknown).await;
    set_policy(cluster, known, "Retain").await;
    cluster.until(known.0, known.1, known.2, Value::is_null).await;
    assert_eq!(api.rows().removed["known"], Some(true));
    wait_for_unparsable(&operator, "TikTokAccount", 0).await;

    // The deletion of a group says which account prevents it.
    accept_any_policy(cluster, ACCOUNTS).await;
    set_policy(cluster, unknown, "Archive").await;
    wait_for_unparsable(&operator, "TikTokAccount", 1).await;
    cluster.delete("ClientGroup", "", "newer").await;
    let group = ("ClientGroup", "", "newer");
    cluster.until_said(group, "Purging", "True", "PurgeBlocked").await;
    let blocked = cluster.get(group.0, group.1, group.2).await.to_string();
    assert!(
        blocked.contains("cannot parse TikTokAccount unknown"),
        "{blocked}"
    );
    install_definitions(&cluster.client, |name| name == ACCOUNTS).await;
    set_policy(cluster, unknown, "Delete").await;
    cluster.until(group.0, group.1, group.2, Value::is_null).await;
}

pub(crate) async fn groups_keep_their_accounts(cluster: &Cluster) {
    let api = FakeApi::start();
    let mut operator = Operator::leading(cluster, &api, "newer-groups").await;
    provision_group(cluster, "newer-group").await;
    let group = ("ClientGroup", "", "newer-group");
    let account = ("TikTokAccount", "cg-newer-group", "kept");
    cluster.register(account, json!({"username": "kept"})).await;
    accept_any_policy(cluster, GROUPS).await;
    set_policy(cluster, group, "Archive").await;
    wait_for_unparsable(&operator, "ClientGroup", 1).await;
    let watched = ("TikTokAccount", "cg-newer-group", "watched");
    cluster.register(watched, json!({"username": "watched"})).await;

    // The next operator does not know that the namespace belongs to the group.
    operator.kill().await;
    cluster.delete(account.0, account.1, account.2).await;
    operator = Operator::leading(cluster, &api, "newer-groups-again").await;
    wait_for_unparsable(&operator, "ClientGroup", 1).await;
    provision_group(cluster, "other-group").await;
    let other = ("TikTokAccount", "cg-other-group", "other");
    cluster.register(other, json!({"username": "other"})).await;
    let waiting = cluster.get(account.0, account.1, account.2).await;
    assert!(waiting["metadata"]["deletionTimestamp"].is_string(), "{waiting}");
    assert!(api.rows().is_tracked("kept") && api.rows().removed.is_empty());
    assert!(api.rows().groups.contains_key("newer-group"));

    install_definitions(&cluster.client, |name| name == GROUPS).await;
    set_policy(cluster, group, "Delete").await;
    cluster
        .until(account.0, account.1, account.2, Value::is_null)
        .await;
    assert!(!api.rows().is_tracked("kept") && api.rows().is_tracked("watched"));
    wait_for_unparsable(&operator, "ClientGroup", 0).await;
    cluster.remove_group("newer-group").await;
    cluster.remove_group("other-group").await;
}
