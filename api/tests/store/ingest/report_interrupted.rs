//! Reports whose processing (`RunStore::store`) stops at any point, as when the API crashes: the future is dropped at each point where it
//! waits. The process itself is killed in `standalone/tests/standalone/process_kills.rs` and, on Kubernetes, in
//! `testing/e2e/kubernetes/faults.spec.ts`.

use std::time::Duration;

use clipmeter_fixtures::cut_off;
use clipmeter_fixtures::database::{Worker, World, profile, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, Profile, RequestStats, UnitReport};
use sqlx::AssertSqlSafe;

/// An upper bound of the await points of a report.
const MAX_WAITS: usize = 500;

/// Long enough to reach a month without a partition.
const LATER: Duration = Duration::from_hours(30 * 24);

type Report = fn(&Worker<'_>) -> Body;

/// A page with a changed, an unchanged and a new item, and a changed profile.
fn page(worker: &Worker<'_>) -> Body {
    worker.page_of(
        Some(profile_with(200)),
        vec![seen("1", 150, 12), seen("2", 5, 1), seen("3", 7, 1)],
    )
}

fn unit_end(worker: &Worker<'_>) -> Body {
    Body::Unit(UnitReport {
        requests: 1,
        bytes: 10,
        request_stats: vec![RequestStats {
            endpoint: "ig_feed_user".to_owned(),
            outcome: Outcome::RateLimited.into(),
            requests: 1,
            bytes: 10,
            ..RequestStats::default()
        }],
        detail: "429".to_owned(),
        ..worker.end_of(Outcome::RateLimited)
    })
}

fn profile_with(followers: i64) -> Profile {
    Profile {
        follower_count: Some(followers),
        ..profile("1", "nasa")
    }
}

/// An account that was read a month ago, so that a report changes stored rows too.
async fn world() -> (World, i64) {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    worker
        .page_as(profile_with(100), vec![seen("1", 100, 10), seen("2", 5, 1)])
        .await;
    worker.finish(worker.end_of(Outcome::Ok)).await;
    world.clock.advance(LATER);
    (world, account)
}

/// Returns the rows of all tables without what differs between two databases with the same history: IDs of runs, lease tokens, and
/// IDs of items, because an insert that is rolled back uses up an ID.
async fn contents(world: &World) -> Vec<String> {
    let tables = "SELECT relname::text FROM pg_class
                  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
                    AND relname NOT IN ('_sqlx_migrations', 'scope_keys')
                  ORDER BY 1";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&world.owner).await.unwrap();
    let rows = tables.iter().map(|table| {
        format!(
            "SELECT '{table} ' || (to_jsonb(t) - '{{id,post_id,run_id,lease_token}}'::text[])::text AS line FROM {table} t"
        )
    });
    let rows = rows.collect::<Vec<_>>().join(" UNION ALL ") + " ORDER BY line";
    sqlx::query_scalar(AssertSqlSafe(rows))
        .fetch_all(&world.owner)
        .await
        .unwrap()
}

#[tokio::test]
async fn report_interrupted_while_stored_is_stored_entirely_or_not_at_all() {
    let reports: [(&str, Report); 2] = [("a page", page), ("the end of a unit", unit_end)];
    for (name, report) in reports {
        let (reference, account) = world().await;
        let worker = reference.lease(Platform::Instagram, Id::AccountId(account)).await;
        let nothing = contents(&reference).await;
        worker.send_as(1, report(&worker)).await.unwrap();
        let everything = contents(&reference).await;
        assert_ne!(nothing, everything, "{name}");

        let mut interrupted = 0;
        for waits in 0..MAX_WAITS {
            let (world, account) = world().await;
            let worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
            let ended = cut_off(waits, worker.send_as(1, report(&worker))).await;
            assert!(world.becomes_idle().await, "{name}, dropped after {waits} waits");
            let stored = contents(&world).await;
            let is_complete = stored == everything;
            if !is_complete {
                assert_eq!(stored, nothing, "{name}, dropped after {waits} waits");
            }
            worker.send_as(1, report(&worker)).await.unwrap();
            let repeated = contents(&world).await;
            assert_eq!(repeated, everything, "{name}, repeated after {waits} waits");
            if let Some(ended) = ended {
                ended.unwrap();
                assert!(is_complete, "{name}, acknowledged after {waits} waits");
                break;
            }
            interrupted += 1;
        }
        // A report takes several statements, but on a busy machine most responses arrive before the report waits for them.
        assert!((1..MAX_WAITS).contains(&interrupted), "{name}: {interrupted}");
    }
}
