//! Tests of captured responses.

use std::time::Duration;

use clipmeter_db::ingest::captured_responses::{self, MAX_ALIKE, MAX_RESPONSES};
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{Worker, World};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{CaptureReport, Outcome, Platform};
use clipmeter_runtime::Clock as _;

const DAY: Duration = Duration::from_hours(24);

fn capture(worker: &Worker<'_>, kind: &str, body: Vec<u8>) -> CaptureReport {
    CaptureReport {
        unit_id: worker.unit(),
        kind: kind.to_owned(),
        endpoint: "web_profile_info".to_owned(),
        outcome: Outcome::SchemaChanged.into(),
        http_status: 200,
        is_anonymous: true,
        body,
        observed_at: worker.world.clock.now().timestamp(),
        ..CaptureReport::default()
    }
}

async fn stored(world: &World) -> (i64, i64) {
    sqlx::query_as("SELECT count(*), coalesce(sum(octet_length(body)), 0) FROM captured_responses")
        .fetch_one(&world.owner)
        .await
        .unwrap()
}

/// Reports for many runs, because only three responses are stored for each run.
async fn scraper(world: &World) -> Worker<'_> {
    let group = world.group("g").await;
    let account = world.track(group, Platform::Instagram, "one").await;
    let worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    world
        .execute("UPDATE runs SET captured_response_count = -1000000")
        .await;
    worker
}

#[tokio::test]
async fn captured_response_is_stored_unchanged_and_for_admins_only() {
    let world = World::new().await;
    let mut worker = scraper(&world).await;
    let body: Vec<u8> = (0..=255).collect();
    let report = CaptureReport {
        location: "https://www.instagram.com/".to_owned(),
        is_cut: true,
        config_revision: 3,
        ..capture(&worker, "ig_web_profile_info", body.clone())
    };
    worker.send(Body::Capture(report)).await.unwrap();
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    let listed = captured_responses::list(&mut tx).await.unwrap();
    assert_eq!(
        (listed.len(), listed[0].size, listed[0].config_revision),
        (1, 256, 3)
    );
    let found = captured_responses::find(&mut tx, listed[0].id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (found.body, found.row.is_cut, found.is_anonymous),
        (body, true, true)
    );
    assert_eq!(found.location, "https://www.instagram.com/");
    assert!(captured_responses::find(&mut tx, 0).await.unwrap().is_none());
    let mut tx = world.begin(Scope::Group(1), Access::Read).await;
    assert!(
        captured_responses::list(&mut tx).await.unwrap().is_empty(),
        "only admins can read them"
    );
}

#[tokio::test]
async fn captured_responses_are_capped_per_kind_and_in_total() {
    let world = World::new().await;
    let mut worker = scraper(&world).await;
    // All kinds repeatedly: at most five of a kind are stored per day, and never more than the total limit.
    for kind in 0..100 {
        for _ in 0..MAX_ALIKE + 3 {
            let report = capture(&worker, &format!("kind_{kind}"), vec![b'x'; 64]);
            worker.send(Body::Capture(report)).await.unwrap();
        }
        let (rows, _) = stored(&world).await;
        assert_eq!(rows, MAX_RESPONSES.min((kind + 1) * MAX_ALIKE));
    }
    let oldest: String = world
        .one("SELECT kind FROM captured_responses ORDER BY id LIMIT 1")
        .await;
    assert_eq!(oldest, "kind_60", "the newest are kept");
}

#[tokio::test]
async fn captured_responses_have_size_limits_each_and_in_total() {
    let world = World::new().await;
    let mut worker = scraper(&world).await;
    for kind in 0..14 {
        for _ in 0..MAX_ALIKE {
            let report = capture(&worker, &format!("kind_{kind}"), vec![b'x'; 1 << 20]);
            worker.send(Body::Capture(report)).await.unwrap();
        }
    }
    assert_eq!(stored(&world).await, (64, 64 << 20));
    let report = capture(&worker, "kind", vec![b'x'; (1 << 20) + 1]);
    let refused = worker.send(Body::Capture(report)).await.unwrap_err();
    assert!(refused.to_string().contains("1048576"), "{refused}");
}

#[tokio::test]
async fn captured_responses_expire_with_account_or_after_two_weeks() {
    let world = World::new().await;
    let mut worker = scraper(&world).await;
    let report = capture(&worker, "ig_feed_user", vec![1]);
    worker.send(Body::Capture(report)).await.unwrap();
    // The next day, responses of the same kind are stored again.
    world.clock.advance(DAY);
    let mut worker = world.take(worker.run).await.unwrap();
    for _ in 0..=MAX_ALIKE {
        let report = capture(&worker, "ig_feed_user", vec![2]);
        worker.send(Body::Capture(report)).await.unwrap();
    }
    assert_eq!(stored(&world).await.0, 1 + MAX_ALIKE);
    world.clock.advance(13 * DAY);
    world.api.run_maintenance_once().await.unwrap();
    assert_eq!(stored(&world).await.0, MAX_ALIKE, "the first one has expired");
    world
        .execute("DELETE FROM platform_accounts WHERE username = 'one'")
        .await;
    assert_eq!(stored(&world).await.0, 0);
}
