//! Tests of deleting a single video while another one of the same author is read.

use std::time::Duration;

use clipmeter_fixtures::database::{Worker, World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform};

use crate::stats::days::assert_recount;

/// Begins to read a video: its page was reported.
async fn begun<'w>(world: &'w World, video: i64, id: &str, views: i64) -> Worker<'w> {
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
    worker
        .page_as(profile("55", "author"), vec![seen(id, views, 1)])
        .await;
    worker
}

async fn read(world: &World, video: i64, id: &str, views: i64) {
    ended(begun(world, video, id, views).await).await;
}

async fn ended(mut worker: Worker<'_>) {
    let end = worker.end_of(Outcome::Ok);
    worker.finish(end).await;
}

/// Deletes like the product: ends the units that read the video first.
async fn untrack(world: &World, video: i64) {
    let statement = format!(
        "SELECT lock_open_units('{{}}', ARRAY[{video}::bigint]); DELETE FROM tracked_videos WHERE id = {video}"
    );
    world.execute(&statement).await;
}

const ITEMS: &str = "SELECT coalesce(string_agg(external_id, ' ' ORDER BY external_id), '') FROM posts";

#[tokio::test]
async fn video_deletions_and_reports_by_author_do_not_conflict() {
    let world = World::new().await;
    let group = world.group("a").await;
    let kept = world.track_video(group, Some("7001"), None).await;
    read(&world, kept, "7001", 100).await;
    let readings = async {
        for round in 1..=20 {
            world.clock.advance(Duration::from_hours(2));
            read(&world, kept, "7001", 100 + round).await;
        }
    };
    let deletions = async {
        for round in 1..=20 {
            let video = world.track_video(group, Some("7002"), None).await;
            read(&world, video, "7002", round).await;
            untrack(&world, video).await;
        }
    };
    futures::join!(readings, deletions);
    assert_eq!(world.one::<String>(ITEMS).await, "7001");
    assert_eq!(world.one::<i64>("SELECT views FROM posts").await, 120);
    assert_recount(&world).await;
}

#[tokio::test]
async fn video_in_run_survives_deletion_of_authors_other_video() {
    let world = World::new().await;
    let group = world.group("a").await;
    let other = world.track_video(group, Some("7001"), None).await;
    read(&world, other, "7001", 5).await;
    let video = world.track_video(group, Some("7002"), None).await;
    let worker = begun(&world, video, "7002", 400).await;
    untrack(&world, other).await;
    assert_eq!(world.one::<String>(ITEMS).await, "7002");
    ended(worker).await;
    let known = "SELECT external_id FROM posts p JOIN tracked_videos v ON v.post_id = p.id";
    assert_eq!(world.one::<String>(known).await, "7002");
    assert_recount(&world).await;
}

#[tokio::test]
async fn video_deleted_during_its_run_leaves_nothing() {
    for (id, link) in [(Some("7001"), None), (None, Some("https://vm.tiktok.com/x/"))] {
        let world = World::new().await;
        let group = world.group("a").await;
        let video = world.track_video(group, id, link).await;
        let worker = begun(&world, video, "7001", 5).await;
        assert_eq!(world.one::<String>(ITEMS).await, "7001");
        untrack(&world, video).await;
        ended(worker).await;
        assert_eq!(world.one::<String>(ITEMS).await, "", "{link:?}");
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 0);
        assert_recount(&world).await;
    }
}
