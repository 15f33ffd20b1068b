//! Several operators.

use std::time::Duration;

use clipmeter_fixtures::fake_api::FakeApi;
use clipmeter_fixtures::wait_for;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::cluster::Cluster;
use super::operator::{LEASE, Operator};

async fn holder(cluster: &Cluster, is_it: impl Fn(&Value) -> bool) {
    cluster
        .until("Lease", &cluster.namespace, LEASE, |lease| {
            is_it(&lease["spec"]["holderIdentity"])
        })
        .await;
}

pub(crate) async fn is_single_and_replaced_after_failure(cluster: &Cluster) {
    let api = FakeApi::start();
    Operator::free_lease(cluster).await;
    let mut first = Operator::start(cluster, &api, "first", &[]);
    first.wait_until_leading().await;
    let mut second = Operator::start(cluster, &api, "second", &[]);
    wait_for("a standby that is ready", async || {
        let response = second.get("/readyz").await;
        if response.starts_with("HTTP/1.1 200") {
            Ok(())
        } else {
            Err(response)
        }
    })
    .await;
    holder(cluster, |holder| holder == "first").await;
    assert!(!second.get("/metrics").await.contains("\nclipmeter_leader 1\n"));

    first.kill().await;
    second.wait_until_leading().await;
    holder(cluster, |holder| holder == "second").await;
    cluster.wait_for_event("Lease", LEASE, "LeaderElected").await;

    // A stopped operator releases the lease, so that no other waits for it to expire.
    assert!(second.terminate().await);
    holder(cluster, Value::is_null).await;
    let third = Operator::start(cluster, &api, "third", &[]);
    third.wait_until_leading().await;

    // An operator that lost the lease is a standby again, without a restart.
    let stolen = json!({"spec": {"holderIdentity": "somebody", "renewTime": "2026-11-21T10:00:00.000000Z"}});
    cluster.patch("Lease", &cluster.namespace, LEASE, &stolen).await;
    let metrics = third.wait_until_standby().await;
    assert!(!metrics.contains("clipmeter_store_objects{"), "{metrics}");
    assert!(third.get("/readyz").await.starts_with("HTTP/1.1 200"));
    let before = api.rows().terms.last().copied();
    third.wait_until_leading().await;
    wait_for("a call with a later term", async || {
        let latest = api.rows().terms.last().copied();
        if latest > before { Ok(()) } else { Err(latest) }
    })
    .await;
}

pub(crate) async fn does_not_write_after_pause_longer_than_lease(cluster: &Cluster) {
    let api = FakeApi::start();
    let first = Operator::leading(cluster, &api, "paused").await;
    // A call that is sent just before the pause may arrive after it. Calls come about each second.
    wait_for("a moment without a call of the first", async || {
        let calls = api.rows().terms.len();
        sleep(Duration::from_millis(200)).await;
        let is_quiet = calls > 0 && api.rows().terms.len() == calls;
        is_quiet.then_some(()).ok_or(calls)
    })
    .await;
    first.pause().await;
    let second = Operator::start(cluster, &api, "successor", &[]);
    second.wait_until_leading().await;
    let before = api.rows().terms[0];
    wait_for("a call of the second", async || {
        let latest = api.rows().terms.last().copied();
        if latest > Some(before) {
            Ok(())
        } else {
            Err(format!("{latest:?}"))
        }
    })
    .await;

    first.resume().await;
    first.wait_until_standby().await;
    drop(second);
    first.wait_until_leading().await;
    let calls = api.rows().terms.len();
    wait_for("a call of the first", async || {
        let rows = api.rows();
        (calls < rows.terms.len()).then_some(()).ok_or("none")
    })
    .await;
    let terms = api.rows().terms.clone();
    assert!(
        terms.is_sorted(),
        "the first made a call after the second, or with its earlier term: {terms:?}"
    );
}
