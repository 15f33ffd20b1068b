//! Several operators.

use std::time::{Duration, Instant};

use clipmeter_fixtures::wait_for;
use serde_json::{Value, json};

use super::api::Api;
use super::cluster::Cluster;
use super::operator::{LEASE, Operator};

/// The guaranteed failover time.
const TAKEOVER: Duration = Duration::from_secs(20);

async fn holder(cluster: &Cluster, is_it: impl Fn(&Value) -> bool) {
    cluster
        .until("Lease", &cluster.namespace, LEASE, |lease| {
            is_it(&lease["spec"]["holderIdentity"])
        })
        .await;
}

pub(crate) async fn is_single_and_replaced_after_failure(cluster: &Cluster) {
    let api = Api::start().await;
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
    let killed = Instant::now();
    second.wait_until_leading().await;
    let took = killed.elapsed();
    assert!(took < TAKEOVER, "{took:?}");
    holder(cluster, |holder| holder == "second").await;
    cluster.wait_for_event("Lease", LEASE, "LeaderElected").await;

    // A stopped operator releases the lease, so that no other waits for it to expire.
    let third = Operator::start(cluster, &api, "third", &[]);
    assert!(second.terminate().await);
    let stopped = Instant::now();
    third.wait_until_leading().await;
    assert!(
        stopped.elapsed() < Duration::from_secs(10),
        "{:?}",
        stopped.elapsed()
    );

    // An operator that lost the lease ends at once.
    let stolen = json!({"spec": {"holderIdentity": "somebody", "renewTime": "2026-11-21T10:00:00.000000Z"}});
    cluster.patch("Lease", &cluster.namespace, LEASE, &stolen).await;
    wait_for("the end of the third", async || {
        let response = third.get("/livez").await;
        if response.is_empty() {
            Ok(())
        } else {
            Err(response)
        }
    })
    .await;
}

pub(crate) async fn does_not_write_after_pause_longer_than_lease(cluster: &Cluster) {
    let api = Api::start().await;
    let first = Operator::leading(cluster, &api, "paused").await;
    wait_for("a call of the first", async || {
        api.rows().terms.first().map(|_| ()).ok_or("none")
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
    wait_for("the end of the first", async || {
        let response = first.get("/livez").await;
        if response.is_empty() {
            Ok(())
        } else {
            Err(response)
        }
    })
    .await;
    let rows = api.rows();
    assert!(
        rows.terms.is_sorted(),
        "the first made a call after the second: {:?}",
        rows.terms
    );
}
