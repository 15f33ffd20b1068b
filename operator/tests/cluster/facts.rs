//! What scrapers are told about the platforms.

use clipmeter_proto::v1::SyncFactsRequest;
use serde_json::{Value, json};

use super::api::Api;
use super::cluster::{Cluster, said, wait_for};
use super::operator::Operator;

fn facts(name: &str, spec: Value) -> Value {
    json!({"apiVersion": "clipmeter.io/v1alpha1", "kind": "PlatformFacts", "metadata": {"name": name}, "spec": spec})
}

/// What the API was told last.
fn told(api: &Api) -> (String, Value) {
    let request = api.rows().facts.0.clone();
    let document = serde_json::from_str(&request.document).unwrap_or_default();
    (request.resource, document)
}

fn message(object: &Value, type_: &str) -> String {
    let conditions = object["status"]["conditions"].as_array().unwrap();
    let condition = conditions.iter().find(|condition| condition["type"] == type_);
    condition.unwrap()["message"].as_str().unwrap().to_owned()
}

pub(crate) async fn are_told_to_the_api_and_say_what_became_of_them(cluster: &Cluster) {
    let api = Api::start().await;
    let operator = Operator::leading(cluster, &api, "facts").await;
    let first = ("PlatformFacts", "", "first");
    let spec =
        json!({"instagram": {"app_id": "1", "pace": {"session": {"spread": 0.5, "interval_ms": 12_000}}}});
    cluster.make(&facts("first", spec.clone())).await;
    let ready = cluster.until_said(first, "Ready", "True", "UpToDate").await;
    assert_eq!(
        said(&ready, "Accepted"),
        ("True".to_owned(), "Accepted".to_owned())
    );
    assert_eq!(ready["status"]["version"], 1);
    assert_eq!(told(&api), ("first".to_owned(), spec));
    assert_eq!(api.rows().facts.0.managed_by, "kubectl");
    cluster
        .until_told("PlatformFacts", "first", "FactsAccepted")
        .await;

    // The second is told whose place it would take.
    let second = ("PlatformFacts", "", "second");
    cluster
        .make(&facts("second", json!({"instagram": {"app_id": "2"}})))
        .await;
    let refused = cluster.until_said(second, "Accepted", "False", "Duplicate").await;
    assert_eq!(
        message(&refused, "Accepted"),
        "The PlatformFacts first is older, and one counts"
    );
    assert_eq!(told(&api).0, "first");

    // What only the API sees is refused in its words, and what was said before holds.
    let backwards = json!({"spec": {"tiktok": {"first_device_id": "2", "last_device_id": "1"}}});
    cluster.patch("PlatformFacts", "", "first", &backwards).await;
    let refused = cluster.until_said(first, "Accepted", "False", "Invalid").await;
    assert_eq!(
        message(&refused, "Accepted"),
        "tiktok.first_device_id: must not exceed tiktok.last_device_id"
    );
    assert_eq!(refused["status"]["version"], 1);
    assert_eq!(refused["status"]["observedGeneration"], 2);
    cluster.until_told("PlatformFacts", "first", "FactsRefused").await;

    // Whoever leads next tells it again, and nothing changes by that.
    let mended = json!({"spec": {"tiktok": null}});
    cluster.patch("PlatformFacts", "", "first", &mended).await;
    let accepted = cluster.until_said(first, "Accepted", "True", "Accepted").await;
    assert_eq!(accepted["status"]["version"], 1);
    drop(operator);
    let calls = api.rows().calls["SyncFacts"];
    let _operator = Operator::leading(cluster, &api, "facts-again").await;
    wait_for("another call", async || {
        let now = api.rows().calls["SyncFacts"];
        if now > calls { Ok(()) } else { Err(now) }
    })
    .await;
    assert_eq!(
        cluster.get("PlatformFacts", "", "first").await["status"],
        accepted["status"]
    );

    // The next one counts when the first is gone.
    cluster.delete("PlatformFacts", "", "first").await;
    let next = cluster.until_said(second, "Ready", "True", "UpToDate").await;
    assert_eq!(next["status"]["version"], 2);
    assert_eq!(
        told(&api),
        ("second".to_owned(), json!({"instagram": {"app_id": "2"}}))
    );
}

/// Also when the last one is deleted while nobody leads.
pub(crate) async fn leave_the_shipped_ones_behind(cluster: &Cluster) {
    let api = Api::start().await;
    let operator = Operator::leading(cluster, &api, "facts-of-before").await;
    wait_for("the facts of before", async || {
        let told = told(&api).0;
        if told == "second" { Ok(()) } else { Err(told) }
    })
    .await;
    drop(operator);
    cluster.delete("PlatformFacts", "", "second").await;
    let _operator = Operator::leading(cluster, &api, "facts-of-nobody").await;
    wait_for("no facts", async || {
        let facts = api.rows().facts.0.clone();
        if facts == SyncFactsRequest::default() {
            Ok(())
        } else {
            Err(facts)
        }
    })
    .await;
}
