//! Tests that the dashboard, lists and histories agree.

use serde_json::{Value, json};

use crate::support::{World, run};

async fn with_content() -> World {
    let world = World::new().await;
    world.track(&world.member_a, "instagram", "natgeo").await;
    world.track(&world.member_b, "instagram", "nasa").await;
    world.track(&world.member_a, "tiktok", "khaby.lame").await;
    let day = |n: u32| format!("2026-11-{n:02}T12:00:00Z");
    world
        .add_item(
            "instagram",
            "natgeo",
            "1",
            Some(&day(1)),
            [Some(1000), Some(90), Some(10), None],
        )
        .await;
    world
        .add_item(
            "instagram",
            "natgeo",
            "2",
            Some(&day(3)),
            [Some(3000), None, Some(10), None],
        )
        .await;
    world
        .add_item("instagram", "natgeo", "3", None, [None, Some(7), Some(1), None])
        .await;
    world
        .add_item(
            "instagram",
            "nasa",
            "4",
            Some(&day(2)),
            [Some(500), Some(20), Some(5), None],
        )
        .await;
    world
        .add_item(
            "tiktok",
            "khaby.lame",
            "5",
            Some(&day(4)),
            [Some(2000), Some(100), Some(50), Some(50)],
        )
        .await;
    world
}

fn field<'a>(list: &'a Value, name: &str) -> Vec<&'a Value> {
    list.as_array().unwrap().iter().map(|item| &item[name]).collect()
}

#[test]
fn dashboard_stats_total_tracked_content_of_scope() {
    run(async {
        let world = with_content().await;
        let mut stats = world.get(&world.member_a, "/api/dashboard/stats").await.ok();
        let freshness = stats.as_object_mut().unwrap().remove("freshness");
        assert_eq!(freshness.unwrap()["instagram"]["never_scraped"], 1);
        assert_eq!(
            stats,
            json!({
                "accounts": {"instagram": 1, "tiktok": 1},
                "content": {"instagram_posts": 3, "tiktok_videos": 1},
                // CPM covers the two posts with views, engagement the one with a rate.
                "instagram": {"viewed": 2, "total_views": 4000, "total_likes": 97, "total_comments": 21, "avg_cpm": 0.5, "mean_cpm": 0.6667, "avg_engagement": 10.0, "mean_engagement": 10.0},
                "tiktok": {"viewed": 1, "total_views": 2000, "total_likes": 100, "total_comments": 50, "total_shares": 50, "total_saves": 51, "avg_cpm": 0.5, "mean_cpm": 0.5, "avg_engagement": 10.0, "mean_engagement": 10.0},
            })
        );
        let all = world.get(&world.admin, "/api/dashboard/stats").await.ok();
        assert_eq!(all["accounts"], json!({"instagram": 2, "tiktok": 1}));
        assert_eq!(all["instagram"]["total_views"], 4500);
        let b = world
            .get(
                &world.admin,
                &format!("/api/dashboard/stats?group_id={}", world.group_b),
            )
            .await
            .ok();
        assert_eq!(b, world.get(&world.member_b, "/api/dashboard/stats").await.ok());
        assert_eq!(b["instagram"]["avg_engagement"], 5.0);
        assert_eq!(b["tiktok"]["avg_cpm"], 0.0);
    });
}

#[test]
fn dashboard_stats_count_shared_account_once_per_scope() {
    run(async {
        let world = with_content().await;
        world.track(&world.member_b, "tiktok", "khaby.lame").await;
        for token in [&world.admin, &world.member_a, &world.member_b] {
            let stats = world.get(token, "/api/dashboard/stats").await.ok();
            assert_eq!(
                (&stats["accounts"]["tiktok"], &stats["tiktok"]["total_views"]),
                (&json!(1), &json!(2000))
            );
        }
    });
}

#[test]
fn content_table_shows_all_groups_newest_first() {
    run(async {
        let world = with_content().await;
        for token in [&world.member_a, &world.member_b, &world.admin] {
            let page = world.get(token, "/api/dashboard/all-instagram-posts").await.ok();
            assert_eq!((&page["total"], &page["pages"]), (&json!(4), &json!(1)));
            assert_eq!(field(&page["posts"], "shortcode"), ["S2", "S4", "S1", "S3"]);
        }
        let page = world
            .get(&world.member_a, "/api/dashboard/all-instagram-posts")
            .await
            .ok();
        let posts = &page["posts"];
        assert_eq!(
            field(posts, "metrics_status"),
            ["likes_hidden", "ok", "ok", "no_views"]
        );
        assert_eq!(
            field(posts, "cpm"),
            [&json!(0.3333), &json!(2.0), &json!(1.0), &json!(0.0)]
        );
        assert_eq!(
            field(posts, "engagement_rate"),
            [&json!(0.0), &json!(5.0), &json!(10.0), &json!(0.0)]
        );
        assert_eq!(
            (&posts[3]["date_posted"], &posts[3]["views"], &posts[3]["likes"]),
            (&json!(null), &json!(0), &json!(7))
        );
        let videos = world
            .get(&world.member_b, "/api/dashboard/all-tiktok-videos")
            .await
            .ok();
        let video = &videos["videos"][0];
        assert_eq!(
            (&video["account"], &video["video_id"]),
            (&json!("khaby.lame"), &json!("5"))
        );
        assert_eq!(
            (&video["shares"], &video["saves"], &video["caption"]),
            (&json!(50), &json!(51), &json!("Caption 5"))
        );
        assert_eq!(video["date_posted"], "2026-11-04T12:00:00Z");
    });
}

#[test]
fn content_pages_are_complete_and_empty_after_the_end() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        for n in 0..25 {
            let day = format!("2026-10-{:02}T00:00:00Z", 1 + n / 5);
            world
                .add_item(
                    "tiktok",
                    "khaby.lame",
                    &n.to_string(),
                    Some(&day),
                    [Some(n), None, None, None],
                )
                .await;
        }
        let mut seen = Vec::new();
        for page in 1..=4 {
            let path = format!("/api/dashboard/all-tiktok-videos?page={page}&per_page=7");
            let response = world.get(&world.member_b, &path).await.ok();
            assert_eq!((&response["total"], &response["pages"]), (&json!(25), &json!(4)));
            seen.extend(field(&response["videos"], "video_id").into_iter().cloned());
        }
        let expected: Vec<Value> = (0..25).rev().map(|n| json!(n.to_string())).collect();
        assert_eq!(seen, expected);
        for page in [5, 1_000_000, i64::MAX] {
            let path = format!("/api/dashboard/all-tiktok-videos?page={page}");
            let response = world.get(&world.member_b, &path).await.ok();
            assert_eq!(
                (&response["videos"], &response["total"]),
                (&json!([]), &json!(25))
            );
        }
    });
}

#[test]
fn content_table_is_limited_by_group_visibility() {
    run(async {
        let world = with_content().await;
        sqlx::query("UPDATE settings SET content_visibility = 'group'")
            .execute(&world.owner)
            .await
            .unwrap();
        let page = world
            .get(
                &world.member_a,
                "/api/dashboard/all-instagram-posts?per_page=2&page=2",
            )
            .await
            .ok();
        assert_eq!((&page["total"], &page["pages"]), (&json!(3), &json!(2)));
        assert_eq!(field(&page["posts"], "shortcode"), ["S3"]);
        assert_eq!(
            world
                .get(&world.admin, "/api/dashboard/all-instagram-posts")
                .await
                .ok()["total"],
            4
        );
    });
}

#[test]
fn top_performers_are_limited_to_own_group() {
    run(async {
        let world = with_content().await;
        for n in 0..9 {
            world
                .add_item(
                    "instagram",
                    "nasa",
                    &format!("n{n}"),
                    None,
                    [Some(10_000 + n), Some(1), Some(1), None],
                )
                .await;
        }
        let a = world
            .get(&world.member_a, "/api/dashboard/top-performers")
            .await
            .ok();
        assert_eq!(field(&a["instagram"], "shortcode"), ["S2", "S1", "S3"]);
        assert_eq!(field(&a["tiktok"], "video_id"), ["5"]);
        let b = world
            .get(&world.member_b, "/api/dashboard/top-performers")
            .await
            .ok();
        assert_eq!(
            field(&b["instagram"], "shortcode"),
            ["Sn8", "Sn7", "Sn6", "Sn5", "Sn4"]
        );
        assert_eq!(b["tiktok"], json!([]));
        let all = world
            .get(&world.admin, "/api/dashboard/top-performers")
            .await
            .ok();
        assert_eq!(all["instagram"], b["instagram"]);
    });
}

#[test]
fn account_items_match_content_table() {
    run(async {
        let world = with_content().await;
        let accounts = world.get(&world.member_a, "/api/instagram/accounts").await.ok();
        assert_eq!(accounts["accounts"][0]["post_count"], 3);
        assert_eq!(accounts["accounts"][0]["viewed"], 2);
        let id = &accounts["accounts"][0]["id"];
        let posts = world
            .get(&world.member_a, &format!("/api/instagram/accounts/{id}/posts"))
            .await
            .ok();
        assert_eq!(posts["total"], 3);
        assert_eq!(field(&posts["posts"], "shortcode"), ["S2", "S1", "S3"]);
        let table = world
            .get(&world.member_a, "/api/dashboard/all-instagram-posts")
            .await
            .ok();
        for post in posts["posts"].as_array().unwrap() {
            let row = table["posts"]
                .as_array()
                .unwrap()
                .iter()
                .find(|row| row["id"] == post["id"])
                .unwrap();
            for name in [
                "views",
                "likes",
                "comments",
                "cpm",
                "engagement_rate",
                "metrics_status",
            ] {
                assert_eq!(post[name], row[name]);
            }
        }
        let accounts = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        let path = format!("/api/tiktok/accounts/{}/videos", accounts["accounts"][0]["id"]);
        let videos = world.get(&world.member_a, &path).await.ok();
        assert_eq!(
            (&videos["total"], &videos["videos"][0]["caption"]),
            (&json!(1), &json!("Caption 5"))
        );
    });
}

#[test]
fn item_history_is_oldest_first_with_unknown_as_null() {
    run(async {
        let world = with_content().await;
        let id: i64 = sqlx::query_scalar("SELECT id FROM posts WHERE external_id = '5'")
            .fetch_one(&world.owner)
            .await
            .unwrap();
        sqlx::query(
            "INSERT INTO post_metrics (post_id, observed_at, views, likes, comments, shares, saves)
             VALUES ($1, '2026-11-05T10:01:00Z', 2000, 100, 50, 50, 51), ($1, '2026-11-05T10:00:00Z', 1500, NULL, 40, 45, NULL)",
        )
        .bind(id)
        .execute(&world.owner)
        .await
        .unwrap();
        let history = world
            .get(&world.member_a, &format!("/api/tiktok/videos/{id}/history"))
            .await
            .ok();
        assert_eq!(
            history,
            json!({"zero_at": null, "points": [
                {"observed_at": "2026-11-05T10:00:00Z", "views": 1500, "likes": null, "comments": 40, "shares": 45, "saves": null},
                {"observed_at": "2026-11-05T10:01:00Z", "views": 2000, "likes": 100, "comments": 50, "shares": 50, "saves": 51},
            ]})
        );
        sqlx::query("UPDATE posts SET from_zero = true, posted_at = '2026-11-05T09:00:00Z' WHERE id = $1")
            .bind(id)
            .execute(&world.owner)
            .await
            .unwrap();
        // The item was first seen on November 21. If that is before the history, its first measurements were deleted.
        for (history_begins, zero_at) in [
            ("-infinity", json!("2026-11-05T09:00:00Z")),
            ("2026-11-21", json!("2026-11-05T09:00:00Z")),
            ("2026-11-22", Value::Null),
        ] {
            world
                .execute(&format!(
                    "UPDATE settings SET history_begins = '{history_begins}'"
                ))
                .await;
            let history = world
                .get(&world.member_a, &format!("/api/tiktok/videos/{id}/history"))
                .await
                .ok();
            assert_eq!(history["zero_at"], zero_at, "{history_begins}");
        }
        world
            .get(&world.member_a, &format!("/api/instagram/posts/{id}/history"))
            .await
            .refused(404, "not_found");
        world
            .get(&world.member_a, "/api/tiktok/videos/0/history")
            .await
            .refused(404, "not_found");
    });
}
