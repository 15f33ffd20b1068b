//! The platform configuration for scrapers.

use clipmeter_fixtures::fake_api::FakeApi;
use clipmeter_fixtures::wait_for;
use clipmeter_proto::v1::SyncPlatformConfigRequest;
use serde_json::{Value, json};

use super::cluster::{Cluster, said};
use super::operator::Operator;

fn platform_config(name: &str, spec: Value) -> Value {
    json!({"apiVersion": "clipmeter.io/v1beta1", "kind": "PlatformConfig", "metadata": {"name": name}, "spec": spec})
}

/// Returns the last configuration sent to the API.
fn synced_config(api: &FakeApi) -> (String, Value) {
    let request = api.rows().platform_config.0.clone();
    let document = serde_json::from_str(&request.document).unwrap_or_default();
    (request.resource, document)
}

fn message(object: &Value, type_: &str) -> String {
    let conditions = object["status"]["conditions"].as_array().unwrap();
    let condition = conditions.iter().find(|condition| condition["type"] == type_);
    condition.unwrap()["message"].as_str().unwrap().to_owned()
}

pub(crate) async fn are_synced_to_the_api_and_report_result(cluster: &Cluster) {
    let api = FakeApi::start();
    let operator = Operator::leading(cluster, &api, "config").await;
    let first = ("PlatformConfig", "", "first");
    let spec = json!({"instagram": {"app_id": "1", "rate_limits": {"session": {"spread": 0.5, "interval_ms": 12_000}}}});
    cluster.make(&platform_config("first", spec.clone())).await;
    let ready = cluster.until_ready(first).await;
    assert_eq!(
        said(&ready, "Accepted"),
        ("True".to_owned(), "Accepted".to_owned())
    );
    assert_eq!(ready["status"]["revision"], 1);
    assert_eq!(synced_config(&api), ("first".to_owned(), spec));
    assert_eq!(api.rows().platform_config.0.managed_by, "kubectl");
    cluster
        .wait_for_event("PlatformConfig", "first", "ConfigAccepted")
        .await;

    // The second object reports the first one as its duplicate.
    let second = ("PlatformConfig", "", "second");
    cluster
        .make(&platform_config("second", json!({"instagram": {"app_id": "2"}})))
        .await;
    let refused = cluster.until_said(second, "Accepted", "False", "Duplicate").await;
    assert_eq!(
        message(&refused, "Accepted"),
        "The older PlatformConfig first takes effect"
    );
    assert_eq!(synced_config(&api).0, "first");

    // Errors that only the API detects are reported with its message, and the previous configuration stays in effect.
    let backwards = json!({"spec": {"tiktok": {"first_device_id": "2", "last_device_id": "1"}}});
    cluster.patch("PlatformConfig", "", "first", &backwards).await;
    let refused = cluster.until_said(first, "Accepted", "False", "Invalid").await;
    assert_eq!(
        message(&refused, "Accepted"),
        "tiktok.first_device_id: must not exceed tiktok.last_device_id"
    );
    assert_eq!(refused["status"]["revision"], 1);
    assert_eq!(refused["status"]["observedGeneration"], 2);
    cluster
        .wait_for_event("PlatformConfig", "first", "ConfigRejected")
        .await;

    // The next leader sends it again, without any change.
    let mended = json!({"spec": {"tiktok": null}});
    cluster.patch("PlatformConfig", "", "first", &mended).await;
    let accepted = cluster.until_said(first, "Accepted", "True", "Accepted").await;
    assert_eq!(accepted["status"]["revision"], 1);
    drop(operator);
    let calls = api.rows().calls["SyncPlatformConfig"];
    let _operator = Operator::leading(cluster, &api, "config-again").await;
    wait_for("another call", async || {
        let now = api.rows().calls["SyncPlatformConfig"];
        if now > calls { Ok(()) } else { Err(now) }
    })
    .await;
    assert_eq!(
        cluster.get("PlatformConfig", "", "first").await["status"],
        accepted["status"]
    );

    // The next object takes effect after the first is deleted.
    cluster.delete("PlatformConfig", "", "first").await;
    let next = cluster.until_ready(second).await;
    assert_eq!(next["status"]["revision"], 2);
    assert_eq!(
        synced_config(&api),
        ("second".to_owned(), json!({"instagram": {"app_id": "2"}}))
    );
}

/// Also when the last one is deleted while no operator leads.
pub(crate) async fn deletion_restores_built_in_config(cluster: &Cluster) {
    let api = FakeApi::start();
    let operator = Operator::leading(cluster, &api, "config-left").await;
    wait_for("the previous config", async || {
        let synced = synced_config(&api).0;
        if synced == "second" { Ok(()) } else { Err(synced) }
    })
    .await;
    drop(operator);
    cluster.delete("PlatformConfig", "", "second").await;
    let _operator = Operator::leading(cluster, &api, "config-none").await;
    wait_for("no config", async || {
        let platform_config = api.rows().platform_config.0.clone();
        if platform_config == SyncPlatformConfigRequest::default() {
            Ok(())
        } else {
            Err(platform_config)
        }
    })
    .await;
}
