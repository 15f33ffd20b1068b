//! The series by day.

use std::time::Duration;

use axum::body::Body;
use clipmeter_domain::Platform;
use clipmeter_domain::metric::Metric;
use clipmeter_fixtures::counts;
use http::Method;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::support::{ADMIN_PASSWORD, World, run};

const TREND: &str = "/api/dashboard/trend";

/// Stores a measurement of an item, and creates the item if it does not exist.
async fn measure(world: &World, platform: &str, username: &str, item: &str, views: i64, at: &str) {
    let columns = counts::columns();
    let values = counts::list(|count| match count {
        "views" => "$4".to_owned(),
        "likes" => "10".to_owned(),
        "comments" => "5".to_owned(),
        _ => format!("CASE platform WHEN 'tiktok' THEN {} END", counts::position(count)),
    });
    sqlx::query(AssertSqlSafe(format!(
        "WITH measured AS (
             INSERT INTO posts AS p (platform, external_id, account_id, {columns}, first_seen_at, updated_at)
             SELECT platform, $3, id, {values}, $5::text::timestamptz, $5::text::timestamptz
             FROM platform_accounts WHERE platform = $1 AND username = $2
             ON CONFLICT (platform, external_id) DO UPDATE SET views = excluded.views, updated_at = excluded.updated_at
             RETURNING id, updated_at, {columns}
         )
         INSERT INTO post_metrics (post_id, observed_at, {columns}) SELECT * FROM measured"
    )))
    .bind(platform)
    .bind(username)
    .bind(item)
    .bind(views)
    .bind(at)
    .execute(&world.owner)
    .await
    .unwrap();
}

/// Tracks an item in a group by its URL.
async fn track_video(world: &World, group: i64, item: &str) {
    sqlx::query(
        "INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
         SELECT $1, '', external_id, id, first_seen_at FROM posts WHERE platform = 'tiktok' AND external_id = $2",
    )
    .bind(group)
    .bind(item)
    .execute(&world.owner)
    .await
    .unwrap();
}

/// Group A tracks an account of each platform, a video of one of them, and a video of an author whom only B tracks.
pub(crate) async fn with_measurements() -> World {
    let world = World::new().await;
    world.track(&world.member_a, "instagram", "natgeo").await;
    world.track(&world.member_a, "tiktok", "khaby.lame").await;
    world.track(&world.member_b, "tiktok", "author").await;
    for (platform, username, item, views, at) in [
        ("tiktok", "author", "single", 50, "2026-11-17T23:59:00Z"),
        ("tiktok", "author", "not of A", 7, "2026-11-17T23:59:00Z"),
        ("instagram", "natgeo", "post", 100, "2026-11-18T08:00:00Z"),
        ("tiktok", "author", "single", 60, "2026-11-19T00:00:00Z"),
        ("tiktok", "khaby.lame", "video", 1000, "2026-11-19T08:00:00Z"),
        ("instagram", "natgeo", "post", 130, "2026-11-20T08:00:00Z"),
        ("instagram", "natgeo", "post", 125, "2026-11-20T09:00:00Z"),
        ("tiktok", "khaby.lame", "video", 1100, "2026-11-21T09:00:00Z"),
    ] {
        measure(&world, platform, username, item, views, at).await;
    }
    for item in ["single", "video"] {
        track_video(&world, world.group_a, item).await;
    }
    world
}

/// Returns the day of the month, items, views and gained views.
pub(crate) fn shown(days: &Value) -> Vec<(String, i64, i64, i64)> {
    let number = |day: &Value, field: &str| day[field].as_i64().unwrap();
    let days = days.as_array().unwrap().iter().map(|day| {
        let date = day["day"].as_str().unwrap();
        (
            date[8..].to_owned(),
            number(day, "items"),
            number(day, "views"),
            number(day, "gained_views"),
        )
    });
    days.collect()
}

fn days(expected: &[(&str, i64, i64, i64)]) -> Vec<(String, i64, i64, i64)> {
    let days = expected.iter();
    days.map(|(day, items, views, gained)| ((*day).to_owned(), *items, *views, *gained))
        .collect()
}

#[test]
fn trend_covers_same_items_as_group_totals() {
    run(async {
        let world = with_measurements().await;
        let trend = world.get(&world.member_a, TREND).await.ok();
        assert_eq!(
            (&trend["from"], &trend["to"]),
            (&json!("2026-11-17"), &json!("2026-11-21"))
        );
        assert_eq!(
            shown(&trend["instagram"]),
            days(&[
                ("17", 0, 0, 0),
                ("18", 1, 100, 0),
                ("19", 1, 100, 0),
                ("20", 1, 125, 25),
                ("21", 1, 125, 0)
            ])
        );
        // A video whose account is also tracked counts once.
        assert_eq!(
            shown(&trend["tiktok"]),
            days(&[
                ("17", 1, 50, 0),
                ("18", 1, 50, 0),
                ("19", 2, 1060, 10),
                ("20", 2, 1060, 0),
                ("21", 2, 1160, 100)
            ])
        );
        let group_a = format!("{TREND}?group_id={}", world.group_a);
        assert_eq!(world.get(&world.admin, &group_a).await.ok(), trend);
        world
            .get(&world.member_b, &group_a)
            .await
            .refused(404, "not_found");
        let all = world.get(&world.admin, TREND).await.ok();
        assert_eq!(shown(&all["tiktok"])[4], days(&[("21", 3, 1167, 100)])[0]);
    });
}

#[test]
fn trend_last_day_equals_dashboard_totals() {
    run(async {
        let world = with_measurements().await;
        let group_b = format!("?group_id={}", world.group_b);
        for (token, query) in [
            (&world.member_a, ""),
            (&world.member_b, ""),
            (&world.admin, ""),
            (&world.admin, group_b.as_str()),
        ] {
            let stats = world
                .get(token, &format!("/api/dashboard/stats{query}"))
                .await
                .ok();
            let trend = world.get(token, &format!("{TREND}{query}")).await.ok();
            for (platform, items) in [
                (Platform::Instagram, "instagram_posts"),
                (Platform::Tiktok, "tiktok_videos"),
            ] {
                let last = trend[platform.code()].as_array().unwrap().last().unwrap();
                assert_eq!(last["items"], stats["content"][items], "{query} {platform:?}");
                let reported = Metric::counts().filter(|count| platform.reports(*count));
                for count in reported.map(Metric::definition) {
                    let total = &stats[platform.code()][count.total_field];
                    assert_eq!(&last[count.field], total, "{query} {platform:?} {}", count.field);
                }
            }
        }
    });
}

#[test]
fn trend_has_requested_days_since_first_measurement() {
    run(async {
        let world = with_measurements().await;
        world.clock.advance(Duration::from_hours(10 * 24));
        let token = world.sign_in("ann", ADMIN_PASSWORD).await;
        let week = world.get(&token, &format!("{TREND}?days=7")).await.ok();
        assert_eq!(
            (&week["from"], &week["to"]),
            (&json!("2026-11-25"), &json!("2026-12-01"))
        );
        let carried = shown(&week["tiktok"]);
        assert_eq!(carried.len(), 7);
        assert!(
            carried.iter().all(|day| (day.1, day.2, day.3) == (2, 1160, 0)),
            "{carried:?}"
        );
        let month = world.get(&token, &format!("{TREND}?days=30")).await.ok();
        assert_eq!(month["from"], "2026-11-17");
        assert_eq!(month, world.get(&token, TREND).await.ok());
        for days in ["8", "0", "-7", "", "week", "7.0"] {
            let response = world.get(&token, &format!("{TREND}?days={days}")).await;
            response.refused(422, "invalid_request");
        }
    });
}

#[test]
fn trend_etag_changes_immediately_on_new_day() {
    run(async {
        let world = with_measurements().await;
        // The world begins at 10:00:00 UTC.
        let before_midnight = Duration::from_hours(14) - Duration::from_secs(1);
        world.clock.advance(before_midnight);
        let token = world.sign_in("ann", ADMIN_PASSWORD).await;
        let known = world.get(&token, TREND).await.header("etag").to_owned();
        world.clock.advance(Duration::from_secs(1));
        let poll = World::request(Method::GET, &token, TREND).header("if-none-match", known);
        let response = world.send(poll.body(Body::empty()).unwrap()).await;
        assert_eq!(response.ok()["to"], "2026-11-22");
    });
}

#[test]
fn trend_without_measurements_is_empty() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        let nothing = json!({"from": null, "to": null, "instagram": [], "tiktok": []});
        for token in [&world.member_a, &world.admin] {
            for query in ["", "?days=7"] {
                let trend = world.get(token, &format!("{TREND}{query}")).await.ok();
                assert_eq!(trend, nothing);
            }
        }
    });
}

#[test]
fn trend_excludes_deleted_items() {
    run(async {
        let world = with_measurements().await;
        let accounts = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        let khaby = format!("/api/tiktok/accounts/{}", accounts["accounts"][0]["id"]);
        world.delete(&world.member_a, &khaby).await.ok();
        // Its video is still tracked by its URL.
        let trend = world.get(&world.member_a, TREND).await.ok();
        assert_eq!(shown(&trend["tiktok"])[4], days(&[("21", 2, 1160, 100)])[0]);
        let videos = world.get(&world.member_a, "/api/tiktok/videos").await.ok();
        for video in videos["videos"].as_array().unwrap() {
            let path = format!("/api/tiktok/videos/{}", video["tracked_id"]);
            world.delete(&world.member_a, &path).await.ok();
        }
        let trend = world.get(&world.member_a, TREND).await.ok();
        assert_eq!(trend["from"], "2026-11-18");
        assert_eq!(shown(&trend["tiktok"])[3], days(&[("21", 0, 0, 0)])[0]);
    });
}

#[test]
fn account_history_ends_with_account_totals() {
    run(async {
        let world = with_measurements().await;
        for (platform, count, expected) in [
            ("instagram", "post_count", [("20", 1, 125, 25), ("21", 1, 125, 0)]),
            (
                "tiktok",
                "video_count",
                [("20", 1, 1000, 0), ("21", 1, 1100, 100)],
            ),
        ] {
            let accounts = world
                .get(&world.member_a, &format!("/api/{platform}/accounts"))
                .await
                .ok();
            let account = &accounts["accounts"][0];
            let path = format!("/api/{platform}/accounts/{}/history", account["id"]);
            let history = world.get(&world.member_a, &path).await.ok();
            assert_eq!(history["to"], "2026-11-21");
            let all = shown(&history["days"]);
            assert_eq!(all[all.len() - 2..], days(&expected));
            let last = history["days"].as_array().unwrap().last().unwrap();
            assert_eq!(last["items"], account[count]);
            assert_eq!(world.get(&world.admin, &path).await.ok(), history);
            assert_eq!(
                world.get(&world.member_a, &format!("{path}?days=90")).await.ok(),
                history
            );
            world.get(&world.member_b, &path).await.refused(404, "not_found");
            let other = if platform == "tiktok" {
                "instagram"
            } else {
                "tiktok"
            };
            let path = format!("/api/{other}/accounts/{}/history", account["id"]);
            world.get(&world.member_a, &path).await.refused(404, "not_found");
            let path = format!("/api/{platform}/accounts/{}/history?days=1", account["id"]);
            world
                .get(&world.member_a, &path)
                .await
                .refused(422, "invalid_request");
        }
    });
}
