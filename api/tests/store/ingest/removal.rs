//! Tests of items that the platform no longer shows.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{MissingItem, MissingSource, Outcome, Platform, UnitReport};
use clipmeter_runtime::Clock as _;

const HOUR: Duration = Duration::from_hours(1);

/// Creates a world with an account whose items 1, 2 and 3 were read.
async fn world() -> (World, i64) {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let items = ["1", "2", "3"].map(|id| seen(id, 10, 1)).to_vec();
    world.scrape(Platform::Tiktok, account, items).await;
    (world, account)
}

/// Reads the account: reports items 1 and 2 as seen, and item 3 as missing this many times.
async fn report_missing(world: &World, account: i64, sources: &[MissingSource]) {
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    worker
        .page(vec![seen("1", 20, 2), seen("2", 10, 1)])
        .await
        .unwrap();
    let end = UnitReport {
        missing: sources
            .iter()
            .map(|source| MissingItem {
                id: 3,
                source: (*source).into(),
            })
            .collect(),
        ..worker.end_of(Outcome::Ok)
    };
    worker.finish(end).await;
}

/// Returns the known IDs that the next run receives, and the IDs that it must look up.
async fn next_lookups(world: &World, account: i64) -> (Vec<u64>, Vec<u64>) {
    let worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    let target = worker.target();
    worker.complete().await.unwrap();
    let mut known = target.known_ids;
    known.sort_unstable();
    (known, target.lookup_ids)
}

async fn availability(world: &World) -> String {
    world
        .one("SELECT string_agg(availability, ' ' ORDER BY external_id) FROM posts")
        .await
}

#[tokio::test]
async fn removal_requires_two_independent_observations() {
    let (world, account) = world().await;
    report_missing(&world, account, &[MissingSource::List, MissingSource::Item]).await;
    assert_eq!(availability(&world).await, "public public public");
    assert_eq!(next_lookups(&world, account).await, (vec![1, 2, 3], vec![3]));
    // Missing on its own page and, in another run, in the list.
    let measured = world.count("SELECT count(*) FROM post_metrics").await;
    report_missing(&world, account, &[MissingSource::List]).await;
    assert_eq!(availability(&world).await, "public public removed");
    assert_eq!(world.count("SELECT count(*) FROM suspected_removals").await, 0);

    assert_eq!(next_lookups(&world, account).await, (vec![1, 2], vec![]));
    // Its numbers stay in the totals, and its history is kept.
    assert_eq!(world.count("SELECT count(*) FROM post_metrics").await, measured);
    assert_eq!(world.one::<i64>("SELECT views FROM account_counters").await, 40);
    let since = world
        .one::<DateTime<Utc>>("SELECT unavailable_since FROM posts WHERE external_id = '3'")
        .await;
    assert_eq!(since, world.clock.now());

    world.clock.advance(HOUR);
    world
        .scrape(Platform::Tiktok, account, vec![seen("3", 11, 1)])
        .await;
    assert_eq!(availability(&world).await, "public public public");
}

#[tokio::test]
async fn removal_by_lists_alone_takes_a_day() {
    let (world, account) = world().await;
    for (hours, expected) in [(0, "public"), (23, "public"), (1, "removed")] {
        world.clock.advance(HOUR * hours);
        report_missing(&world, account, &[MissingSource::List]).await;
        assert_eq!(availability(&world).await, format!("public public {expected}"));
    }
}

#[tokio::test]
async fn suspected_removal_is_cleared_when_item_is_found() {
    let (world, account) = world().await;
    report_missing(&world, account, &[MissingSource::List]).await;
    world.clock.advance(HOUR);
    world
        .scrape(Platform::Tiktok, account, vec![seen("3", 10, 1)])
        .await;
    assert_eq!(world.count("SELECT count(*) FROM suspected_removals").await, 0);
    world.clock.advance(HOUR * 24);
    report_missing(&world, account, &[MissingSource::List]).await;
    assert_eq!(availability(&world).await, "public public public");
}

#[tokio::test]
async fn removal_sets_hidden_item_private_and_ignores_other_accounts() {
    let (world, account) = world().await;
    report_missing(&world, account, &[MissingSource::Private]).await;
    assert_eq!(availability(&world).await, "public public private");

    let group = world.group("b").await;
    let other = world.track(group, Platform::Tiktok, "esa").await;
    for _ in 0..2 {
        world.clock.advance(HOUR);
        report_missing(&world, other, &[MissingSource::Item]).await;
    }
    assert_eq!(availability(&world).await, "public public private");
}

#[tokio::test]
async fn removal_of_single_video_requires_two_not_found_outcomes() {
    let world = World::new().await;
    let group = world.group("a").await;
    let video = world.track_video(group, Some("7001"), None).await;
    for (outcome, expected) in [
        (Outcome::Ok, "public"),
        (Outcome::NotFound, "public"),
        (Outcome::Transient, "public"),
        (Outcome::NotFound, "public"),
        (Outcome::NotFound, "removed"),
        (Outcome::Ok, "public"),
        (Outcome::Private, "private"),
    ] {
        world.clock.advance(HOUR);
        let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
        if outcome == Outcome::Ok {
            worker
                .page_as(profile("55", "author"), vec![seen("7001", 10, 1)])
                .await;
        }
        worker.finish(worker.end_of(outcome)).await;
        assert_eq!(availability(&world).await, expected, "{outcome:?}");
    }
}
