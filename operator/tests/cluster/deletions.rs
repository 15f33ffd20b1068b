//! Deletions that are undone by creating the objects again, as Argo CD does when a commit is reverted.

use clipmeter_fixtures::fake_api::{FakeApi, now};
use clipmeter_fixtures::kubernetes::install_definitions;
use clipmeter_fixtures::wait_for;
use clipmeter_proto::v1::{Outcome, UnitKey};
use serde_json::{Value, json};

use super::accounts::provision_group;
use super::cluster::{Cluster, Key, tracked};
use super::operator::Operator;

/// Creates an account that is scraped once, and returns its unit.
async fn scraped(cluster: &Cluster, api: &FakeApi, key: Key<'_>) -> UnitKey {
    cluster.register(key, json!({"username": "nasa"})).await;
    api.rows().attempted(key.2, Outcome::Ok, now() - 10);
    cluster.until_said(key, "Scraped", "True", "ok").await;
    unit(api, key.2).await
}

/// Waits until the API tracks the object, which its status may report earlier. Fails with the number of calls of each kind.
async fn unit(api: &FakeApi, object: &str) -> UnitKey {
    wait_for(object, async || {
        let rows = api.rows();
        let mut units = rows.tracked.iter().filter(|(name, _)| name.2 == object);
        units
            .next()
            .map(|(_, row)| row.unit)
            .ok_or_else(|| rows.calls.clone())
    })
    .await
}

/// Creates the account again, and waits until it is registered with its history.
async fn recreate(cluster: &Cluster, api: &FakeApi, key: Key<'_>, before: &UnitKey) {
    let account = tracked(key.0, key.1, key.2, json!({"username": "nasa"}));
    cluster.make_soon(&account).await;
    cluster.until_registered(key).await;
    assert_eq!(unit(api, key.2).await, *before);
    // The numbers are shown after the next attempt, or within ten minutes.
    let progress = api.rows().tracked.values().next().unwrap().progress.clone();
    assert_eq!(progress.views, Some(3400));
}

pub(crate) async fn of_accounts_are_undone_by_creating_them_again(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "undo-account").await;
    provision_group(cluster, "undo").await;
    let account = ("TikTokAccount", "cg-undo", "first");
    let before = scraped(cluster, &api, account).await;
    let policy = json!({"spec": {"deletionPolicy": "Retain"}});
    for retain in [None, Some(true)] {
        if retain.is_some() {
            cluster.patch(account.0, account.1, account.2, &policy).await;
        }
        cluster.delete(account.0, account.1, account.2).await;
        cluster
            .until(account.0, account.1, account.2, Value::is_null)
            .await;
        assert!(!api.rows().is_tracked("first"));
        assert_eq!(api.rows().removed["first"], retain);
        recreate(cluster, &api, account, &before).await;
    }
    cluster.wait_for_event(account.0, account.2, "Purged").await;
    let events = cluster.list("Event", "").await;
    let notes: Vec<&str> = events
        .iter()
        .filter(|event| event["regarding"]["name"] == "first" && event["reason"] == "Purged")
        .filter_map(|event| event["note"].as_str())
        .collect();
    assert!(
        notes.contains(&"can be restored until 2033-05-18T03:33:20Z by creating it again"),
        "{notes:?}"
    );
    cluster.remove_group("undo").await;
}

pub(crate) async fn of_namespaces_are_undone_by_creating_accounts_again(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "undo-namespace").await;
    provision_group(cluster, "undo-ns").await;
    let account = ("TikTokAccount", "cg-undo-ns", "in-namespace");
    let before = scraped(cluster, &api, account).await;
    let namespace = cluster.get("Namespace", "", "cg-undo-ns").await;
    cluster.delete("Namespace", "", "cg-undo-ns").await;
    cluster
        .until("Namespace", "", "cg-undo-ns", |it| {
            !it.is_null() && it["metadata"]["uid"] != namespace["metadata"]["uid"]
        })
        .await;
    assert!(!api.rows().is_tracked(account.2));
    cluster.until_ready(("ClientGroup", "", "undo-ns")).await;
    recreate(cluster, &api, account, &before).await;
    cluster.remove_group("undo-ns").await;
}

/// Argo CD prunes what is gone from Git in any order, unless sync waves say otherwise.
pub(crate) async fn of_groups_are_undone_in_any_order(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "undo-group").await;
    let account = ("TikTokAccount", "cg-pruned", "pruned");
    for account_first in [true, false] {
        provision_group(cluster, "pruned").await;
        let before = scraped(cluster, &api, account).await;
        if account_first {
            cluster.delete(account.0, account.1, account.2).await;
            cluster
                .until(account.0, account.1, account.2, Value::is_null)
                .await;
        }
        cluster.remove_group("pruned").await;
        assert!(api.rows().groups.is_empty() && !api.rows().is_tracked("pruned"));
        cluster.until("Namespace", "", "cg-pruned", Value::is_null).await;
        provision_group(cluster, "pruned").await;
        recreate(cluster, &api, account, &before).await;
        cluster.remove_group("pruned").await;
        cluster.until("Namespace", "", "cg-pruned", Value::is_null).await;
    }
}

pub(crate) async fn of_definitions_are_undone_by_installing_them_again(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "undo-definition").await;
    provision_group(cluster, "undo-crd").await;
    let account = ("TikTokAccount", "cg-undo-crd", "defined");
    let before = scraped(cluster, &api, account).await;
    let definition = "tiktokaccounts.clipmeter.io";
    cluster.delete("CustomResourceDefinition", "", definition).await;
    cluster
        .until("CustomResourceDefinition", "", definition, Value::is_null)
        .await;
    assert!(!api.rows().is_tracked("defined"));
    install_definitions(&cluster.client, |name| name == definition).await;
    cluster
        .until("CustomResourceDefinition", "", definition, |it| {
            let conditions = it["status"]["conditions"].as_array();
            conditions
                .into_iter()
                .flatten()
                .any(|condition| condition["type"] == "Established" && condition["status"] == "True")
        })
        .await;
    recreate(cluster, &api, account, &before).await;
    cluster.remove_group("undo-crd").await;
}
