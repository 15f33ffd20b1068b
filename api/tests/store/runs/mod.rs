//! Tests of the results of runs: sums over their units, traffic and duration.

mod cadence;
mod lease;
mod requeue;
mod units;

use std::time::Duration;

use chacha20::ChaCha8Rng;
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{Worker, World, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, RequestStats, RequeueReport, UnitReport};
use rand::{RngExt as _, SeedableRng as _};

const ENDPOINTS: [&str; 3] = ["web_profile_info", "graphql_timeline", "feed_user"];

/// Returns a number below `below`.
fn number(random: &mut ChaCha8Rng, below: u32) -> u32 {
    random.random_range(0..below)
}

fn some_outcome(random: &mut ChaCha8Rng) -> Outcome {
    let outcomes: Vec<Outcome> = Outcome::all().collect();
    let count = u32::try_from(outcomes.len()).unwrap();
    outcomes[usize::try_from(number(random, count)).unwrap()]
}

fn some_request_stats(random: &mut ChaCha8Rng) -> Vec<RequestStats> {
    (0..number(random, 4))
        .map(|_| RequestStats {
            endpoint: ENDPOINTS[usize::try_from(number(random, 3)).unwrap()].to_owned(),
            outcome: some_outcome(random).into(),
            session_id: number(random, 3).into(),
            requests: 1 + number(random, 9),
            bytes: number(random, 100_000).into(),
        })
        .collect()
}

/// Returns the end of a unit, with consistent request statistics.
fn some_end(random: &mut ChaCha8Rng, unit_id: i64) -> UnitReport {
    let request_stats = some_request_stats(random);
    UnitReport {
        unit_id,
        outcome: some_outcome(random).into(),
        requests: request_stats.iter().map(|stats| stats.requests).sum(),
        bytes: request_stats.iter().map(|stats| stats.bytes).sum(),
        request_stats,
        ..UnitReport::default()
    }
}

/// Returns the number of runs whose sums differ from their units', and the difference between traffic and the units' requests
/// and bytes. Both must be zero.
async fn assert_sums(world: &World) {
    let wrong = "SELECT count(*) FROM runs r JOIN LATERAL (
                     SELECT count(*) AS units, count(outcome) AS done, sum(requests) AS requests, sum(bytes) AS bytes,
                            count(*) FILTER (WHERE outcome NOT IN ('ok', 'ok_no_videos', 'age_restricted')) AS failed,
                            sum(items_new) AS items_new, sum(items_updated) AS items_updated,
                            CASE WHEN bool_or(session_class = 'session') THEN 'session'
                                 WHEN bool_or(session_class = 'anonymous') THEN 'anonymous'
                                 WHEN bool_or(session_class = 'none') THEN 'none' END AS class
                     FROM run_units WHERE run_id = r.id) u ON true
                 WHERE (r.units, r.done, r.failed, r.requests, r.bytes, r.items_new, r.items_updated)
                       <> (u.units, u.done, u.failed, u.requests, u.bytes, u.items_new, u.items_updated)
                    OR r.session_class IS DISTINCT FROM u.class";
    assert_eq!(world.one::<i64>(wrong).await, 0);
    let missing = "SELECT count(*) FROM (SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(bytes), 0) AS bytes
                                         FROM traffic_hours) t,
                       (SELECT sum(requests) AS requests, sum(bytes) AS bytes FROM run_units) u
                   WHERE (t.requests, t.bytes) <> (u.requests, u.bytes)";
    assert_eq!(world.one::<i64>(missing).await, 0);
}

#[tokio::test]
async fn run_sums_equal_those_of_units_after_repeated_reports() {
    let world = World::new().await;
    let group = world.group("a").await;
    let mut accounts = Vec::new();
    for n in 0..6 {
        accounts.push(
            world
                .track(group, Platform::Instagram, &format!("account{n}"))
                .await,
        );
    }
    let mut units = 0;
    for seed in 0..12 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let ids: Vec<Id> = accounts.iter().map(|id| Id::AccountId(*id)).collect();
        let (run, _) = world.open(Platform::Instagram, &ids).await;
        let mut worker = world.take(run).await.unwrap();
        for unit in worker.batch.units.clone() {
            // Requeued, some more than once, and reported again.
            for _ in 0..number(&mut random, 3) {
                let requeued = Body::Requeued(RequeueReport {
                    unit_id: unit.unit_id,
                    request_stats: some_request_stats(&mut random),
                });
                worker.send(requeued.clone()).await.unwrap();
                worker.send_as(worker.sequence, requeued).await.unwrap();
                assert_sums(&world).await;
            }
            if number(&mut random, 6) == 0 {
                continue;
            }
            let end = some_end(&mut random, unit.unit_id);
            worker.send(Body::Unit(end.clone())).await.unwrap();
            units += 1;
            // The same message again, and the same end in another message, as after another scraper took over.
            if number(&mut random, 2) == 0 {
                worker
                    .send_as(worker.sequence, Body::Unit(end.clone()))
                    .await
                    .unwrap();
                worker
                    .send(Body::Unit(some_end(&mut random, unit.unit_id)))
                    .await
                    .unwrap();
            }
            assert_sums(&world).await;
        }
        world.clock.advance(Duration::from_mins(25));
        worker.complete().await.unwrap();
    }
    assert_sums(&world).await;
    let counted = world.api.usage().await.reported;
    assert_eq!(counted.units.values().sum::<u64>(), units);
    let requests: i64 = world.one("SELECT sum(requests)::bigint FROM run_units").await;
    assert_eq!(
        counted.requests.values().sum::<u64>(),
        u64::try_from(requests).unwrap()
    );
    let hours: i64 = world.one("SELECT count(DISTINCT hour) FROM traffic_hours").await;
    assert!(hours > 1, "{hours}");
}

#[tokio::test]
async fn run_sums_include_pages_but_no_invalid_statistics() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    worker.page(vec![seen("1", 5, 1), seen("2", 7, 1)]).await.unwrap();
    let mut end = worker.end_of(Outcome::Ok);
    end.request_stats = vec![RequestStats {
        endpoint: "no code".to_owned(),
        outcome: Outcome::Ok.into(),
        ..RequestStats::default()
    }];
    assert!(worker.send(Body::Unit(end)).await.is_err());
    let outcome: String = world.one("SELECT outcome FROM run_units").await;
    assert_eq!(outcome, "unknown_error");
    assert_sums(&world).await;
    assert_eq!(world.one::<i64>("SELECT items_new FROM runs").await, 2);
}

#[tokio::test]
async fn run_is_timed_from_its_first_scraper_despite_takeover() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let (run, _) = world.open(Platform::Tiktok, &[Id::AccountId(account)]).await;
    world.clock.advance(Duration::from_secs(15));
    let dead: Worker<'_> = world.take(run).await.unwrap();
    let taken = "SELECT extract(epoch FROM taken_at - opened_at)::bigint FROM runs";
    assert_eq!(world.one::<i64>(taken).await, 15);
    world.clock.advance(Duration::from_mins(1));
    let worker = world.take(run).await.unwrap();
    assert_ne!(worker.token, dead.token);
    assert_eq!(world.one::<i64>(taken).await, 15);
}

#[tokio::test]
async fn run_sums_are_visible_to_admins_only() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    world
        .scrape(Platform::Tiktok, account, vec![seen("1", 5, 1)])
        .await;
    for (scope, runs) in [(Scope::Admin, 1), (Scope::Group(group), 0), (Scope::Empty, 0)] {
        let mut tx = world.begin(scope, Access::Read).await;
        let seen: i64 = sqlx::query_scalar("SELECT count(*) FROM run_sums")
            .fetch_one(&mut *tx)
            .await
            .unwrap();
        assert_eq!(seen, runs, "{scope:?}");
        let mut tx = world.begin(scope, Access::Read).await;
        let denied = sqlx::query("SELECT requests FROM runs").execute(&mut *tx).await;
        assert!(
            denied.unwrap_err().to_string().contains("permission denied"),
            "{scope:?}"
        );
    }
}

#[tokio::test]
async fn traffic_is_kept_for_ninety_days() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let hours = "SELECT count(*) FROM traffic_hours";
    for (days, expected) in [(0, 1), (1, 2), (88, 3), (1, 3), (1, 3)] {
        world.clock.advance(Duration::from_hours(days * 24));
        let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
        let mut end = worker.end_of(Outcome::Ok);
        end.request_stats = vec![RequestStats {
            endpoint: "user_page".to_owned(),
            outcome: Outcome::Ok.into(),
            requests: 1,
            ..RequestStats::default()
        }];
        worker.finish(end).await;
        world.api.run_maintenance_once().await.unwrap();
        assert_eq!(world.one::<i64>(hours).await, expected, "{days}");
    }
}
