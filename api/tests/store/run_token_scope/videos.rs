//! Tests of single videos, their authors, and the targets of short links.

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, Profile, UnitReport};

use super::{Attacker, collected};
use crate::stats::counters::assert_recount;

const SHORT: &str = "https://vm.tiktok.com/ZMabc1234/";

/// A group that tracks an account with the video 7001, and another one.
async fn world() -> (World, i64) {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    let author = world.track(a, Platform::Tiktok, "author").await;
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(author)).await;
    worker
        .page_as(profile("55", "author"), vec![seen("7001", 500, 50)])
        .await;
    worker.finish(worker.end_of(Outcome::Ok)).await;
    (world, b)
}

fn lies() -> Profile {
    Profile {
        display_name: "Lies".to_owned(),
        follower_count: Some(1),
        ..profile("55", "stolen")
    }
}

const AUTHOR: &str =
    "SELECT a::text || c::text FROM platform_accounts a JOIN account_counters c ON c.account_id = a.id
                      WHERE a.platform_id = '55'";

#[tokio::test]
async fn video_run_stores_only_its_video() {
    let (world, group) = world().await;
    let video = world.track_video(group, Some("7002"), None).await;
    let mut attacker = Attacker::of(&world, Platform::Tiktok, &[Id::VideoId(video)]).await;
    let before: String = world.one("SELECT p::text FROM posts p").await;
    attacker
        .page(
            Some(profile("66", "other")),
            vec![seen("7001", 1, 1), seen("7003", 1, 1)],
        )
        .await
        .unwrap();
    assert_eq!(
        world
            .one::<String>("SELECT string_agg(p::text, ';') FROM posts p")
            .await,
        before
    );
    attacker
        .page(
            Some(profile("66", "other")),
            vec![seen("7001", 1, 1), seen("7002", 9, 1)],
        )
        .await
        .unwrap();
    let views = "SELECT string_agg(external_id || '=' || views, ' ' ORDER BY external_id) FROM posts";
    assert_eq!(world.one::<String>(views).await, "7001=500 7002=9");
}

#[tokio::test]
async fn video_is_stored_once_a_page_names_its_author() {
    let (world, group) = world().await;
    let video = world.track_video(group, Some("7002"), None).await;
    let mut attacker = Attacker::of(&world, Platform::Tiktok, &[Id::VideoId(video)]).await;
    let before = collected(&world).await;
    attacker.page(None, vec![seen("7002", 9, 1)]).await.unwrap();
    assert_eq!(collected(&world).await, before);
    attacker
        .page(Some(profile("66", "other")), vec![seen("7002", 10, 1)])
        .await
        .unwrap();
    let stored =
        "SELECT a.username || ' ' || p.views FROM posts p JOIN platform_accounts a ON a.id = p.account_id
                  WHERE p.external_id = '7002'";
    assert_eq!(world.one::<String>(stored).await, "other 10");
}

#[tokio::test]
async fn video_run_does_not_change_tracked_accounts() {
    let (world, group) = world().await;
    let video = world.track_video(group, Some("7002"), None).await;
    let before: String = world.one(AUTHOR).await;
    let mut attacker = Attacker::of(&world, Platform::Tiktok, &[Id::VideoId(video)]).await;
    for _ in 0..2 {
        attacker
            .page(Some(lies()), vec![seen("7002", 900, 9)])
            .await
            .unwrap();
    }
    attacker.end(attacker.end_of(Outcome::Ok)).await.unwrap();
    assert_eq!(world.one::<String>(AUTHOR).await, before);
    let shown = "SELECT a.username FROM tracked_videos v JOIN posts p ON p.id = v.post_id
                 JOIN platform_accounts a ON a.id = p.account_id";
    assert_eq!(world.one::<String>(shown).await, "stolen");
    assert_recount(&world).await;

    // The author's list shows it: from now on, it belongs to the author.
    let author: i64 = world
        .one("SELECT id FROM platform_accounts WHERE platform_id = '55'")
        .await;
    world.api.runs().close_run(attacker.run, "").await.unwrap();
    world
        .scrape(
            Platform::Tiktok,
            author,
            vec![seen("7001", 500, 50), seen("7002", 901, 9)],
        )
        .await;
    assert_eq!(world.one::<String>(shown).await, "author");
    assert_eq!(world.one::<i64>("SELECT views FROM account_counters").await, 1401);
    assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 1);
    assert_recount(&world).await;
}

#[tokio::test]
async fn single_video_of_another_group_is_not_taken_over() {
    let (world, group) = world().await;
    let video = world.track_video(group, Some("7002"), None).await;
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
    worker
        .page_as(profile("66", "other"), vec![seen("7002", 9, 1)])
        .await;
    worker.finish(worker.end_of(Outcome::Ok)).await;
    let author: i64 = world
        .one("SELECT id FROM platform_accounts WHERE platform_id = '55'")
        .await;
    let post = "SELECT p::text FROM posts p WHERE external_id = '7002'";
    let before: String = world.one(post).await;
    let mut attacker = Attacker::of(&world, Platform::Tiktok, &[Id::AccountId(author)]).await;
    attacker
        .page(Some(profile("55", "other")), vec![seen("7002", 1, 1)])
        .await
        .unwrap();
    assert_eq!(world.one::<String>(post).await, before);
}

#[tokio::test]
async fn video_author_does_not_identify_a_new_tracked_account() {
    let (world, group) = world().await;
    let other = world.group("c").await;
    world.track(other, Platform::Tiktok, "waiting").await;
    let video = world.track_video(group, Some("7002"), None).await;
    let mut attacker = Attacker::of(&world, Platform::Tiktok, &[Id::VideoId(video)]).await;
    attacker
        .page(Some(profile("666", "waiting")), vec![seen("7002", 9, 1)])
        .await
        .unwrap();
    let waiting = "SELECT a.platform_id IS NULL AND c.posts = 0 FROM platform_accounts a
                   JOIN account_counters c ON c.account_id = a.id JOIN tracked_accounts t ON t.account_id = a.id
                   WHERE a.username = 'waiting'";
    assert!(world.one::<bool>(waiting).await);
}

#[tokio::test]
async fn short_link_to_video_of_another_unit_changes_nothing() {
    for outcome in [Outcome::Ok, Outcome::NotFound, Outcome::Private] {
        let (world, group) = world().await;
        let a: i64 = world.one("SELECT min(id) FROM groups").await;
        let of_others = world.track_video(a, Some("7001"), None).await;
        world
            .execute("UPDATE tracked_videos SET post_id = (SELECT id FROM posts)")
            .await;
        let rows = format!(
            "SELECT v::text || p::text FROM tracked_videos v JOIN posts p ON p.id = v.post_id WHERE v.id = {of_others}"
        );
        let row = async || world.one::<String>(&rows).await;
        let before = row().await;
        let short = world.track_video(group, None, Some(SHORT)).await;
        let mut attacker = Attacker::of(&world, Platform::Tiktok, &[Id::VideoId(short)]).await;
        attacker
            .page(Some(lies()), vec![seen("7001", 1, 1)])
            .await
            .unwrap();
        for _ in 0..3 {
            let end = UnitReport {
                resolved_video_id: "7001".to_owned(),
                ..attacker.end_of(outcome)
            };
            attacker.end(end).await.unwrap();
            // The target of the link is known now, but this run was not opened for that video.
            attacker
                .page(Some(lies()), vec![seen("7001", 1, 1)])
                .await
                .unwrap();
        }
        assert_eq!(row().await, before, "{outcome:?}");
        assert_recount(&world).await;
    }
}

#[tokio::test]
async fn page_of_deleted_video_stores_nothing() {
    let (world, group) = world().await;
    let video = world.track_video(group, Some("7002"), None).await;
    let mut attacker = Attacker::of(&world, Platform::Tiktok, &[Id::VideoId(video)]).await;
    world
        .execute(&format!("DELETE FROM tracked_videos WHERE id = {video}"))
        .await;
    let before = collected(&world).await;
    attacker
        .page(Some(lies()), vec![seen("7002", 1, 1)])
        .await
        .unwrap();
    attacker.end(attacker.end_of(Outcome::Ok)).await.unwrap();
    assert_eq!(collected(&world).await, before);
}
