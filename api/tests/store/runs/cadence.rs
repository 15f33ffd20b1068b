//! Tests of the cadence of accounts and videos.

use std::time::Duration;

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, Platform, TrackedUnit};

const MINUTE: u32 = 60;
const DAY: u32 = 24 * 60 * MINUTE;

/// Returns the only unit.
async fn unit(world: &World) -> TrackedUnit {
    let mut units = world.api.runs().list_units().await.unwrap();
    assert_eq!(units.len(), 1);
    units.pop().unwrap()
}

/// Reads the account with this outcome, and returns the resulting interval and delay in minutes.
async fn after(world: &World, account: i64, outcome: Outcome) -> (u32, Option<u32>) {
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    worker.finish(worker.end_of(outcome)).await;
    let unit = unit(world).await;
    (
        unit.interval_seconds / MINUTE,
        unit.delay_seconds.map(|delay| delay / MINUTE),
    )
}

#[tokio::test]
async fn cadence_of_account_slows_until_a_new_post() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    assert_eq!(unit(&world).await.interval_seconds, 15 * MINUTE);
    // Posted a day ago.
    world
        .scrape(Platform::Tiktok, account, vec![seen("1", 5, 1)])
        .await;
    assert_eq!(after(&world, account, Outcome::Ok).await, (60, None));
    world.clock.advance(Duration::from_hours(29 * 24));
    assert_eq!(after(&world, account, Outcome::Ok).await, (960, None));
    let now = clipmeter_runtime::Clock::now(&*world.clock).timestamp();
    let new = |id: &str, posted_at| Observation {
        posted_at: Some(posted_at),
        ..seen(id, 5, 1)
    };
    // An item with a future date does not count as new.
    world
        .scrape(Platform::Tiktok, account, vec![new("2", now + 60)])
        .await;
    assert_eq!(unit(&world).await.interval_seconds, 960 * MINUTE);
    world
        .scrape(Platform::Tiktok, account, vec![new("3", now - 60)])
        .await;
    assert_eq!(unit(&world).await.interval_seconds, 15 * MINUTE);
}

#[tokio::test]
async fn cadence_of_account_without_items_slows_from_first_crawl() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    assert_eq!(after(&world, account, Outcome::OkNoVideos).await, (15, None));
    world.clock.advance(Duration::from_hours(48));
    assert_eq!(after(&world, account, Outcome::OkNoVideos).await, (60, None));
}

#[tokio::test]
async fn cadence_retries_not_found_once_before_waiting_a_week() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let delay = async |outcome| after(&world, account, outcome).await.1;
    assert_eq!(delay(Outcome::Blocked).await, Some(30));
    assert_eq!(delay(Outcome::Blocked).await, Some(60));
    assert_eq!(delay(Outcome::NotFound).await, Some(15));
    assert_eq!(delay(Outcome::NotFound).await, Some(7 * 24 * 60));
    assert_eq!(delay(Outcome::Private).await, Some(24 * 60));
    assert_eq!(delay(Outcome::Ok).await, None);
}

#[tokio::test]
async fn cadence_counts_no_failure_when_no_session_is_free() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    assert_eq!(after(&world, account, Outcome::NoSession).await, (15, None));
    assert_eq!(unit(&world).await.consecutive_failures, 0);
    after(&world, account, Outcome::Blocked).await;
    assert_eq!(after(&world, account, Outcome::NoSession).await, (15, Some(15)));
    assert_eq!(unit(&world).await.consecutive_failures, 1);
}

#[tokio::test]
async fn cadence_of_video_slows_with_its_age() {
    let world = World::new().await;
    let group = world.group("a").await;
    let video = world.track_video(group, Some("7001"), None).await;
    for (hours, minutes) in [(0, 60), (6 * 24, 960), (30 * 24, 7_680)] {
        world.clock.advance(Duration::from_hours(hours));
        let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
        // Posted a day before the first reading.
        worker
            .page_as(profile("55", "author"), vec![seen("7001", 9, 1)])
            .await;
        worker.finish(worker.end_of(Outcome::Ok)).await;
        assert_eq!(unit(&world).await.interval_seconds, minutes * MINUTE);
    }
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
    worker.finish(worker.end_of(Outcome::Private)).await;
    assert_eq!(unit(&world).await.delay_seconds, Some(DAY));
}
