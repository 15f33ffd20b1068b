//! Tests that a poll without changes only queries the user.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clipmeter_api::control_plane::{DatabaseOnly, RunStarter};
use clipmeter_db::ChangeNotification;
use futures::future::{join, join_all};
use http::{Method, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt;
use uuid::Uuid;

use crate::support::{Script, TestResponse, World, run};

/// Timeout for notifications, which take milliseconds.
const TIMEOUT: Duration = Duration::from_mins(1);

/// How long a request waits for another one that runs the same queries, before it runs them itself.
const SHARED_FOR: Duration = Duration::from_secs(2);

/// How long before the end of a token's twelve hours a test polls.
const BEFORE_EXPIRY: Duration = Duration::from_secs(5);

const LIST: &str = "/api/instagram/accounts";

/// A world with an account and an item.
async fn with_an_item() -> World {
    let world = World::new().await;
    for platform in ["instagram", "tiktok"] {
        world.track(&world.member_a, platform, "natgeo").await;
        let numbers = [Some(1000), Some(90), Some(10), Some(1)];
        world.add_item(platform, "natgeo", "1", None, numbers).await;
    }
    world
}

async fn poll_at(router: &Router, token: &str, path: &str, tag: &str) -> TestResponse {
    let request = World::request(Method::GET, token, path).header("if-none-match", tag);
    let request = request.body(Body::empty()).unwrap();
    TestResponse::read(router.clone().oneshot(request).await.unwrap()).await
}

async fn poll(world: &World, token: &str, path: &str, tag: &str) -> StatusCode {
    poll_at(&world.router, token, path, tag).await.status
}

async fn tag(world: &World, token: &str, path: &str) -> String {
    let response = world.get(token, path).await;
    assert_eq!(response.status, 200, "{path}: {response:?}");
    response.header("etag").to_owned()
}

/// Polls until the response has changed.
async fn until_changed(world: &World, token: &str, path: &str, tag: &str) {
    let changed = async {
        while poll(world, token, path, tag).await == 304 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIMEOUT, changed).await.unwrap();
}

/// Waits until the notifications of all earlier changes were counted: they arrive in the order of commits, so this waits for a
/// distinct notification.
async fn wait_for_notifications(world: &World) {
    let mut notifications = world.api.change_notifications();
    let mark = Uuid::new_v4();
    sqlx::query("SELECT pg_notify('clipmeter_run_ended', $1)")
        .bind(mark.to_string())
        .execute(&world.owner)
        .await
        .unwrap();
    let counted = async {
        while !matches!(notifications.recv().await, Ok(ChangeNotification::RunEnded(run)) if run == mark) {}
    };
    tokio::time::timeout(TIMEOUT, counted).await.unwrap();
}

/// A tag that no news of earlier changes can make old any more.
async fn stable_tag(world: &World, token: &str, path: &str) -> String {
    wait_for_notifications(world).await;
    tag(world, token, path).await
}

/// Makes all later statements of requests fail, except for the query of the user, whose function runs with its owner's rights.
async fn close_the_tables(world: &World) {
    world
        .execute("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM clipmeter_app")
        .await;
}

#[test]
fn poll_without_changes_returns_304_without_reading_tables() {
    run(async {
        let world = with_an_item().await;
        let refresh = "/api/instagram/accounts/1/refresh";
        world.poke(&world.member_a, refresh).await.ok();
        wait_for_notifications(&world).await;
        let run = world.starter.started.lock().unwrap()[0];
        let progress = format!("/api/scraping/runs/{run}");
        let units = format!("/api/scraping/runs/{run}/units");
        let mut tagged = Vec::new();
        for (token, path) in [
            (&world.member_a, "/api/instagram/accounts"),
            (&world.member_a, "/api/tiktok/accounts"),
            (&world.member_a, "/api/instagram/accounts/1/posts"),
            (&world.member_a, "/api/tiktok/accounts/2/videos"),
            (&world.member_a, "/api/tiktok/accounts/2/history?days=30"),
            (&world.member_b, "/api/dashboard/all-instagram-posts?page=1"),
            (&world.admin, "/api/dashboard/all-tiktok-videos"),
            (&world.member_a, "/api/dashboard/stats"),
            (&world.admin, "/api/dashboard/stats?group_id=1"),
            (&world.admin, "/api/dashboard/top-performers"),
            (&world.admin, "/api/dashboard/trend?group_id=1"),
            (&world.admin, "/api/groups"),
            (&world.admin, "/api/groups/1"),
            (&world.admin, "/api/admin/stats/overview"),
            (&world.admin, "/api/admin/scraping/status"),
            (&world.member_a, "/api/instagram/posts/1/history"),
            (&world.member_b, "/api/tiktok/videos/2/history"),
            (&world.member_a, &progress),
            (&world.admin, "/api/scraping/runs"),
            (&world.admin, &units),
        ] {
            tagged.push((token, path, tag(&world, token, path).await));
        }
        close_the_tables(&world).await;
        for (token, path, tag) in tagged {
            assert_eq!(poll(&world, token, path, &tag).await, 304, "{path}");
            assert_eq!(world.get(token, path).await.status, 500, "{path}");
        }
    });
}

#[test]
fn repeated_poll_needs_no_query() {
    run(async {
        let world = with_an_item().await;
        world
            .clock
            .advance(Duration::from_hours(12).saturating_sub(BEFORE_EXPIRY));
        let known = stable_tag(&world, &world.member_a, LIST).await;
        let other = world.api.http_router(
            Arc::clone(&world.starter) as Arc<dyn RunStarter>,
            Arc::new(DatabaseOnly),
        );
        world.execute(LOOKUP_FAILS).await;
        assert_eq!(poll(&world, &world.member_a, LIST, &known).await, 304);
        assert_eq!(poll(&world, &world.member_a, LIST, "W/\"a.b\"").await, 500);
        let elsewhere = poll_at(&other, &world.member_a, LIST, &known).await;
        assert_eq!(elsewhere.status, 500);
        // The token expires, and usually the state does not.
        world.clock.advance(BEFORE_EXPIRY);
        assert_eq!(poll(&world, &world.member_a, LIST, &known).await, 401);
    });
}

/// Makes the query of the user fail.
const LOOKUP_FAILS: &str = "ALTER FUNCTION sign_in_by_token(bigint, uuid) RENAME TO unavailable";
const LOOKUP_WORKS: &str = "ALTER FUNCTION unavailable(bigint, uuid) RENAME TO sign_in_by_token";

#[test]
fn asvs_7_4_1_repeated_poll_is_refused_after_its_token_is_revoked() {
    run(async {
        let world = with_an_item().await;
        // Changes of a group do not change it.
        let path = "/api/instagram/posts/1/history";
        let ann = |set: &str| format!("UPDATE users SET {set} WHERE username = 'ann'");
        let [group_a, group_b] = [world.group_a, world.group_b];
        // As another process changes them. `{sid}` is the sign-in.
        for (change, undo, expected) in [
            (ann("is_active = false"), ann("is_active = true"), 401),
            (
                ann("must_change_password = true"),
                ann("must_change_password = false"),
                403,
            ),
            (
                format!("UPDATE groups SET is_active = false WHERE id = {group_a}"),
                format!("UPDATE groups SET is_active = true WHERE id = {group_a}"),
                401,
            ),
            (ann("is_group_admin = true"), ann("is_group_admin = false"), 304),
            (
                ann("is_admin = true, group_id = NULL"),
                ann(&format!("is_admin = false, group_id = {group_a}")),
                304,
            ),
            (
                ann(&format!("group_id = {group_b}")),
                ann(&format!("group_id = {group_a}")),
                304,
            ),
            (ann("token_version = token_version + 1"), "SELECT".into(), 401),
            (
                ann("password_hash = password_hash || ' '"),
                ann("password_hash = trim(password_hash)"),
                401,
            ),
            (
                "SELECT end_sign_in(id, '{sid}', 'infinity', now()) FROM users WHERE username = 'ann'".into(),
                "SELECT".into(),
                401,
            ),
            (
                "DELETE FROM users WHERE username = 'ann'".into(),
                "SELECT".into(),
                401,
            ),
        ] {
            let token = world.sign_in("ann", crate::support::ADMIN_PASSWORD).await;
            let known = stable_tag(&world, &token, path).await;
            world.execute(LOOKUP_FAILS).await;
            assert_eq!(poll(&world, &token, path, &known).await, 304, "{change}");
            world.execute(&change.replace("{sid}", &sign_in_of(&token))).await;
            wait_for_notifications(&world).await;
            assert_eq!(poll(&world, &token, path, &known).await, 500, "{change}");
            world.execute(LOOKUP_WORKS).await;
            assert_eq!(poll(&world, &token, path, &known).await, expected, "{change}");
            world.execute(&undo).await;
        }
        let known = stable_tag(&world, &world.member_b, LIST).await;
        assert_eq!(poll(&world, &world.member_b, LIST, &known).await, 304);
        world.poke(&world.member_b, "/api/auth/logout").await.ok();
        assert_eq!(poll(&world, &world.member_b, LIST, &known).await, 401);
    });
}

/// Returns the ID of a token's sign-in.
fn sign_in_of(token: &str) -> String {
    let claims = token.split('.').nth(1).unwrap();
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    claims["sid"].as_str().unwrap().to_owned()
}

#[test]
fn poll_shows_own_changes_immediately() {
    run(async {
        let world = with_an_item().await;
        let all = "/api/dashboard/all-instagram-posts";
        let (list, table) = (
            stable_tag(&world, &world.member_a, LIST).await,
            stable_tag(&world, &world.member_a, all).await,
        );
        world.track(&world.member_a, "instagram", "nasa").await;
        assert_eq!(poll(&world, &world.member_a, LIST, &list).await, 200);
        let list = tag(&world, &world.member_a, LIST).await;
        world
            .delete(&world.member_a, "/api/instagram/accounts/1")
            .await
            .ok();
        assert_eq!(poll(&world, &world.member_a, LIST, &list).await, 200);
        assert_eq!(poll(&world, &world.member_a, all, &table).await, 200);
        let groups = tag(&world, &world.admin, "/api/groups").await;
        world
            .post(&world.admin, "/api/groups", json!({"name": "Group C"}))
            .await
            .ok();
        assert_eq!(poll(&world, &world.admin, "/api/groups", &groups).await, 200);
    });
}

#[test]
fn poll_is_unaffected_by_changes_of_other_groups() {
    run(async {
        let world = with_an_item().await;
        let mine = stable_tag(&world, &world.member_b, LIST).await;
        let theirs = tag(&world, &world.member_a, LIST).await;
        world.track(&world.member_a, "instagram", "nasa").await;
        until_changed(&world, &world.member_a, LIST, &theirs).await;
        close_the_tables(&world).await;
        assert_eq!(poll(&world, &world.member_b, LIST, &mine).await, 304);
    });
}

#[test]
fn poll_shows_external_changes_after_notification() {
    run(async {
        let world = with_an_item().await;
        for (path, change) in [
            (LIST, "UPDATE platform_accounts SET last_outcome = 'private'"),
            (LIST, "UPDATE groups SET name = name || ' renamed'"),
            ("/api/instagram/accounts/1/posts", "UPDATE posts SET views = 5"),
            ("/api/dashboard/stats", "UPDATE posts SET likes = 5"),
            ("/api/dashboard/all-instagram-posts", "UPDATE posts SET views = 6"),
            (
                "/api/dashboard/all-instagram-posts",
                "UPDATE platform_accounts SET username = 'new'",
            ),
            (
                "/api/instagram/posts/1/history",
                "WITH measured AS (INSERT INTO post_metrics (post_id, observed_at, views) VALUES (1, date_trunc('minute', now(), 'UTC'), 7))
                 UPDATE posts SET views = 7 WHERE id = 1",
            ),
            ("/api/dashboard/top-performers", "DELETE FROM posts"),
        ] {
            let known = stable_tag(&world, &world.member_a, path).await;
            world.execute(change).await;
            until_changed(&world, &world.member_a, path, &known).await;
        }
    });
}

#[test]
fn poll_etag_of_other_process_matches_same_body() {
    run(async {
        let world = with_an_item().await;
        let first = stable_tag(&world, &world.member_a, LIST).await;
        let other = world.api.http_router(
            Arc::clone(&world.starter) as Arc<dyn RunStarter>,
            Arc::new(DatabaseOnly),
        );
        let response = poll_at(&other, &world.member_a, LIST, &first).await;
        assert_eq!((response.status.as_u16(), response.text.as_str()), (304, ""));
        let second = response.header("etag").to_owned();
        assert_ne!(first, second);
        close_the_tables(&world).await;
        assert_eq!(poll_at(&other, &world.member_a, LIST, &second).await.status, 304);
        assert_eq!(poll_at(&other, &world.member_a, LIST, &first).await.status, 500);
    });
}

#[test]
fn poll_etag_is_limited_to_caller_and_one_minute() {
    run(async {
        let world = with_an_item().await;
        world.add_member("cid", world.group_a).await;
        let colleague = world.sign_in("cid", crate::support::ADMIN_PASSWORD).await;
        let known = stable_tag(&world, &world.member_a, LIST).await;
        close_the_tables(&world).await;
        assert_eq!(poll(&world, &world.member_a, LIST, &known).await, 304);
        assert_eq!(poll(&world, &colleague, LIST, &known).await, 500);
        assert_eq!(poll(&world, "", LIST, &known).await, 401);
        let elsewhere = format!("{LIST}?group_id={}", world.group_a);
        assert_eq!(poll(&world, &world.member_a, &elsewhere, &known).await, 500);
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(poll(&world, &world.member_a, LIST, &known).await, 500);
    });
}

#[test]
fn simultaneous_polls_of_a_role_run_queries_once_and_others_get_their_own() {
    run(async {
        let world = with_an_item().await;
        world.track(&world.member_b, "tiktok", "nasa").await;
        world.add_member("cid", world.group_a).await;
        let colleague = world.sign_in("cid", crate::support::ADMIN_PASSWORD).await;
        let (_, viewer) = world.share_link(&world.admin, world.group_b).await;
        wait_for_notifications(&world).await;
        let path = "/api/dashboard/all-tiktok-videos";
        let callers = [
            &world.member_a,
            &colleague,
            &world.member_b,
            &viewer,
            &world.admin,
            &world.member_a,
        ];
        // Every list waits for this transaction.
        let mut slow = world.owner.begin().await.unwrap();
        sqlx::query("LOCK TABLE posts IN ACCESS EXCLUSIVE MODE")
            .execute(&mut *slow)
            .await
            .unwrap();
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                       AND application_name = 'clipmeter_app' AND wait_event_type = 'Lock'";
        let began = Instant::now();
        let release = async {
            let all_wait = async { while world.count(waiting).await < 4 {} };
            tokio::time::timeout(TIMEOUT, all_wait).await.unwrap();
            for _ in 0..100 {
                let lists = world.count(waiting).await;
                if began.elapsed() >= SHARED_FOR {
                    break;
                }
                assert_eq!(lists, 4);
            }
            slow.rollback().await.unwrap();
        };
        let polls = join_all(callers.map(|token| world.get(token, path)));
        let (responses, ()) = join(polls, release).await;
        for (token, response) in callers.into_iter().zip(responses) {
            assert_eq!(response.ok(), world.get(token, path).await.ok());
        }
    });
}

#[test]
fn poll_recovers_from_missed_notifications() {
    run(async {
        let world = with_an_item().await;
        let known = stable_tag(&world, &world.member_b, LIST).await;
        let cut: i64 = world
            .one(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE 'LISTEN%'",
            )
            .await;
        assert_eq!(cut, 1);
        sqlx::query("INSERT INTO tracked_accounts (group_id, account_id, created_at) VALUES ($1, 1, now())")
            .bind(world.group_b)
            .execute(&world.owner)
            .await
            .unwrap();
        until_changed(&world, &world.member_b, LIST, &known).await;
    });
}

/// Asserts that `change` does not affect the responses to group B, after its notifications have arrived.
async fn assert_no_notification(world: &World, change: impl Future<Output = ()>) {
    let mine = stable_tag(world, &world.member_b, LIST).await;
    change.await;
    let theirs = tag(world, &world.member_a, LIST).await;
    sqlx::query("UPDATE groups SET name = name || ' renamed' WHERE id = $1")
        .bind(world.group_a)
        .execute(&world.owner)
        .await
        .unwrap();
    until_changed(world, &world.member_a, LIST, &theirs).await;
    close_the_tables(world).await;
    assert_eq!(poll(world, &world.member_b, LIST, &mine).await, 304);
}

#[test]
fn sign_in_does_not_change_polls_of_group() {
    run(async {
        let world = with_an_item().await;
        assert_no_notification(&world, async {
            world.sign_in("bob", crate::support::ADMIN_PASSWORD).await;
        })
        .await;
    });
}

#[test]
fn session_list_and_refresh_do_not_change_other_polls() {
    run(async {
        let world = with_an_item().await;
        assert_no_notification(&world, async {
            world.get(&world.admin, "/api/scraping/sessions").await.ok();
            let refresh = "/api/instagram/accounts/1/refresh";
            world.poke(&world.admin, refresh).await.ok();
        })
        .await;
    });
}

#[test]
fn poll_shows_renamed_author_of_tracked_video() {
    run(async {
        let world = with_an_item().await;
        sqlx::query(
            "INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
             SELECT $1, url, external_id, id, now() FROM posts WHERE platform = 'tiktok'",
        )
        .bind(world.group_b)
        .execute(&world.owner)
        .await
        .unwrap();
        let known = stable_tag(&world, &world.member_b, "/api/tiktok/videos").await;
        world
            .execute("UPDATE platform_accounts SET username = 'renamed' WHERE platform = 'tiktok'")
            .await;
        until_changed(&world, &world.member_b, "/api/tiktok/videos", &known).await;
    });
}

#[test]
fn poll_of_run_changes_when_scraper_takes_lease() {
    run(async {
        let world = with_an_item().await;
        world.starter.set(Script::Hang);
        let refresh = "/api/instagram/accounts/1/refresh";
        world.poke(&world.member_a, refresh).await.ok();
        let run = world.starter.started.lock().unwrap()[0];
        let path = format!("/api/scraping/runs/{run}");
        let known = stable_tag(&world, &world.member_a, &path).await;
        world
            .execute("UPDATE runs SET lease_token = gen_random_uuid(), lease_expires_at = now()")
            .await;
        until_changed(&world, &world.member_a, &path, &known).await;
    });
}

#[test]
fn poll_of_next_scrape_follows_address_cooldown() {
    run(async {
        let world = with_an_item().await;
        let said = async || {
            let list = world.get(&world.member_a, LIST).await;
            let tag = list.header("etag").to_owned();
            let stats = world.get(&world.member_a, "/api/dashboard/stats").await.ok();
            let next = list.ok()["accounts"][0]["next_scrape"].clone();
            (next, stats["freshness"]["instagram"]["next_scrape"].clone(), tag)
        };
        let address = async |key: &str, blocked: bool| {
            let now = clipmeter_runtime::Clock::now(&*world.clock);
            let until = blocked.then_some(now + Duration::from_hours(1));
            let known =
                "INSERT INTO rate_limit_buckets (kind, platform, key, used_at) VALUES ('address', 'instagram', $1, $2)
                         ON CONFLICT DO NOTHING";
            let cooled_down = "UPDATE rate_limit_buckets SET blocked_until = $3, used_at = $2 WHERE key = $1";
            for statement in [known, cooled_down] {
                let query = sqlx::query(statement).bind(key).bind(now);
                let query = if statement == cooled_down {
                    query.bind(until)
                } else {
                    query
                };
                query.execute(&world.owner).await.unwrap();
            }
        };
        let attempted =
            "UPDATE platform_accounts SET last_attempt_at = $1, last_outcome = 'ok', last_success_at = $1";
        let long_ago = clipmeter_runtime::Clock::now(&*world.clock) - Duration::from_hours(24);
        sqlx::query(attempted)
            .bind(long_ago)
            .execute(&world.owner)
            .await
            .unwrap();
        wait_for_notifications(&world).await;

        let (next, first, tag) = said().await;
        address("home", true).await;
        until_changed(&world, &world.member_a, LIST, &tag).await;
        let cooled_down = json!("2026-11-21T11:00:00Z");
        assert!(next != cooled_down && first != cooled_down, "{next} {first}");
        let (next, first, tag) = said().await;
        assert_eq!((&next, &first), (&cooled_down, &cooled_down));

        address("office", false).await;
        address("home", false).await;
        address("home", true).await;
        until_changed(&world, &world.member_a, LIST, &tag).await;
        let (next, first, _) = said().await;
        assert!(
            next != cooled_down && first != cooled_down,
            "an address without a cooldown can be used"
        );
    });
}
