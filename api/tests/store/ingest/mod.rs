//! Tests of storing observations and their history.

mod captured_responses;
mod crawl_checkpoints;
mod crawl_depth;
mod removal;
mod report_interrupted;
mod rounded_counts;
mod single_video;
mod unit_end;

use std::time::Duration;

use clipmeter_db::DbError;
use clipmeter_fixtures::database::{START, World, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, PageReport, Platform};
use sqlx::Row as _;

type Counts = (Option<i64>, Option<i64>);

async fn post(world: &World, id: &str) -> Counts {
    let row = sqlx::query("SELECT views, likes FROM posts WHERE external_id = $1")
        .bind(id)
        .fetch_one(&world.owner)
        .await
        .unwrap();
    (row.get(0), row.get(1))
}

async fn history(world: &World, id: &str) -> Vec<(i64, Option<i64>)> {
    sqlx::query(
        "SELECT extract(epoch FROM m.observed_at)::bigint, m.views FROM post_metrics m
         JOIN posts p ON p.id = m.post_id WHERE p.external_id = $1 ORDER BY 1",
    )
    .bind(id)
    .fetch_all(&world.owner)
    .await
    .unwrap()
    .iter()
    .map(|row| (row.get(0), row.get(1)))
    .collect()
}

/// Returns the physical location of each row of `posts`, which changes when a row is written, even with the same values.
async fn row_versions(world: &World) -> String {
    world
        .one("SELECT string_agg(id || ':' || xmin || ':' || ctid::text, ',' ORDER BY id) FROM posts")
        .await
}

#[tokio::test]
async fn second_scrape_updates_counts_and_adds_history() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;

    let first = world
        .scrape(
            Platform::Instagram,
            account,
            vec![seen("1", 100, 10), seen("2", 5, 1)],
        )
        .await;
    assert_eq!((first.items_new, first.items_updated), (2, 0));
    world.clock.advance(Duration::from_secs(90));
    let second = world
        .scrape(
            Platform::Instagram,
            account,
            vec![seen("1", 150, 12), seen("2", 5, 1)],
        )
        .await;
    assert_eq!((second.items_new, second.items_updated), (0, 1));

    assert_eq!(post(&world, "1").await, (Some(150), Some(12)));
    assert_eq!(
        history(&world, "1").await,
        [(START, Some(100)), (START + 60, Some(150))]
    );
    assert_eq!(history(&world, "2").await, [(START, Some(5))]);
}

#[tokio::test]
async fn unchanged_observation_writes_nothing() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    world
        .scrape(
            Platform::Tiktok,
            account,
            vec![seen("1", 100, 10), seen("2", 5, 1)],
        )
        .await;
    let before = row_versions(&world).await;
    world.clock.advance(Duration::from_mins(5));
    let again = world
        .scrape(
            Platform::Tiktok,
            account,
            vec![seen("1", 100, 10), seen("2", 5, 1)],
        )
        .await;
    assert_eq!((again.items_new, again.items_updated), (0, 0));
    assert_eq!(row_versions(&world).await, before);
    assert_eq!(history(&world, "1").await.len(), 1);
}

#[tokio::test]
async fn repeated_message_is_acknowledged_and_changes_nothing() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    let page = worker.page_of(None, vec![seen("1", 100, 10)]);
    worker.send(page.clone()).await.unwrap();
    // Different content with the same number shows that only the number is compared.
    worker
        .send_as(1, worker.page_of(None, vec![seen("1", 999, 10)]))
        .await
        .unwrap();
    worker.send_as(1, page).await.unwrap();
    worker.end(Outcome::Ok).await.unwrap();
    worker
        .send_as(2, Body::Unit(worker.end_of(Outcome::RateLimited)))
        .await
        .unwrap();

    assert_eq!(post(&world, "1").await, (Some(100), Some(10)));
    let done = worker.complete().await.unwrap();
    assert_eq!((done.items_new, done.items_updated), (1, 0));
    assert_eq!(worker.complete().await.unwrap(), done);
    assert_eq!(
        world
            .one::<String>("SELECT last_outcome FROM platform_accounts")
            .await,
        "ok"
    );
}

#[tokio::test]
async fn missing_fields_keep_their_last_known_value() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let full = Observation {
        caption: "hello\0".to_owned(),
        ..seen("1", 100, 10)
    };
    world.scrape(Platform::Instagram, account, vec![full]).await;
    let bare = Observation {
        external_id: "1".to_owned(),
        likes: Some(-1),
        ..Observation::default()
    };
    world.scrape(Platform::Instagram, account, vec![bare]).await;
    assert_eq!(post(&world, "1").await, (Some(100), Some(10)));
    assert_eq!(world.one::<String>("SELECT caption FROM posts").await, "hello");
    assert_eq!(
        world.one::<String>("SELECT views_source FROM posts").await,
        "play_count"
    );
}

#[tokio::test]
async fn views_from_weaker_source_do_not_replace_plays() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    for (key, views, likes, stored) in [
        ("video_view_count", 40, 1, (Some(40), "video_view_count")),
        ("view_count", 30, 1, (Some(30), "view_count")),
        ("play_count", 100, 1, (Some(100), "play_count")),
        ("video_view_count", 60, 2, (Some(100), "play_count")),
        ("view_count", 150, 2, (Some(100), "play_count")),
        ("ig_play_count", 120, 2, (Some(120), "ig_play_count")),
    ] {
        let shown = Observation {
            views_source: key.to_owned(),
            ..seen("1", views, likes)
        };
        world.clock.advance(Duration::from_mins(1));
        world.scrape(Platform::Instagram, account, vec![shown]).await;
        assert_eq!(post(&world, "1").await.0, stored.0, "{key} {views}");
        let source: String = world.one("SELECT views_source FROM posts").await;
        assert_eq!(source, stored.1, "{key} {views}");
    }
    let history: String = world
        .one("SELECT string_agg(concat_ws(' ', views, likes, views_source), ', ' ORDER BY observed_at) FROM post_metrics")
        .await;
    assert_eq!(
        history,
        "40 1 video_view_count, 30 1 view_count, 100 1 play_count, 100 2 play_count, 120 2 ig_play_count"
    );
}

#[tokio::test]
async fn impossibly_large_count_is_stored_as_unknown() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let largest = 1_000_000_000_000_000;
    world
        .scrape(
            Platform::Instagram,
            account,
            vec![seen("1", i64::MAX, largest + 1), seen("2", largest, i64::MAX)],
        )
        .await;
    assert_eq!(post(&world, "1").await, (None, None));
    assert_eq!(post(&world, "2").await, (Some(largest), None));
}

#[tokio::test]
async fn item_listed_twice_on_page_is_stored_once() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let pinned = Observation {
        pinned: true,
        ..seen("1", 100, 10)
    };
    let done = world
        .scrape(Platform::Instagram, account, vec![pinned, seen("1", 101, 10)])
        .await;
    assert_eq!(done.items_new, 1);
    assert_eq!(post(&world, "1").await.0, Some(101));
}

#[tokio::test]
async fn failed_unit_keeps_counts_and_records_reason() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    world
        .scrape(Platform::Instagram, account, vec![seen("1", 100, 10)])
        .await;
    let before = row_versions(&world).await;
    for failures in 1..=2 {
        world.clock.advance(Duration::from_mins(1));
        let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
        let end = clipmeter_proto::v1::UnitReport {
            detail: "x".repeat(1_000),
            ..worker.end_of(Outcome::RateLimited)
        };
        worker.finish(end).await;
        assert_eq!(
            world
                .one::<i32>("SELECT consecutive_failures FROM platform_accounts")
                .await,
            failures
        );
    }
    assert_eq!(row_versions(&world).await, before);
    let row = sqlx::query(
        "SELECT last_outcome, length(last_detail), last_attempt_at - last_success_at = interval '2 minutes'
         FROM platform_accounts",
    )
    .fetch_one(&world.owner)
    .await
    .unwrap();
    assert_eq!(row.get::<String, _>(0), "rate_limited");
    assert_eq!(row.get::<i32, _>(1), 300);
    assert!(row.get::<bool, _>(2));
}

#[tokio::test]
async fn invalid_pages_are_refused_with_helpful_message() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    let page = |unit_id, observed_at, observations| {
        Body::Page(PageReport {
            unit_id,
            observed_at,
            observations,
            ..PageReport::default()
        })
    };
    let unit = worker.unit();
    let month = 32 * 86_400;
    for (body, word) in [
        (
            page(unit, START, vec![Observation::default()]),
            "item's ID on the platform",
        ),
        (page(unit, START, vec![seen("1", 1, 1); 1_001]), "at most 1000"),
        (page(unit, START - month, vec![seen("1", 1, 1)]), "clock"),
        (page(unit, i64::MAX, vec![seen("1", 1, 1)]), "clock"),
        (
            page(unit + 1, START, vec![seen("1", 1, 1)]),
            "does not belong to this run",
        ),
    ] {
        match worker.send(body).await {
            Err(DbError::Invalid(reason)) => assert!(reason.contains(word), "{reason}"),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
    // A clock that is ahead does no harm.
    worker
        .send(page(unit, START + 3_600, vec![seen("1", 1, 1)]))
        .await
        .unwrap();
    assert_eq!(history(&world, "1").await, [(START, Some(1))]);
}

#[tokio::test]
async fn history_moves_from_default_to_monthly_partition() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    world
        .scrape(Platform::Instagram, account, vec![seen("1", 100, 10)])
        .await;
    assert_eq!(world.count("SELECT count(*) FROM post_metrics_2023_11").await, 1);
    assert_eq!(world.count("SELECT count(*) FROM post_metrics_default").await, 0);

    world
        .execute("INSERT INTO post_metrics SELECT id, '2024-02-03 04:05:00Z', 7 FROM posts")
        .await;
    assert_eq!(world.count("SELECT count(*) FROM post_metrics_default").await, 1);
    for _ in 0..2 {
        sqlx::query("SELECT ensure_metrics_month('2024-02-29 23:59:59Z')")
            .execute(world.pools().await.ingest.statement())
            .await
            .unwrap();
    }
    assert_eq!(world.count("SELECT count(*) FROM post_metrics_default").await, 0);
    assert_eq!(
        world.one::<i64>("SELECT views FROM post_metrics_2024_02").await,
        7
    );
}

#[tokio::test]
async fn report_of_new_month_does_not_wait_for_readers_of_history() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut reader = world.owner.begin().await.unwrap();
    sqlx::query("LOCK TABLE post_metrics IN ACCESS SHARE MODE")
        .execute(&mut *reader)
        .await
        .unwrap();
    world
        .scrape(Platform::Instagram, account, vec![seen("1", 100, 10)])
        .await;
    assert_eq!(world.count("SELECT count(*) FROM post_metrics_default").await, 1);
    reader.rollback().await.unwrap();
    world.api.run_maintenance_once().await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM post_metrics_2023_11").await, 1);
}

#[tokio::test]
async fn maintenance_creates_next_month_a_week_ahead() {
    let world = World::new().await;
    let month = "SELECT count(*) FROM pg_class WHERE relname = 'post_metrics_2023_12'";
    world.api.run_maintenance_once().await.unwrap();
    assert_eq!(world.count(month).await, 0);
    world.clock.advance(Duration::from_hours(11 * 24));
    world.api.run_maintenance_once().await.unwrap();
    assert_eq!(world.count(month).await, 1);
}

#[tokio::test]
async fn concurrent_reports_of_same_items_lose_nothing() {
    let world = World::new().await;
    let group = world.group("a").await;
    let one = world.track(group, Platform::Instagram, "one").await;
    let two = world.track(group, Platform::Instagram, "two").await;
    let first = async {
        for round in 0..20 {
            world.scrape(Platform::Instagram, one, items(0..60, round)).await;
        }
    };
    let second = async {
        for round in 0..20 {
            // The other way round: without a fixed order of locks these would meet head-on.
            let mut items = items(30..90, round);
            items.reverse();
            world.scrape(Platform::Instagram, two, items).await;
        }
    };
    futures::future::join(first, second).await;
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 90);
    assert_eq!(
        world
            .one::<i64>("SELECT sum(posts)::bigint FROM account_counters")
            .await,
        90
    );
    assert_eq!(
        world
            .one::<i64>("SELECT sum(views)::bigint FROM account_counters")
            .await,
        world.one::<i64>("SELECT sum(views)::bigint FROM posts").await
    );
}

fn items(range: std::ops::Range<i64>, round: i64) -> Vec<Observation> {
    range
        .map(|id| seen(&id.to_string(), 1_000 + round, round))
        .collect()
}
