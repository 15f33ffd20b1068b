//! Tests of the crawl depth.

use std::time::Duration;

use clipmeter_fixtures::database::{START, World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    AccountTarget, CrawlSummary, Observation, Outcome, Platform, Profile, RunTrigger, UnitKey, UnitReport,
};
use uuid::Uuid;

/// Value of `read_to_id` if nothing is due.
const NOTHING: u64 = u64::MAX;
const DAY: i64 = 86_400;

/// An item that was posted so many days before the start.
fn item(id: u64, days: i64, views: i64) -> Observation {
    Observation {
        posted_at: Some(START - days * DAY),
        ..seen(&id.to_string(), views, 1)
    }
}

/// Reads an account as deep as its target requires: reports `items`, and a complete crawl as changed by `crawl`.
async fn read(
    world: &World,
    account: i64,
    items: Vec<Observation>,
    crawl: impl FnOnce(&AccountTarget, &mut CrawlSummary),
) -> AccountTarget {
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    let target = worker.target();
    let mut said = CrawlSummary {
        endpoint: "item_list".to_owned(),
        covered_to_id: target.read_to_id,
        reached_end: target.read_to_id == 0,
        ..CrawlSummary::default()
    };
    crawl(&target, &mut said);
    let shown = Profile {
        item_count: Some(3),
        ..profile("17", "nasa")
    };
    worker.page_as(shown.clone(), items).await;
    let end = UnitReport {
        profile: Some(shown),
        crawl: Some(said),
        ..worker.end_of(Outcome::Ok)
    };
    worker.finish(end).await;
    target
}

#[tokio::test]
async fn crawl_depth_of_scrape_request_covers_newest_items() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let items = vec![item(30, 2, 5), item(20, 10, 5), item(10, 40, 5)];
    read(&world, account, items, |_, _| {}).await;
    let key = UnitKey {
        platform: Platform::Tiktok.into(),
        id: Some(Id::AccountId(account)),
    };
    let run = Uuid::new_v4();
    world
        .api
        .runs()
        .open_run(run, Platform::Tiktok, &[key], RunTrigger::Request)
        .await
        .unwrap();
    let worker = world.take(run).await.unwrap();
    assert_eq!(worker.target().read_to_id, 10);
}

#[tokio::test]
async fn crawl_depth_is_full_first_and_then_follows_tiers() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let items = || vec![item(30, 2, 5), item(20, 10, 5), item(10, 40, 5)];
    let thoroughly = |_: &AccountTarget, _: &mut CrawlSummary| {};

    let first = read(&world, account, items(), thoroughly).await;
    assert_eq!(
        (first.read_to_id, first.known_count, first.may_fill_gap),
        (0, 0, true)
    );
    assert_eq!((first.max_items, first.last_item_count), (1_000, None));

    world.clock.advance(Duration::from_hours(1));
    let quiet = read(&world, account, items(), thoroughly).await;
    assert_eq!(quiet.known_ids, [30, 20, 10]);
    assert_eq!((quiet.known_count, quiet.last_item_count), (3, Some(3)));
    assert_eq!((quiet.read_to_id, quiet.lookup_ids.len()), (NOTHING, 0));

    // After four ticks of an hour, the week tier is due, until a crawl has reached that far.
    world.clock.advance(Duration::from_hours(4));
    let shallow = |_: &AccountTarget, crawl: &mut CrawlSummary| crawl.covered_to_id = 31;
    assert_eq!(read(&world, account, items(), shallow).await.read_to_id, 30);
    world.clock.advance(Duration::from_hours(1));
    assert_eq!(read(&world, account, items(), thoroughly).await.read_to_id, 30);
    world.clock.advance(Duration::from_hours(1));
    assert_eq!(
        read(&world, account, items(), thoroughly).await.read_to_id,
        NOTHING
    );

    world.clock.advance(Duration::from_hours(18));
    assert_eq!(read(&world, account, items(), thoroughly).await.read_to_id, 20);
    world.clock.advance(Duration::from_hours(7 * 24));
    assert_eq!(read(&world, account, items(), thoroughly).await.read_to_id, 0);
}

#[tokio::test]
async fn crawl_depth_ignores_interval_of_deactivated_group() {
    let world = World::new().await;
    let (active, idle) = (world.group("active").await, world.group("idle").await);
    world
        .execute(
            "UPDATE groups SET tiktok_interval_minutes = 60 WHERE name = 'active';
             UPDATE groups SET tiktok_interval_minutes = 5, is_active = false WHERE name = 'idle'",
        )
        .await;
    let account = world.track(active, Platform::Tiktok, "nasa").await;
    assert_eq!(world.track(idle, Platform::Tiktok, "nasa").await, account);
    let thoroughly = |_: &AccountTarget, _: &mut CrawlSummary| {};
    let items = || vec![item(30, 2, 5), item(20, 10, 5), item(10, 40, 5)];
    assert_eq!(read(&world, account, items(), thoroughly).await.read_to_id, 0);
    // The week tier is due after 80 minutes at the short interval, and after 8 hours at the long one.
    world.clock.advance(Duration::from_hours(2));
    assert_eq!(
        read(&world, account, items(), thoroughly).await.read_to_id,
        NOTHING
    );
    world.execute("UPDATE groups SET is_active = true").await;
    assert_eq!(read(&world, account, items(), thoroughly).await.read_to_id, 30);
}

#[tokio::test]
async fn account_tracked_again_after_purge_is_crawled_from_start() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    let items = vec![item(30, 2, 5), item(20, 10, 5), item(10, 40, 5)];
    read(&world, account, items, |_, _| {}).await;
    // The account stays, as the author of a single video.
    world.track_video(group, Some("30"), None).await;
    world
        .execute("UPDATE tracked_videos SET post_id = (SELECT id FROM posts WHERE external_id = '30')")
        .await;
    world.untrack(group, account).await;
    assert_eq!(world.track(group, Platform::Tiktok, "nasa").await, account);
    world.clock.advance(Duration::from_hours(1));
    let worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    let target = worker.target();
    assert_eq!(target.known_ids, [30]);
    assert_eq!((target.read_to_id, target.last_item_count), (0, None));
}

#[tokio::test]
async fn crawl_depth_of_new_account_follows_backfill_setting() {
    let world = World::new().await;
    let group = world.group("a").await;
    for items in [0, 30] {
        sqlx::query("UPDATE settings SET backfill_items = $1")
            .bind(items)
            .execute(&world.owner)
            .await
            .unwrap();
        let account = world
            .track(group, Platform::Tiktok, &format!("first{items}"))
            .await;
        let worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
        assert_eq!(i64::from(worker.target().max_items), i64::from(items));
    }
}

#[tokio::test]
async fn crawl_gap_is_kept_and_filled_at_most_daily() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let gap = |_: &AccountTarget, crawl: &mut CrawlSummary| crawl.gap = Some(2);
    assert!(
        read(&world, account, vec![item(30, 2, 5)], gap)
            .await
            .may_fill_gap
    );
    assert_eq!(world.one::<i64>("SELECT gap FROM platform_accounts").await, 2);
    let none = |_: &AccountTarget, _: &mut CrawlSummary| {};
    for (hours, may_fill_gap) in [(1, false), (22, false), (1, true), (1, true)] {
        world.clock.advance(Duration::from_hours(hours));
        let target = read(&world, account, vec![], none).await;
        assert_eq!(target.may_fill_gap, may_fill_gap);
        assert_eq!(target.max_items, if may_fill_gap { 1_000 } else { 100 });
    }
    assert_eq!(world.one::<i64>("SELECT gap FROM platform_accounts").await, 2);
}

#[tokio::test]
async fn boosted_item_joins_week_tier_until_views_settle() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let thoroughly = |_: &AccountTarget, _: &mut CrawlSummary| {};
    let boosted = "SELECT count(*) FROM boosted_posts";
    let mut views = 10_000;
    let mut tick = async |gained: i64| {
        views += gained;
        world.clock.advance(Duration::from_hours(24));
        let items = vec![item(30, 60, 10_000), item(20, 70, views)];
        let target = read(&world, account, items, thoroughly).await;
        (target.read_to_id, world.one::<i64>(boosted).await)
    };
    assert_eq!(tick(0).await, (0, 0));
    assert_eq!(tick(99).await, (NOTHING, 0));
    assert_eq!(tick(500).await, (NOTHING, 1));
    // Both are on one page.
    assert_eq!(tick(500).await, (20, 1));
    assert_eq!(tick(80).await, (20, 1));
    assert_eq!(tick(10).await, (20, 1));
    assert_eq!(tick(10).await, (20, 0));
    assert_eq!(tick(0).await.1, 0);
}

#[tokio::test]
async fn crawl_depth_is_unchanged_by_failed_units() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    // An account with a handle conflict is not read until an admin decides.
    let goes_on = |outcome: &Outcome| !outcome.is_success() && *outcome != Outcome::IdentityChanged;
    for outcome in Outcome::all().filter(goes_on) {
        let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
        assert_eq!(
            (worker.target().read_to_id, worker.target().may_fill_gap),
            (0, true)
        );
        let end = UnitReport {
            crawl: Some(CrawlSummary {
                reached_end: true,
                gap: Some(0),
                ..CrawlSummary::default()
            }),
            ..worker.end_of(outcome)
        };
        worker.finish(end).await;
        // It is read again, although another account may have its name.
        world
            .execute("UPDATE platform_accounts SET handle_conflict_at = NULL")
            .await;
    }
}
