//! Tests of the list of units.

use std::collections::HashSet;

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{CrawlSummary, GroupLoad, Outcome, Platform, PlatformQueue};
use clipmeter_runtime::Clock as _;
use clipmeter_scheduler::{Selection, Target, UnitKey};

#[tokio::test]
async fn unit_has_shortest_interval_of_its_active_groups() {
    let world = World::new().await;
    let (slow, fast, idle) = (
        world.group("slow").await,
        world.group("fast").await,
        world.group("idle").await,
    );
    world
        .execute("UPDATE groups SET instagram_interval_minutes = 5 WHERE name IN ('fast', 'idle')")
        .await;
    world
        .execute("UPDATE groups SET is_active = false WHERE name = 'idle'")
        .await;
    let shared = world.track(slow, Platform::Instagram, "shared").await;
    assert_eq!(world.track(fast, Platform::Instagram, "shared").await, shared);
    let alone = world.track(slow, Platform::Instagram, "alone").await;
    world.track(idle, Platform::Instagram, "alone").await;
    world.track(idle, Platform::Tiktok, "nobody").await;
    let video = world.track_video(slow, Some("7001"), None).await;
    world.track_video(fast, Some("7001"), None).await;

    let units = world.api.runs().list_units().await.unwrap();
    let found: Vec<_> = units
        .iter()
        .map(|unit| {
            (
                unit.key.as_ref().unwrap().id.unwrap(),
                unit.interval_seconds,
                unit.group_ids.clone(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (Id::AccountId(shared), 300, vec![slow, fast]),
            (Id::AccountId(alone), 3_600, vec![slow]),
            (Id::VideoId(video), 900, vec![slow, fast]),
        ]
    );
    assert!(units.iter().all(|unit| unit.last_attempt_at.is_none()));
}

#[tokio::test]
async fn account_is_crawled_in_full_once_a_day() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let mut crawls = Vec::new();
    for outcome in [Outcome::RateLimited, Outcome::Ok, Outcome::Ok, Outcome::Ok] {
        let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
        crawls.push(worker.target().max_items);
        worker.finish(worker.end_of(outcome)).await;
        world.clock.advance(std::time::Duration::from_hours(13));
    }
    assert_eq!(crawls, [1_000, 1_000, 100, 1_000]);
    let unit = &world.api.runs().list_units().await.unwrap()[0];
    assert_eq!(unit.consecutive_failures, 0);
    assert!(unit.last_attempt_at.is_some());
}

#[tokio::test]
async fn interrupted_crawl_is_not_a_full_crawl() {
    let world = World::new().await;
    let group = world.group("a").await;
    for (name, reached_end, capped) in [
        ("broken", false, false),
        ("full", true, false),
        ("large", false, true),
    ] {
        let account = world.track(group, Platform::Tiktok, name).await;
        let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
        let mut end = worker.end_of(Outcome::Ok);
        end.crawl = Some(CrawlSummary {
            covered_to_id: 7_000,
            reached_end,
            capped,
            ..CrawlSummary::default()
        });
        worker.finish(end).await;
        let crawled = "SELECT last_full_crawl_at IS NOT NULL FROM platform_accounts ORDER BY id DESC LIMIT 1";
        assert_eq!(world.one::<bool>(crawled).await, reached_end || capped, "{name}");
    }
}

#[tokio::test]
async fn unit_in_open_run_is_not_listed_until_ended() {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    let assigned = world.track(a, Platform::Tiktok, "held").await;
    let free = world.track(a, Platform::Tiktok, "free").await;
    let video = world.track_video(a, Some("7001"), None).await;
    world.track_video(b, Some("7001"), None).await;
    let offered = async || -> Vec<Id> {
        let units = world.api.runs().list_units().await.unwrap();
        units.iter().filter_map(|unit| unit.key.as_ref()?.id).collect()
    };
    let (run, units) = world
        .open(Platform::Tiktok, &[Id::AccountId(assigned), Id::VideoId(video)])
        .await;
    assert_eq!(units, 2);
    assert_eq!(offered().await, [Id::AccountId(free)]);

    let mut worker = world.take(run).await.unwrap();
    worker.end(Outcome::Ok).await.unwrap();
    assert_eq!(offered().await, [Id::AccountId(assigned), Id::AccountId(free)]);
    world.api.runs().close_run(run, "gone").await.unwrap();
    assert_eq!(
        offered().await,
        [Id::AccountId(assigned), Id::AccountId(free), Id::VideoId(video)]
    );
}

#[tokio::test]
async fn due_units_are_listed_with_load_of_their_groups() {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    let read = world.track(a, Platform::Tiktok, "read").await;
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(read)).await;
    worker.finish(worker.end_of(Outcome::Ok)).await;
    let assigned = world.track(a, Platform::Tiktok, "assigned").await;
    let video = world.track_video(a, Some("7001"), None).await;
    world.track_video(b, Some("7001"), None).await;
    world
        .open(Platform::Tiktok, &[Id::AccountId(assigned), Id::VideoId(video)])
        .await;
    let new = world.track(a, Platform::Instagram, "new").await;
    let other = world.track(b, Platform::Instagram, "other").await;

    let now = world.clock.now().timestamp();
    let requested = HashSet::from([UnitKey {
        platform: Platform::Tiktok,
        target: Target::Account(read),
    }]);
    let nothing = HashSet::new();
    for (requested, limit_per_platform, expected, groups) in [
        (&nothing, 9, vec![new, other], vec![a, b]),
        (&nothing, 1, vec![new], vec![a]),
        (&requested, 1, vec![read, new], vec![a]),
        (&nothing, 0, vec![], vec![]),
    ] {
        let selection = Selection {
            now,
            within_seconds: 0,
            requested,
            limit_per_platform,
        };
        let due = world.api.runs().list_due(&selection).await.unwrap();
        let listed: Vec<Id> = due.units.iter().filter_map(|unit| unit.key?.id).collect();
        assert_eq!(
            listed,
            expected.into_iter().map(Id::AccountId).collect::<Vec<_>>()
        );
        let loads =
            [(a, 2, Some(now)), (b, 0, None)].map(|(group_id, in_flight, last_served_at)| GroupLoad {
                group_id,
                in_flight,
                last_served_at,
            });
        let loads = loads.into_iter().filter(|load| groups.contains(&load.group_id));
        assert_eq!(due.groups, loads.collect::<Vec<_>>());
        let queues = [(Platform::Instagram, 2), (Platform::Tiktok, 0)].map(|(platform, due)| PlatformQueue {
            platform: platform.into(),
            due,
        });
        assert_eq!(due.queues, queues, "counts do not depend on the limit");
    }
}

#[tokio::test]
async fn video_unit_continues_for_remaining_groups() {
    let world = World::new().await;
    let mut videos = Vec::new();
    for group in ["a", "b", "c"] {
        let group = world.group(group).await;
        videos.push(world.track_video(group, Some("7001"), None).await);
    }
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(videos[2])).await;
    for (left, deleted) in [(2, videos[0]), (1, videos[1])] {
        sqlx::query("DELETE FROM tracked_videos WHERE id = $1")
            .bind(deleted)
            .execute(&world.owner)
            .await
            .unwrap();
        assert!(world.api.runs().list_units().await.unwrap().is_empty());
        let views = 100 * left;
        worker
            .page_as(profile("55", "author"), vec![seen("7001", views, 1)])
            .await;
        assert_eq!(world.one::<i64>("SELECT views FROM posts").await, views);
    }
    worker.end(Outcome::Ok).await.unwrap();
    let read = "SELECT count(*) FROM tracked_videos WHERE last_outcome = 'ok' AND post_id IS NOT NULL";
    assert_eq!(world.one::<i64>(read).await, 1);
}

#[tokio::test]
async fn account_is_not_assigned_to_run_opened_during_its_deletion() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    // Like the product: the account stays until its tombstone is purged.
    let mut deletion = world.owner.begin().await.unwrap();
    for statement in [
        "INSERT INTO tombstones (kind, platform, name, group_id, account_id, state, deleted_at)
         SELECT 'account', 'tiktok', 'nasa', t.group_id, t.account_id, to_jsonb(t), now() FROM tracked_accounts t",
        "DELETE FROM tracked_accounts",
    ] {
        sqlx::query(statement).execute(&mut *deletion).await.unwrap();
    }
    let ids = [Id::AccountId(account)];
    let deleted = async {
        world.until_waiting(1).await;
        deletion.commit().await.unwrap();
    };
    let ((_, units), ()) = futures::join!(world.open(Platform::Tiktok, &ids), deleted);
    assert_eq!(units, 0);
    assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 1);
    assert_eq!(world.count("SELECT count(*) FROM run_units").await, 0);
}

#[tokio::test]
async fn deleted_account_leaves_open_runs_but_not_ended_ones() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    for _ in 0..3 {
        world
            .scrape(Platform::Tiktok, account, vec![seen("1", 5, 1)])
            .await;
        world.clock.advance(std::time::Duration::from_hours(1));
    }
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    let ended = "SELECT string_agg(xmin::text, ',' ORDER BY id) FROM run_units WHERE outcome IS NOT NULL";
    let before = world.one::<String>(ended).await;
    world.untrack(group, account).await;
    assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 0);
    assert_eq!(world.one::<String>(ended).await, before, "no row is written");
    worker.page(vec![seen("1", 9, 1)]).await.unwrap();
    worker.finish(worker.end_of(Outcome::Ok)).await;
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
}
