//! Tests of requests whose transaction conflicts with another one.

use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};
use sqlx::{Postgres, Transaction};

use crate::support::{TestResponse, World, run};

/// A lock is waited for within milliseconds.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A conflicting transaction that always wins, and has locked `first`.
async fn rival(world: &World, first: &'static str) -> Transaction<'static, Postgres> {
    let mut rival = world.owner.begin().await.unwrap();
    for statement in ["SET LOCAL deadlock_timeout = '1h'", first] {
        sqlx::query(statement).execute(&mut *rival).await.unwrap();
    }
    rival
}

/// Returns the response to a request that waits for the conflicting transaction while that transaction begins to wait for it.
async fn between(
    world: &World,
    mut rival: Transaction<'static, Postgres>,
    then: &'static str,
    request: impl Future<Output = TestResponse>,
) -> TestResponse {
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                 AND application_name = 'clipmeter_app' AND wait_event_type = 'Lock'";
    let cross = async {
        let waiting = async { while world.count(waits).await == 0 {} };
        tokio::time::timeout(TIMEOUT, waiting).await.unwrap();
        // Completes after the request was aborted.
        sqlx::query(then).execute(&mut *rival).await.unwrap();
        rival.commit().await.unwrap();
    };
    futures::future::join(request, cross).await.0
}

/// Creates a group with an account whose cost has a cap, so that its sums depend on settings, group and posts.
async fn with_sums() -> World {
    let world = World::new().await;
    world.track(&world.member_a, "instagram", "nasa").await;
    let capped = "UPDATE settings SET cost = ROW('per_mille', 0, 2, 5)::cost";
    world.execute(capped).await;
    world
}

/// Returns how often an action is in the audit log. Aborted attempts leave no entry.
async fn noted(world: &World, action: &str) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM audit_log WHERE action = $1")
        .bind(action)
        .fetch_one(&world.owner)
        .await
        .unwrap()
}

fn cost() -> Value {
    json!({"model": "per_mille", "rate": 3, "cap": 7})
}

#[test]
fn settings_update_succeeds_during_conflicting_deletion() {
    run(async {
        let world = with_sums().await;
        let rival = rival(&world, "SELECT FROM account_counters FOR UPDATE").await;
        let body = json!({"content_visibility": "all", "cost": cost()});
        let request = world.put(&world.admin, "/api/admin/settings", body);
        let response = between(&world, rival, "SELECT FROM settings FOR SHARE", request).await;
        assert_eq!(response.status, StatusCode::OK, "{response:?}");
        assert_eq!(noted(&world, "settings.update").await, 1);
    });
}

#[test]
fn intervals_update_succeeds_during_reads_of_settings_and_log() {
    run(async {
        let world = World::new().await;
        let rival = rival(&world, "LOCK TABLE audit_log IN SHARE MODE").await;
        let body = json!({"instagram": 20, "tiktok": 30});
        let request = world.put(&world.admin, "/api/scraping/intervals", body);
        let response = between(&world, rival, "SELECT FROM settings FOR UPDATE", request).await;
        assert_eq!(response.ok()["tiktok"], 30);
        assert_eq!(noted(&world, "intervals.update").await, 1);
    });
}

#[test]
fn group_cost_update_succeeds_during_conflicting_deletion() {
    run(async {
        let world = with_sums().await;
        let rival = rival(&world, "SELECT FROM account_counters FOR UPDATE").await;
        let path = format!("/api/groups/{}", world.group_a);
        let request = world.patch(&world.admin, &path, json!({"cost": cost()}));
        let response = between(&world, rival, "SELECT FROM groups FOR UPDATE", request).await;
        assert_eq!(response.status, StatusCode::OK, "{response:?}");
        assert_eq!(noted(&world, "group.update").await, 1);
    });
}

#[test]
fn account_cost_update_succeeds_during_conflicting_deletion() {
    run(async {
        let world = with_sums().await;
        let rival = rival(&world, "SELECT FROM account_counters FOR UPDATE").await;
        let accounts = world.get(&world.member_a, "/api/instagram/accounts").await.ok();
        let path = format!("/api/instagram/accounts/{}", accounts["accounts"][0]["id"]);
        let request = world.patch(&world.admin, &path, json!({"cost": cost()}));
        let response = between(&world, rival, "SELECT FROM tracked_accounts FOR UPDATE", request).await;
        assert_eq!(response.ok()["cost"]["cap"], 7.0);
        assert_eq!(noted(&world, "account.update").await, 1);
    });
}

#[test]
fn account_add_succeeds_during_settings_update() {
    run(async {
        let world = with_sums().await;
        let rival = rival(&world, "SELECT FROM settings FOR UPDATE").await;
        let body = json!({"username": "natgeo"});
        let request = world.post(&world.member_a, "/api/instagram/accounts", body);
        let response = between(&world, rival, "SELECT FROM groups FOR UPDATE", request).await;
        assert_eq!(response.ok()["username"], "natgeo");
        assert_eq!(noted(&world, "account.add").await, 2);
    });
}

#[test]
fn video_add_succeeds_during_user_update() {
    run(async {
        let world = World::new().await;
        let rival = rival(&world, "SELECT FROM users FOR UPDATE").await;
        let body = json!({"urls": ["https://www.tiktok.com/@nasa/video/7301234567890123456"]});
        let request = world.post(&world.member_a, "/api/tiktok/videos/add", body);
        let response = between(&world, rival, "SELECT FROM groups FOR UPDATE", request).await;
        assert_eq!(response.ok()["added_count"], 1);
        assert_eq!(world.count("SELECT count(*) FROM tracked_videos").await, 1);
        assert_eq!(noted(&world, "video.add").await, 1);
    });
}

#[test]
fn bulk_add_succeeds_during_settings_update() {
    run(async {
        let world = with_sums().await;
        let rival = rival(&world, "SELECT FROM settings FOR UPDATE").await;
        let body = json!({"accounts": [{"username": "natgeo"}, {"username": "esa"}]});
        let request = world.post(&world.member_a, "/api/instagram/accounts/bulk", body);
        let response = between(&world, rival, "SELECT FROM groups FOR UPDATE", request).await;
        assert_eq!(response.ok()["added_count"], 2);
        assert_eq!(noted(&world, "account.add").await, 2);
    });
}

#[test]
fn deletions_succeed_despite_conflicting_locks() {
    run(async {
        let world = with_sums().await;
        let video = json!({"urls": ["https://www.tiktok.com/@nasa/video/7301234567890123456"]});
        world
            .post(&world.member_a, "/api/tiktok/videos/add", video)
            .await
            .ok();
        let many = world.track(&world.member_a, "instagram", "natgeo").await;
        let one = world
            .count("SELECT t.id FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id WHERE a.username = 'nasa'")
            .await;
        let video = world.count("SELECT id FROM tracked_videos").await;
        let user = world.count("SELECT id FROM users WHERE username = 'ann'").await;
        let accounts = "SELECT FROM tracked_accounts FOR UPDATE";
        let log = "LOCK TABLE audit_log IN SHARE MODE";

        let path = format!("/api/tiktok/videos/{video}");
        let request = world.delete(&world.admin, &path);
        let others = rival(&world, log).await;
        let response = between(&world, others, "SELECT FROM tracked_videos FOR UPDATE", request).await;
        assert_eq!(response.ok()["message"], "Video deleted");

        let path = format!("/api/instagram/accounts/{one}");
        let request = world.delete(&world.admin, &path);
        let others = rival(&world, log).await;
        let response = between(&world, others, accounts, request).await;
        assert_eq!(response.ok()["message"], "Account deleted");

        let body = json!({"account_ids": [many]});
        let request = world.post(&world.admin, "/api/instagram/accounts/bulk-delete", body);
        let others = rival(&world, log).await;
        let response = between(&world, others, accounts, request).await;
        assert_eq!(response.ok()["deleted_count"], 1);

        let path = format!("/api/admin/users/{user}");
        let request = world.delete(&world.admin, &path);
        let others = rival(&world, log).await;
        let response = between(&world, others, "SELECT FROM users FOR UPDATE", request).await;
        assert_eq!(response.status, StatusCode::OK, "{response:?}");

        let path = format!("/api/groups/{}", world.group_a);
        let request = world.delete(&world.admin, &path);
        let others = rival(&world, log).await;
        let response = between(&world, others, "SELECT FROM groups FOR UPDATE", request).await;
        assert_eq!(response.status, StatusCode::OK, "{response:?}");

        for (action, times) in [
            ("video.delete", 1),
            ("account.delete", 2),
            ("user.delete", 1),
            ("group.delete", 1),
        ] {
            assert_eq!(noted(&world, action).await, times, "{action}");
        }
    });
}

#[test]
fn session_disable_and_reenable_succeed_during_run_report() {
    run(async {
        let world = World::new().await;
        let body = json!({"sessions": ["1:token"]});
        world
            .post(&world.admin, "/api/scraping/sessions", body)
            .await
            .ok();
        let pool = world.get(&world.admin, "/api/scraping/pool").await.ok();
        let session = &pool["sessions"][0]["id"];
        for (verb, state) in [("disable", "disabled"), ("reenable", "active")] {
            let path = format!("/api/scraping/pool/{session}/{verb}");
            let request = world.poke(&world.admin, &path);
            let rival = rival(&world, "LOCK TABLE audit_log IN SHARE MODE").await;
            let response = between(&world, rival, "SELECT FROM sessions FOR UPDATE", request).await;
            assert_eq!(response.ok()["state"], state);
            assert_eq!(noted(&world, &format!("sessions.{verb}")).await, 1);
        }
    });
}
