//! Tests of the freshness of the dashboard's numbers.

use std::time::Duration;

use chrono::DateTime;
use serde_json::{Value, json};

use crate::support::{World, run};

async fn freshness(world: &World, token: &str, platform: &str) -> Value {
    let stats = world.get(token, "/api/dashboard/stats").await.ok();
    stats["freshness"][platform].clone()
}

/// Records an attempt on an account, this many minutes before the test's time.
async fn attempted(world: &World, platform: &str, username: &str, outcome: &str, minutes: i32) {
    let changed = sqlx::query(
        "UPDATE platform_accounts SET last_outcome = $3, last_attempt_at = $4 - make_interval(mins => $5),
                last_success_at = CASE $3 WHEN 'ok' THEN $4 - make_interval(mins => $5) ELSE last_success_at END,
                consecutive_failures = CASE $3 WHEN 'ok' THEN 0 ELSE consecutive_failures + 1 END
         WHERE platform = $1 AND username = $2",
    )
    .bind(platform)
    .bind(username)
    .bind(outcome)
    .bind(clipmeter_runtime::Clock::now(&*world.clock))
    .bind(minutes)
    .execute(&world.owner)
    .await
    .unwrap();
    assert_eq!(changed.rows_affected(), 1);
}

#[test]
fn freshness_shows_age_and_failure_reasons_of_group() {
    run(async {
        let world = World::new().await;
        let nothing = json!({
            "accounts": 0, "last_scrape": null, "oldest_scrape": null, "next_scrape": null, "never_scraped": 0,
            "pending": 0, "failing": [],
        });
        assert_eq!(freshness(&world, &world.member_a, "instagram").await, nothing);
        for name in ["one", "two", "three", "four", "five", "new"] {
            world.track(&world.member_a, "instagram", name).await;
        }
        world.track(&world.member_b, "instagram", "one").await;
        world.track(&world.member_b, "tiktok", "theirs").await;
        attempted(&world, "tiktok", "theirs", "private", 1).await;
        attempted(&world, "instagram", "one", "ok", 20).await;
        attempted(&world, "instagram", "two", "ok", 300).await;
        attempted(&world, "instagram", "two", "rate_limited", 10).await;
        attempted(&world, "instagram", "three", "private", 30).await;
        attempted(&world, "instagram", "four", "private", 40).await;
        attempted(&world, "instagram", "five", "ok", 5).await;

        let mine = freshness(&world, &world.member_a, "instagram").await;
        assert_eq!(
            (&mine["accounts"], &mine["never_scraped"], &mine["pending"]),
            (&json!(6), &json!(3), &json!(1))
        );
        assert_eq!(mine["last_scrape"], "2026-11-21T09:55:00Z");
        assert_eq!(mine["oldest_scrape"], "2026-11-21T05:00:00Z");
        let reasons: Vec<_> = mine["failing"]
            .as_array()
            .unwrap()
            .iter()
            .map(|reason| {
                (
                    reason["status"].as_str().unwrap(),
                    reason["accounts"].as_i64().unwrap(),
                )
            })
            .collect();
        assert_eq!(reasons, [("private", 2), ("rate_limited", 1)]);
        assert_eq!(
            mine["failing"][0]["status_text"],
            "Private. Updates resume when the account becomes public."
        );
        assert_eq!(freshness(&world, &world.member_a, "tiktok").await, nothing);
        let all = freshness(&world, &world.admin, "instagram").await;
        assert_eq!(all, mine, "an account of two groups counts once");
    });
}

#[test]
fn freshness_next_scrape_is_that_of_first_due_account() {
    run(async {
        let world = World::new().await;
        for name in ["one", "two", "new"] {
            world.track(&world.member_a, "tiktok", name).await;
        }
        attempted(&world, "tiktok", "one", "ok", 2).await;
        attempted(&world, "tiktok", "two", "not_found", 7).await;
        let accounts = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        let first = accounts["accounts"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|account| account["status"] != "pending")
            .filter_map(|account| account["next_scrape"].as_str())
            .map(|time| DateTime::parse_from_rfc3339(time).unwrap())
            .min();
        let shown = freshness(&world, &world.member_a, "tiktok").await;
        let shown = DateTime::parse_from_rfc3339(shown["next_scrape"].as_str().unwrap()).unwrap();
        assert_eq!(Some(shown), first);
        // It waits in the queue, which does not postpone the time.
        world.clock.advance(Duration::from_hours(1));
        let later = freshness(&world, &world.member_a, "tiktok").await;
        assert_eq!(
            DateTime::parse_from_rfc3339(later["next_scrape"].as_str().unwrap()).unwrap(),
            shown
        );
    });
}

#[test]
fn freshness_next_scrape_ignores_accounts_that_wait_for_admin() {
    run(async {
        let world = World::new().await;
        for (name, minutes) in [("one", 1_500), ("two", 1)] {
            world.track(&world.member_a, "tiktok", name).await;
            attempted(&world, "tiktok", name, "ok", minutes).await;
        }
        world
            .execute(
                "UPDATE tracked_accounts SET scraper_pool = 'eu'
                 WHERE account_id = (SELECT id FROM platform_accounts WHERE username = 'one')",
            )
            .await;
        let shown = freshness(&world, &world.member_a, "tiktok").await;
        let next = DateTime::parse_from_rfc3339(shown["next_scrape"].as_str().unwrap()).unwrap();
        assert!(next > clipmeter_runtime::Clock::now(&*world.clock), "{next}");
    });
}

#[test]
fn freshness_ignores_accounts_of_inactive_groups() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "one").await;
        world
            .poke(&world.admin, &format!("/api/groups/{}/toggle", world.group_a))
            .await
            .ok();
        assert_eq!(freshness(&world, &world.admin, "tiktok").await["accounts"], 0);
    });
}

#[test]
fn attention_lists_failing_accounts_and_videos_of_scope() {
    run(async {
        let world = World::new().await;
        for name in ["fine", "private", "never", "new"] {
            world.track(&world.member_a, "instagram", name).await;
        }
        world.track(&world.member_b, "tiktok", "theirs").await;
        attempted(&world, "instagram", "fine", "ok", 20).await;
        attempted(&world, "instagram", "private", "ok", 300).await;
        attempted(&world, "instagram", "private", "private", 10).await;
        attempted(&world, "instagram", "never", "not_found", 10).await;
        attempted(&world, "tiktok", "theirs", "ok", 500).await;
        attempted(&world, "tiktok", "theirs", "rate_limited", 1).await;
        let url = "https://www.tiktok.com/@ann/video/7106594312292453675";
        let body = json!({"urls": [url]});
        world
            .post(&world.member_a, "/api/tiktok/videos/add", body)
            .await
            .ok();
        world
            .execute("UPDATE tracked_videos SET last_outcome = 'not_found', consecutive_failures = 1")
            .await;
        let entries = async |token: &str, query: &str| {
            let attention = world
                .get(token, &format!("/api/dashboard/attention{query}"))
                .await
                .ok();
            let entries = attention["entries"].as_array().unwrap().clone();
            assert_eq!(attention["total"], entries.len());
            let texts = entries.iter().map(|entry| {
                let text = |field: &str| entry[field].as_str().unwrap().to_owned();
                assert!(
                    entry["next_scrape"].is_string() && !text("status_text").is_empty(),
                    "{entry}"
                );
                format!(
                    "{} {} {} {}",
                    text("platform"),
                    text("kind"),
                    text("name"),
                    text("status")
                )
            });
            texts.collect::<Vec<_>>()
        };
        let video = format!("tiktok video {url} not_found");
        let (never, private) = (
            "instagram account never not_found",
            "instagram account private private",
        );
        let theirs = "tiktok account theirs rate_limited";
        // Those never read come first.
        assert_eq!(entries(&world.member_a, "").await, [never, &video, private]);
        assert_eq!(entries(&world.member_b, "").await, [theirs]);
        assert_eq!(entries(&world.admin, "").await, [never, &video, theirs, private]);
        let of_b = format!("?group_id={}", world.group_b);
        assert_eq!(entries(&world.admin, &of_b).await, [theirs]);
        let path = format!("/api/dashboard/attention{of_b}");
        world.get(&world.member_a, &path).await.refused(404, "not_found");
        world.execute("UPDATE tracked_videos SET suspended = true").await;
        sqlx::query("UPDATE groups SET is_active = false WHERE id = $1")
            .bind(world.group_b)
            .execute(&world.owner)
            .await
            .unwrap();
        assert_eq!(entries(&world.admin, "").await, [never, private]);
    });
}
