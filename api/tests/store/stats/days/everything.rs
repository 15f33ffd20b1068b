//! Tests of the days of a platform.

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, UnitReport};

use super::{assert_recount, of_all_accounts};
use crate::stats::with_videos;

/// Returns the items and views of a platform.
async fn sums(world: &World, platform: Platform) -> (i64, i64) {
    let days = of_all_accounts(world, platform).await;
    let raised = days.iter().map(|change| change.raised);
    raised.fold((0, 0), |sums, day| {
        (sums.0 + day.items, sums.1 + day.counts.views)
    })
}

#[tokio::test]
async fn platform_days_exclude_other_platforms_and_deleted_accounts() {
    let world = World::new().await;
    let group = world.group("a").await;
    for (platform, views) in [(Platform::Instagram, 5), (Platform::Tiktok, 7)] {
        for name in ["one", "two"] {
            let account = world.track(group, platform, name).await;
            world.scrape(platform, account, vec![seen(name, views, 1)]).await;
        }
    }
    assert_eq!(sums(&world, Platform::Instagram).await, (2, 10));
    assert_eq!(sums(&world, Platform::Tiktok).await, (2, 14));
    // Regardless of how the account is deleted.
    for statement in [
        "DELETE FROM tracked_accounts USING platform_accounts a WHERE a.id = account_id AND a.username = 'one'",
        "DELETE FROM platform_accounts WHERE username = 'two' AND platform = 'tiktok'",
    ] {
        sqlx::query(statement).execute(&world.owner).await.unwrap();
    }
    assert_eq!(sums(&world, Platform::Instagram).await, (1, 5));
    assert_eq!(of_all_accounts(&world, Platform::Tiktok).await, []);
}

#[tokio::test]
async fn platform_days_count_short_link_video_before_it_is_resolved() {
    let world = World::new().await;
    let group = world.group("a").await;
    let begun = async |link: &str, id: &str, views| {
        let video = world.track_video(group, None, Some(link)).await;
        let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
        let page = worker.page_of(Some(profile("55", "author")), vec![seen(id, views, 1)]);
        worker.send(page).await.unwrap();
        worker
    };
    let mut worker = begun("https://vm.tiktok.com/x/", "7001", 10).await;
    assert_eq!(world.one::<i64>("SELECT count(*) FROM account_days").await, 1);
    assert_eq!(sums(&world, Platform::Tiktok).await, (1, 10));
    let end = UnitReport {
        resolved_video_id: "7001".to_owned(),
        ..worker.end_of(Outcome::Ok)
    };
    worker.send(Body::Unit(end)).await.unwrap();
    worker.complete().await.unwrap();
    assert_eq!(sums(&world, Platform::Tiktok).await, (1, 10));
    // Another one of the same author has just been read.
    begun("https://vm.tiktok.com/y/", "7002", 400).await;
    assert_eq!(sums(&world, Platform::Tiktok).await, (2, 410));
    world.track(group, Platform::Tiktok, "author").await;
    assert_eq!(sums(&world, Platform::Tiktok).await, (2, 410));
    assert_recount(&world).await;
}

#[tokio::test]
async fn platform_days_accept_concurrent_reports_without_blocking() {
    let world = World::new().await;
    let group = world.group("a").await;
    let accounts = with_videos(&world, group, ["slow", "fast"]).await;
    let mut slow = world.owner.begin().await.unwrap();
    sqlx::query("UPDATE account_days SET views = views + 1 WHERE account_id = $1")
        .bind(accounts[0])
        .execute(&mut *slow)
        .await
        .unwrap();
    let again = async |views| {
        world
            .scrape(Platform::Tiktok, accounts[1], vec![seen("fast", views, 1)])
            .await;
    };
    again(25).await;
    let aside = "SELECT count(*) FROM platform_day_changes";
    assert!(world.one::<i64>(aside).await > 0);
    assert_eq!(sums(&world, Platform::Tiktok).await, (2, 35));
    slow.commit().await.unwrap();
    assert_eq!(sums(&world, Platform::Tiktok).await, (2, 36));
    again(26).await;
    assert_eq!(world.one::<i64>(aside).await, 0);
    assert_eq!(sums(&world, Platform::Tiktok).await, (2, 37));
}
