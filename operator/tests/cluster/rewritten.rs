//! Statuses that another client has written.

use clipmeter_fixtures::fake_api::{FakeApi, now};
use clipmeter_proto::v1::Outcome;
use serde_json::{Value, json};

use super::accounts::provision_group;
use super::cluster::Cluster;
use super::operator::Operator;

fn forged(type_: &str) -> Value {
    json!({
        "type": type_, "status": "False", "reason": "Forged", "message": "forged",
        "lastTransitionTime": "2026-11-21T10:00:00Z",
    })
}

/// Ignores the transition times and the order of conditions, which are those of the repair.
fn meaning(object: &Value) -> Value {
    let mut status = object["status"].clone();
    if let Some(conditions) = status["conditions"].as_array_mut() {
        for condition in conditions.iter_mut() {
            condition.as_object_mut().unwrap().remove("lastTransitionTime");
        }
        conditions.sort_by_key(|condition| condition["type"].to_string());
    }
    status
}

/// Scraping is suspended, so that only the repair can write the status.
pub(crate) async fn statuses_are_corrected(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "rewritten").await;
    provision_group(cluster, "forged").await;
    let account = ("InstagramAccount", "cg-forged", "natgeo");
    cluster.register(account, json!({"username": "natgeo"})).await;
    api.rows().attempted("natgeo", Outcome::Ok, now());
    cluster.until_said(account, "Scraped", "True", "ok").await;
    let counts = json!({"tracked": 1, "failing": 0});
    cluster
        .until("ClientGroup", "", "forged", |it| {
            it["status"]["accounts"]["instagram"] == counts && it["status"]["conditions"].is_array()
        })
        .await;
    // A run for the first scrape may be in progress, whose end does not matter here.
    cluster
        .until(account.0, account.1, account.2, |it| {
            it["status"]["views"] == 3400
        })
        .await;

    let conditions = json!([forged("Ready"), forged("Purging")]);
    for ((kind, namespace, name), forgery) in [
        (
            account,
            json!({"views": 1, "displayName": "Forged", "lastHandledRequest": "forged", "conditions": conditions}),
        ),
        (account, Value::Null),
        (
            ("ClientGroup", "", "forged"),
            json!({"accounts": {"instagram": {"tracked": 99, "failing": 99}}, "conditions": conditions}),
        ),
    ] {
        let before = meaning(&cluster.get(kind, namespace, name).await);
        cluster.patch_status(kind, namespace, name, &forgery).await;
        cluster
            .until(kind, namespace, name, |it| meaning(it) == before)
            .await;
    }
}
