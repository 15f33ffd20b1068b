//! Tests that erased accounts are not collected again under any name.

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, Platform, UnitReport};

use crate::tracking::identity::scrape_as;

#[tokio::test]
async fn erased_account_is_not_collected_under_another_username() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Instagram, "name").await;
    scrape_as(&world, account, profile("17", "name"), seen("1", 1, 1)).await;
    let erased = world
        .api
        .erase_handle(Platform::Instagram, "@Name")
        .await
        .unwrap();
    assert_eq!((erased.accounts, erased.items), (1, 1));
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);

    let account = world.track(group, Platform::Instagram, "fresh").await;
    let outcome = scrape_as(&world, account, profile("17", "fresh"), seen("2", 1, 1)).await;
    assert_eq!(outcome, "not_available");
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
    assert_eq!(
        world
            .count("SELECT count(platform_id) FROM platform_accounts")
            .await,
        0
    );
}

#[tokio::test]
async fn erased_account_is_not_collected_as_video_author() {
    let world = World::new().await;
    let group = world.group("a").await;
    world.api.erase_handle(Platform::Tiktok, "author").await.unwrap();
    let video = world.track_video(group, Some("7001"), None).await;
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
    let author = profile("55", "Author");
    worker.page_as(author.clone(), vec![seen("7001", 10, 1)]).await;
    let end = UnitReport {
        profile: Some(author),
        ..worker.end_of(Outcome::Ok)
    };
    worker.finish(end).await;
    assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 0);
    let outcome = world
        .one::<String>("SELECT last_outcome FROM tracked_videos")
        .await;
    assert_eq!(outcome, "not_available");
}

#[tokio::test]
async fn mentions_of_erased_account_stay_unreadable_in_later_reports() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Instagram, "friend").await;
    let item = |id: &str| Observation {
        caption: "With @Zq.Name. And @zq.name.two!".to_owned(),
        ..seen(id, 1, 1)
    };
    scrape_as(&world, account, profile("17", "friend"), item("1")).await;
    let erased = world.api.erase_handle(Platform::Instagram, "zq.name").await;
    assert_eq!(erased.unwrap().captions, 1);
    for id in ["1", "2"] {
        scrape_as(&world, account, profile("17", "friend"), item(id)).await;
    }
    let captions = "SELECT string_agg(caption, ' | ' ORDER BY external_id) FROM posts";
    assert_eq!(
        world.one::<String>(captions).await,
        "With @…. And @zq.name.two! | With @…. And @zq.name.two!"
    );
}

#[tokio::test]
async fn erasure_includes_what_a_report_in_progress_stores() {
    let (world, account) = World::tracking(Platform::Instagram, "name").await;
    world.open(Platform::Instagram, &[Id::AccountId(account)]).await;
    let mut report = world.owner.begin().await.unwrap();
    for statement in [
        "SELECT FROM run_units FOR UPDATE",
        "UPDATE platform_accounts SET platform_id = '17', username = 'fresh', former_usernames = '{name}'",
    ] {
        sqlx::query(statement).execute(&mut *report).await.unwrap();
    }
    let commit = async {
        world.until_waiting(1).await;
        report.commit().await.unwrap();
    };
    let erasure = world.api.erase_handle(Platform::Instagram, "name");
    let (erased, ()) = futures::join!(erasure, commit);
    assert_eq!(erased.unwrap().accounts, 1);
    // Both names and the ID.
    assert_eq!(world.count("SELECT count(*) FROM erased_handles").await, 3);
}

#[tokio::test]
async fn erasure_includes_video_that_is_deleted_meanwhile() {
    let world = World::new().await;
    let group = world.group("a").await;
    world.track_video(group, Some("7001"), None).await;
    world
        .execute("UPDATE tracked_videos SET url = 'https://www.tiktok.com/@name/video/7001'")
        .await;
    let mut deletion = world.owner.begin().await.unwrap();
    for statement in [
        "INSERT INTO tombstones (kind, platform, name, group_id, video_id, state, deleted_at)
         SELECT 'video', 'tiktok', url, group_id, video_id, to_jsonb(v), created_at FROM tracked_videos v",
        "DELETE FROM tracked_videos",
    ] {
        sqlx::query(statement).execute(&mut *deletion).await.unwrap();
    }
    let commit = async {
        world.until_waiting(1).await;
        deletion.commit().await.unwrap();
    };
    let erasure = world.api.erase_handle(Platform::Tiktok, "name");
    let (erased, ()) = futures::join!(erasure, commit);
    erased.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM tombstones").await, 0);
}
