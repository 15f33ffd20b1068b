//! Tests of the cost of requeued units.

use std::time::Duration;

use clipmeter_db::DbError;
use clipmeter_fixtures::database::{Worker, World, secrets};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, RequestStats, RequeueReport, UnitReport};

/// Statistics of responses to a session, or to an anonymous client (0), with ten bytes each.
fn session_traffic(session_id: i64, requests: u32) -> Vec<RequestStats> {
    vec![RequestStats {
        endpoint: "web_profile_info".to_owned(),
        outcome: Outcome::Ok.into(),
        session_id,
        requests,
        bytes: u64::from(requests) * 10,
    }]
}

fn requeued(unit_id: i64, request_stats: Vec<RequestStats>) -> Body {
    Body::Requeued(RequeueReport {
        unit_id,
        request_stats,
    })
}

/// Returns the requests, bytes and class of the run, of its unit, and of the traffic.
async fn sums(world: &World) -> [String; 3] {
    [
        world
            .one("SELECT concat_ws(' ', requests, bytes, session_class) FROM runs")
            .await,
        world
            .one("SELECT concat_ws(' ', requests, bytes, session_class) FROM run_units")
            .await,
        world
            .one("SELECT concat_ws(' ', sum(requests), sum(bytes), max(session_class)) FROM traffic_hours")
            .await,
    ]
}

/// A world with a run for one account and a session, held by a scraper.
async fn world_of_one() -> (World, i64) {
    let world = World::new().await;
    let group = world.group("a").await;
    world.add_sessions(secrets(), &["1:token"]).await;
    let account = world.track(group, Platform::Instagram, "nasa").await;
    (world, account)
}

async fn session(worker: &Worker<'_>) -> i64 {
    worker.take_session().await.unwrap().session_id
}

#[tokio::test]
async fn requeue_counts_requests_once_before_the_unit_result() {
    let (world, account) = world_of_one().await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    let back = requeued(worker.unit(), session_traffic(session(&worker).await, 3));
    worker.send(back.clone()).await.unwrap();
    worker.send_as(worker.sequence, back).await.unwrap();
    assert_eq!(sums(&world).await, ["3 30 session"; 3]);
    let end = UnitReport {
        requests: 2,
        bytes: 20,
        request_stats: session_traffic(0, 2),
        ..worker.end_of(Outcome::Ok)
    };
    worker.send(Body::Unit(end)).await.unwrap();
    assert_eq!(sums(&world).await, ["5 50 session"; 3], "a session was used too");
    let of_session = "SELECT concat_ws(' ', (SELECT sum(requests) FROM session_hours), clean) FROM sessions";
    assert_eq!(world.one::<String>(of_session).await, "3 3");
    let reported = world.api.usage().await.reported;
    assert_eq!(reported.requests.values().sum::<u64>(), 5);
    assert_eq!(reported.bytes[&Platform::Instagram], 50);
}

#[tokio::test]
async fn requeues_of_two_holders_add_up_unless_lease_lost() {
    let (world, account) = world_of_one().await;
    let mut first = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    let unit = first.unit();
    first.send(requeued(unit, session_traffic(0, 3))).await.unwrap();
    world.clock.advance(Duration::from_mins(1));
    let mut second = world.take(first.run).await.unwrap();
    assert_eq!(second.unit(), unit, "the unit has no outcome");
    let late = first.send(requeued(unit, session_traffic(0, 100))).await;
    assert!(matches!(late, Err(DbError::LeaseLost)), "{late:?}");
    // Its messages are numbered from 1 again.
    second.send(requeued(unit, session_traffic(0, 4))).await.unwrap();
    assert_eq!(sums(&world).await, ["7 70 anonymous"; 3]);
    let foreign = second.send(requeued(unit + 1, session_traffic(0, 100))).await;
    assert!(matches!(foreign, Err(DbError::Invalid(_))), "{foreign:?}");
    second.complete().await.unwrap();
    let ended = second.send(requeued(unit, session_traffic(0, 100))).await;
    assert!(matches!(ended, Err(DbError::RunEnded)), "{ended:?}");
    assert_eq!(sums(&world).await, ["7 70 anonymous"; 3]);
    let reported = world.api.usage().await.reported;
    assert_eq!(reported.requests.values().sum::<u64>(), 7);
}
