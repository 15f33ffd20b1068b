//! Tests of tracking accounts.

mod add_many;
mod gained_views;
mod identity;
mod list;

use futures::future::join_all;
use serde_json::json;

use crate::support::{Script, World, run};

#[test]
fn account_is_added_listed_and_deleted() {
    run(async {
        let world = World::new().await;
        for (platform, text, count) in [
            ("instagram", " @NatGeo ", "post_count"),
            (
                "tiktok",
                "https://www.tiktok.com/@khaby.lame?lang=en",
                "video_count",
            ),
        ] {
            let path = format!("/api/{platform}/accounts");
            let added = world
                .post(&world.member_a, &path, json!({"username": text}))
                .await;
            assert_eq!(added.status, 201);
            let account = added.ok();
            assert_eq!(account[count], 0);
            assert_eq!(account["last_scraped"], json!(null));
            assert_eq!(
                (&account["group"], &account["group_id"]),
                (&json!("Group A"), &json!(world.group_a))
            );
            assert_eq!(
                (&account["status"], &account["next_scrape"]),
                (&json!("pending"), &json!("2026-11-21T10:00:00Z"))
            );
            assert_eq!(account["cadence"]["reason"], "configured");
            let listed = world.get(&world.member_a, &path).await.ok();
            assert_eq!(listed, json!({"accounts": [account], "total": 1}));

            let again = world
                .post(&world.member_a, &path, json!({"username": text.to_uppercase()}))
                .await;
            again.refused(409, "account_exists");
            let one = format!("{path}/{}", account["id"]);
            assert_eq!(
                world.delete(&world.member_a, &one).await.ok(),
                json!({"message": "Account deleted"})
            );
            world
                .delete(&world.member_a, &one)
                .await
                .refused(404, "not_found");
            assert_eq!(
                world.get(&world.member_a, &path).await.ok(),
                json!({"accounts": [], "total": 0})
            );
        }
        assert_eq!(
            world
                .count("SELECT count(*) FROM audit_log WHERE action LIKE 'account.%'")
                .await,
            4
        );
    });
}

#[test]
fn account_shows_outcome_of_failed_scrape() {
    run(async {
        let world = World::new().await;
        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        world.starter.set(Script::End("private"));
        world
            .poke(&world.member_a, &format!("/api/instagram/accounts/{id}/refresh"))
            .await
            .refused(502, "scrape_failed");
        let account = &world.get(&world.member_a, "/api/instagram/accounts").await.ok()["accounts"][0];
        assert_eq!(account["status"], "private");
        assert!(account["status_text"].as_str().unwrap().starts_with("Private"));
        assert_eq!(account["last_scraped"], json!(null));
        assert!(
            account["next_scrape"].as_str().unwrap() > "2026-11-21T11:00:00Z",
            "{account}"
        );
    });
}

#[test]
fn account_added_by_admin_requires_group() {
    run(async {
        let world = World::new().await;
        let path = "/api/tiktok/accounts";
        let response = world
            .post(&world.admin, path, json!({"username": "khaby.lame"}))
            .await;
        response.refused(422, "invalid_request");
        assert!(response.error().contains("group_id"), "{response:?}");
        for group in [0, -1, i64::MAX] {
            let body = json!({"username": "khaby.lame", "group_id": group});
            world
                .post(&world.admin, path, body)
                .await
                .refused(404, "not_found");
        }
        for group in [world.group_a, world.group_b] {
            let body = json!({"username": "khaby.lame", "group_id": group});
            assert_eq!(world.post(&world.admin, path, body).await.ok()["group_id"], group);
        }
        let all = world.get(&world.admin, path).await.ok();
        assert_eq!(all["accounts"].as_array().unwrap().len(), 2);
        let one = world
            .get(&world.admin, &format!("{path}?group_id={}", world.group_b))
            .await
            .ok();
        assert_eq!(one["accounts"].as_array().unwrap().len(), 1);
        assert_eq!(one["accounts"][0]["group"], "Group B");
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 1);
    });
}

#[test]
fn asvs_2_3_4_account_limit_holds_for_concurrent_adds() {
    run(async {
        let world = World::new().await;
        // More than there are connections. On a busy machine, one may wait too long for a connection, and is repeated.
        let add = async |n: usize| {
            loop {
                let body = json!({"username": format!("account{n}")});
                let response = world.post(&world.member_a, "/api/instagram/accounts", body).await;
                if response.status != 503 {
                    return response;
                }
            }
        };
        let responses = join_all((0..20).map(add)).await;
        let added = responses.iter().filter(|response| response.status == 201).count();
        assert_eq!(added, 10);
        for response in responses.iter().filter(|response| response.status != 201) {
            response.refused(409, "account_limit_reached");
            assert!(response.error().contains("10 Instagram accounts"), "{response:?}");
        }
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 10);
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 10);
        // The other platform and the other group have their own limits.
        world.track(&world.member_a, "tiktok", "account1").await;
        world.track(&world.member_b, "instagram", "account1").await;
    });
}

#[test]
fn account_added_concurrently_is_stored_once() {
    run(async {
        let world = World::new().await;
        let adds = (0..20).map(|_| {
            world.post(
                &world.member_a,
                "/api/tiktok/accounts",
                json!({"username": "khaby.lame"}),
            )
        });
        let responses = join_all(adds).await;
        assert_eq!(
            responses.iter().filter(|response| response.status == 201).count(),
            1
        );
        for response in responses.iter().filter(|response| response.status != 201) {
            response.refused(409, "account_exists");
            assert_eq!(response.error(), "@khaby.lame is already tracked");
        }
    });
}

#[test]
fn account_data_is_deleted_with_last_tracking_group() {
    run(async {
        let world = World::new().await;
        let a = world.track(&world.member_a, "instagram", "natgeo").await;
        let b = world.track(&world.member_b, "instagram", "natgeo").await;
        world
            .add_item(
                "instagram",
                "natgeo",
                "1",
                Some("2026-11-01T00:00:00Z"),
                [Some(100), Some(5), Some(1), None],
            )
            .await;
        world
            .delete(&world.member_a, &format!("/api/instagram/accounts/{a}"))
            .await
            .ok();
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 1);
        world
            .delete(&world.member_b, &format!("/api/instagram/accounts/{b}"))
            .await
            .ok();
        world.purge_deleted().await;
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 0);
        assert_eq!(
            world
                .count("SELECT coalesce(sum(n), 0)::bigint FROM post_days")
                .await,
            0
        );
    });
}

#[test]
fn account_with_invalid_username_or_body_is_refused() {
    run(async {
        let world = World::new().await;
        for platform in ["instagram", "tiktok"] {
            let path = format!("/api/{platform}/accounts");
            let response = world
                .post(&world.member_a, &path, json!({"username": "two words"}))
                .await;
            response.refused(422, "invalid_request");
            assert!(response.error().contains("username"), "{platform}: {response:?}");
        }
        for body in [
            json!({}),
            json!({"username": 5}),
            json!({"username": "x", "id": 1}),
            json!({"username": "natgeo", "group_id": "1"}),
        ] {
            world
                .post(&world.member_a, "/api/instagram/accounts", body)
                .await
                .refused(422, "invalid_request");
        }
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 0);
    });
}

#[test]
fn account_shows_cadence_and_its_reason() {
    run(async {
        let world = World::new().await;
        let id = world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let freshness = async |change: &'static str| {
            world.execute(change).await;
            let listed = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
            let account = listed["accounts"][0].clone();
            assert_eq!(account["id"], id);
            let cadence = &account["cadence"];
            assert!(cadence["text"].as_str().unwrap().ends_with('.'));
            (
                cadence["every_minutes"].clone(),
                cadence["reason"].clone(),
                account["next_scrape"].clone(),
            )
        };
        let now = json!("2026-11-21T10:00:00Z");
        let quiet = "UPDATE platform_accounts SET last_outcome = 'ok', last_attempt_at = '2026-11-21T09:50Z',
                     last_success_at = '2026-11-21T09:50Z', quiet_since = '2026-10-01'";
        let (every, reason, next) = freshness(quiet).await;
        assert_eq!((every, reason), (json!(960), json!("quiet")));
        assert!(next.as_str() > now.as_str(), "{next}");
        let missing = "UPDATE platform_accounts SET last_outcome = 'not_found', consecutive_failures = 2";
        let (every, reason, next) = freshness(missing).await;
        assert_eq!((every, reason), (json!(7 * 24 * 60), json!("missing")));
        assert!(next.as_str() > Some("2026-11-28"), "{next}");
        let suspended = "UPDATE tracked_accounts SET suspended = true";
        assert_eq!(
            freshness(suspended).await,
            (json!(null), json!("suspended"), json!(null))
        );
    });
}
