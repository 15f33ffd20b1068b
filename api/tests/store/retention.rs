//! Tests of retention: expired data is deleted, and its daily sums stay.

use std::time::Duration;

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_fixtures::recount;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform};

use crate::stats::days::{self, Days};

const DAY: Duration = Duration::from_hours(24);

/// Creates a world with an account, an item of which was measured once a month from 15 November 2023 on.
async fn months(n: u32) -> (World, i64) {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    for month in 0..n {
        if month > 0 {
            world.clock.advance(DAY * 31);
        }
        let views = i64::from(month + 1) * 10;
        world
            .scrape(Platform::Instagram, account, vec![seen("1", views, 1)])
            .await;
    }
    (world, account)
}

/// Returns the series, computed from its end.
const SERIES: &str =
    "SELECT string_agg(concat_ws(' ', day, items, views, gained_views), ', ' ORDER BY day) FROM account_days";

#[tokio::test]
async fn retention_deletes_old_months_and_keeps_days_and_totals() {
    let (world, account) = months(4).await;
    let (days, views) = (
        world.one::<String>(SERIES).await,
        world.one::<i64>("SELECT views FROM account_counters").await,
    );
    // Without a setting, everything is kept.
    assert!(!world.api.run_maintenance_once().await.unwrap().history);
    assert_eq!(world.count("SELECT count(*) FROM post_metrics").await, 4);

    world.execute("UPDATE settings SET history_months = 1").await;
    assert!(world.api.run_maintenance_once().await.unwrap().history);
    assert!(!world.api.run_maintenance_once().await.unwrap().history);
    // The measurements of this month and the previous one, and the last earlier one.
    let left = "SELECT string_agg(views::text, ' ' ORDER BY observed_at) FROM post_metrics";
    assert_eq!(world.one::<String>(left).await, "20 30 40");
    let carried = "SELECT min(observed_at) = '2023-12-31T23:59:00Z' FROM post_metrics";
    assert!(world.one::<bool>(carried).await);
    assert_eq!(world.one::<String>(SERIES).await, days);
    assert_eq!(
        world.one::<i64>("SELECT views FROM account_counters").await,
        views
    );

    // A recount, as after an item moves, keeps days whose measurements no longer exist, and recomputes later days from differences.
    world
        .execute("SELECT recount_account_days(ARRAY(SELECT id FROM platform_accounts))")
        .await;
    assert_eq!(world.one::<String>(SERIES).await, days);

    // In the next month, the next one is deleted.
    world.clock.advance(DAY * 31);
    world
        .scrape(Platform::Instagram, account, vec![seen("1", 50, 1)])
        .await;
    assert!(world.api.run_maintenance_once().await.unwrap().history);
    assert_eq!(world.one::<String>(left).await, "30 40 50");
}

#[tokio::test]
async fn old_days_of_purged_account_are_those_of_its_single_videos() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    let scrape = async |views| {
        let items = vec![seen("1", views, 1), seen("2", views, 1)];
        world.scrape(Platform::Tiktok, account, items).await;
    };
    scrape(10).await;
    world.track_video(group, Some("1"), None).await;
    world
        .execute("UPDATE tracked_videos SET post_id = (SELECT id FROM posts WHERE external_id = '1')")
        .await;
    for views in [20, 30, 40] {
        world.clock.advance(DAY * 31);
        scrape(views).await;
    }
    world.execute("UPDATE settings SET history_months = 1").await;
    assert!(world.api.run_maintenance_once().await.unwrap().history);
    // The account stays, as the author of a single video.
    world.untrack(group, account).await;
    let by_day = |days: Days| -> Vec<_> { days.into_iter().map(|((_, day), sums)| (day, sums)).collect() };
    let of_video = by_day(days::video_days(&world).await);
    assert_eq!(of_video.len(), 4);
    assert_eq!(by_day(days::account_days(&world).await), of_video);
    let shown = days::of_all_accounts(&world, Platform::Tiktok).await;
    let views: i64 = shown.iter().map(|change| change.raised.counts.views).sum();
    assert_eq!(views, 40);
}

#[tokio::test]
async fn recount_during_retention_keeps_days_whose_measurements_are_deleted() {
    for statement in [
        "SELECT recount_account_days(ARRAY(SELECT id FROM platform_accounts))",
        "SELECT recount_video_days(ARRAY(SELECT id FROM posts))",
        // In the zone of the group.
        "SELECT recount_next_accounts(1)",
    ] {
        let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
        for views in [10, 20, 30] {
            world
                .scrape(Platform::Tiktok, account, vec![seen("1", views, 1)])
                .await;
            world.clock.advance(DAY * 31);
        }
        world
            .execute(
                "INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
                 SELECT t.group_id, '', p.external_id, p.id, now()
                 FROM tracked_accounts t JOIN posts p USING (account_id)",
            )
            .await;
        let before = (days::account_days(&world).await, days::video_days(&world).await);
        assert_eq!((before.0.len(), before.1.len()), (3, 3));
        world
            .execute("UPDATE groups SET time_zone = 'America/Los_Angeles'")
            .await;
        let mut retention = world.owner.begin().await.unwrap();
        sqlx::query("SELECT prune_history('2024-01-01')")
            .execute(&mut *retention)
            .await
            .unwrap();
        let commit = async {
            world.until_waiting(1).await;
            retention.commit().await.unwrap();
        };
        futures::join!(world.execute(statement), commit);
        let after = (days::account_days(&world).await, days::video_days(&world).await);
        assert_eq!(after, before, "{statement}");
        let different = "SELECT count(DISTINCT gains) FROM (
            SELECT array_agg(gained_views ORDER BY day) AS gains FROM account_days GROUP BY zone
            UNION ALL SELECT array_agg(gained_views ORDER BY day) FROM video_days GROUP BY zone) series";
        assert_eq!(world.count(different).await, 1, "{statement}");
    }
}

#[tokio::test]
async fn merged_account_keeps_past_gains_in_each_zone() {
    let (world, keep) = World::tracking(Platform::Tiktok, "nasa").await;
    world
        .execute("UPDATE groups SET time_zone = 'America/Los_Angeles'")
        .await;
    // Not counted in that zone.
    let other = world.group("b").await;
    let duplicate = world.track(other, Platform::Tiktok, "nasa.new").await;
    for views in [10, 20, 30] {
        for (account, id) in [(keep, "1"), (duplicate, "2")] {
            world
                .scrape(Platform::Tiktok, account, vec![seen(id, views, 1)])
                .await;
        }
        world.clock.advance(DAY * 31);
    }
    world.execute("UPDATE settings SET history_months = 1").await;
    assert!(world.api.run_maintenance_once().await.unwrap().history);
    world.api.recount_days_once().await.unwrap();
    world
        .execute(&format!("SELECT merge_accounts({keep}, {duplicate})"))
        .await;
    let gains = "SELECT string_agg(name || ' ' || gained, ', ' ORDER BY name)
                 FROM (SELECT z.name, sum(d.gained_views) AS gained FROM account_days d JOIN zones z ON z.id = d.zone GROUP BY z.name) s";
    assert_eq!(world.one::<String>(gains).await, "America/Los_Angeles 40, UTC 40");
    assert_eq!(world.one::<i64>(&clipmeter_fixtures::recount::sums()).await, 0);
}

#[tokio::test]
async fn days_add_up_to_totals_after_removed_items_with_deleted_measurements() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    for views in [10, 20, 30, 40] {
        let items = vec![seen("1", views, 1), seen("2", views, 1)];
        world.scrape(Platform::Tiktok, account, items).await;
        world.clock.advance(DAY * 31);
    }
    world.execute("UPDATE settings SET history_months = 1").await;
    assert!(world.api.run_maintenance_once().await.unwrap().history);
    world
        .execute(
            "UPDATE posts SET availability = 'removed', unavailable_since = to_timestamp(1700000040)
             WHERE external_id = '2';
             UPDATE settings SET removed_items_days = 30",
        )
        .await;
    assert!(world.api.run_maintenance_once().await.unwrap().items);
    // The days before February keep the item, and the last one of them leaves it out of the totals.
    assert_eq!(
        world.one::<String>(SERIES).await,
        "2023-11-14 2 20 0, 2023-12-15 0 20 20, 2024-01-15 0 20 20, 2024-01-31 -1 -30 0, 2024-02-15 0 10 10"
    );
    assert_eq!(world.one::<i64>(&recount::sums()).await, 0);
    days::of_all_accounts(&world, Platform::Tiktok).await;
}

#[tokio::test]
async fn ended_runs_are_deleted_after_a_week_without_new_ones() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    for _ in 0..6 {
        world
            .scrape(Platform::Instagram, account, vec![seen("1", 1, 1)])
            .await;
    }
    for (days, runs) in [(7, 6), (1, 0)] {
        world.clock.advance(DAY * days);
        world.api.run_maintenance_once().await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM runs").await, runs, "{days}");
    }
}

#[tokio::test]
async fn step_that_fails_does_not_keep_the_others() {
    let (world, _) = months(1).await;
    world
        .execute(
            "INSERT INTO traffic_hours VALUES ('2023-01-01', 'tiktok', 'user_page', 'ok', 'none', 1, 1);
             ALTER TABLE settings RENAME COLUMN history_months TO renamed",
        )
        .await;
    world.api.run_maintenance_once().await.unwrap_err();
    assert_eq!(
        world
            .count("SELECT count(*) FROM traffic_hours WHERE hour < '2023-02-01'")
            .await,
        0
    );
}

#[tokio::test]
async fn retention_deletes_removed_items_after_configured_days() {
    let (world, _) = months(1).await;
    world
        .execute(
            "UPDATE posts SET availability = 'removed', unavailable_since = to_timestamp(1700000040);
             UPDATE settings SET removed_items_days = 30",
        )
        .await;
    world.clock.advance(DAY * 30);
    assert!(!world.api.run_maintenance_once().await.unwrap().items);
    world.clock.advance(DAY);
    assert!(world.api.run_maintenance_once().await.unwrap().items);
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
    assert_eq!(world.one::<i64>("SELECT posts FROM account_counters").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM post_metrics").await, 0);
}

#[tokio::test]
async fn retention_deletes_author_with_last_single_video() {
    let world = World::new().await;
    let group = world.group("a").await;
    for id in ["7001", "7002"] {
        let video = world.track_video(group, Some(id), None).await;
        let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
        worker
            .page_as(profile("55", "author"), vec![seen(id, 5, 1)])
            .await;
        worker.finish(worker.end_of(Outcome::Ok)).await;
    }
    world.execute("UPDATE settings SET removed_items_days = 30").await;
    for (id, authors) in [("7001", 1), ("7002", 0)] {
        world
            .execute(&format!(
                "UPDATE posts SET availability = 'removed', unavailable_since = to_timestamp(1700000040)
                 WHERE external_id = '{id}'"
            ))
            .await;
        world.clock.advance(DAY * 31);
        assert!(world.api.run_maintenance_once().await.unwrap().items);
        assert_eq!(
            world.count("SELECT count(*) FROM platform_accounts").await,
            authors
        );
    }
    assert_eq!(world.count("SELECT count(*) FROM tracked_videos").await, 2);
}
