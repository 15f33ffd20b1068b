//! Tests of deleting expired rows of the pool.

use std::time::Duration;

use clipmeter_db::rate_limits::buckets::prune_rate_limit_buckets;
use clipmeter_db::rate_limits::endpoint_history::prune_endpoint_history;
use clipmeter_db::sessions;
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    AddressReport, EndpointReport, Outcome, Platform, RequestStats, ReservePermitsRequest, UnitReport,
};
use clipmeter_runtime::Clock as _;

use super::{take, work};

const HOUR: Duration = Duration::from_hours(1);

/// Deletes expired rows, and returns the numbers of rate-limit buckets, session hours and endpoint states.
async fn prune(world: &World) -> [u64; 3] {
    let mut tx = world.pools().await.ingest.begin().await.unwrap();
    let now = world.clock.now();
    let pruned = [
        prune_rate_limit_buckets(&mut tx, now).await.unwrap(),
        sessions::prune_session_hours(&mut tx, now).await.unwrap(),
        prune_endpoint_history(&mut tx, now).await.unwrap(),
    ];
    tx.commit().await.unwrap();
    pruned
}

#[tokio::test]
async fn prune_deletes_expired_pool_rows_but_no_active_cooldowns() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    let request = ReservePermitsRequest {
        endpoint: "web_profile_info".to_owned(),
        session_id: session,
        permits: 1,
        ..ReservePermitsRequest::default()
    };
    world
        .api
        .runs()
        .reserve_permits(run.run, run.token, &request)
        .await
        .unwrap();
    for (endpoint, outcome) in [
        ("feed_user", Outcome::Ok),
        ("graphql_timeline", Outcome::EndpointRetired),
    ] {
        let report = EndpointReport {
            session_id: session,
            endpoint: endpoint.to_owned(),
            need: "posts".to_owned(),
            outcome: outcome.into(),
            ..EndpointReport::default()
        };
        run.send(Body::Endpoint(report)).await.unwrap();
    }
    let end = UnitReport {
        request_stats: vec![RequestStats {
            endpoint: "web_profile_info".to_owned(),
            session_id: session,
            outcome: Outcome::Ok.into(),
            requests: 1,
            ..RequestStats::default()
        }],
        ..run.end_of(Outcome::Ok)
    };
    run.send(Body::Unit(end)).await.unwrap();
    let refusal = AddressReport {
        outcome: Outcome::Blocked.into(),
        retry_after_seconds: Some(24 * 3_600),
        ..AddressReport::default()
    };
    run.send(Body::Address(refusal)).await.unwrap();

    world.clock.advance(23 * HOUR);
    assert_eq!(prune(&world).await, [0, 0, 0]);
    world.clock.advance(2 * HOUR);
    assert_eq!(prune(&world).await, [0, 0, 2], "a day has passed");
    // The buckets of a session, of its endpoint, and of the address, whose cooldown ended a day ago.
    world.clock.advance(25 * HOUR);
    assert_eq!(prune(&world).await, [3, 1, 0]);
    assert_eq!(prune(&world).await, [0, 0, 0]);
}
