//! Tests of scraper pools, and of groups, accounts and sessions that use them.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::{FakeDesiredState, Script, World, run};

const PATH: &str = "/api/scraping/scraper-pools";
const SESSIONS: &str = "/api/scraping/sessions";
const POOL: &str = "/api/scraping/pool";

async fn add(world: &World, pool: Value) -> Value {
    world.post(&world.admin, PATH, pool).await.ok()
}

async fn add_proxy(world: &World, name: &str) -> i64 {
    let proxy = json!({"name": name, "url": "socks5://ann:s3cretword@proxy.example:1080"});
    world
        .post(&world.admin, "/api/scraping/proxies", proxy)
        .await
        .ok();
    world.count("SELECT max(id) FROM proxies").await
}

/// Changes the first group.
async fn change_group(world: &World, change: Value) -> Value {
    let path = format!("/api/groups/{}", world.group_a);
    world.patch(&world.admin, &path, change).await.ok()
}

#[test]
fn scraper_pool_is_added_changed_and_deleted() {
    run(async {
        let world = World::new().await;
        let none = json!({"pools": [], "read_only": false});
        assert_eq!(world.get(&world.admin, PATH).await.ok(), none);
        let proxy = add_proxy(&world, "Frankfurt").await;
        let new = json!({"name": "eu", "region": "eu-central-1", "instagram_proxy": "Frankfurt"});
        let added = add(&world, new).await;
        let pool = json!({
            "name": "eu", "region": "eu-central-1", "instagram_proxy": "Frankfurt", "tiktok_proxy": null,
            "instagram_state": "ok", "tiktok_state": "ok", "session_set": "eu", "sessions": 0, "groups": 0,
            "accounts": 0, "managed_by": null,
        });
        assert_eq!(added, json!({"pools": [pool], "read_only": false}));
        assert_eq!(world.get(&world.admin, PATH).await.ok(), added);

        let path = format!("{PATH}/eu");
        for (change, field, value) in [
            (json!({}), "region", json!("eu-central-1")),
            (json!({"region": null}), "region", json!("")),
            (
                json!({"instagram_proxy": null, "tiktok_proxy": "Frankfurt"}),
                "tiktok_proxy",
                json!("Frankfurt"),
            ),
            (json!({"session_set": "europe"}), "session_set", json!("europe")),
        ] {
            let changed = world.patch(&world.admin, &path, change).await.ok();
            assert_eq!(changed["pools"][0][field], value);
        }
        let changed = world.get(&world.admin, PATH).await.ok();
        assert_eq!(changed["pools"][0]["instagram_proxy"], Value::Null);

        // The name remains when the proxy is deleted, and means the proxy that is added again.
        let proxies = format!("/api/scraping/proxies/{proxy}");
        world.delete(&world.admin, &proxies).await.ok();
        let broken = world.get(&world.admin, PATH).await.ok();
        let states = (
            &broken["pools"][0]["instagram_state"],
            &broken["pools"][0]["tiktok_state"],
        );
        assert_eq!(states, (&json!("ok"), &json!("proxy_missing")));
        add_proxy(&world, "Frankfurt").await;
        let mended = world.get(&world.admin, PATH).await.ok();
        assert_eq!(mended["pools"][0]["tiktok_state"], "ok");
        world.execute("UPDATE proxies SET key_id = 'gone'").await;
        let lost = world.get(&world.admin, PATH).await.ok();
        assert_eq!(lost["pools"][0]["tiktok_state"], "proxy_unreadable");

        assert_eq!(world.delete(&world.admin, &path).await.ok(), none);
        world.delete(&world.admin, &path).await.refused(404, "not_found");
        for (action, entries) in [
            ("scraper_pool.add", 1),
            // None for the change without fields.
            ("scraper_pool.update", 3),
            ("scraper_pool.delete", 1),
        ] {
            let log = format!("/api/admin/audit-log?action={action}");
            let log = world.get(&world.admin, &log).await.ok();
            assert_eq!(log["total"], entries, "{action}");
            assert_eq!(log["entries"][0]["details"]["scraper_pool"], "eu");
        }
    });
}

#[test]
fn scraper_pool_with_invalid_field_or_taken_name_is_refused() {
    run(async {
        let world = World::new().await;
        add(&world, json!({"name": "eu"})).await;
        for body in [
            json!({"name": "eu", "session_set": "other"}),
            json!({"name": "us", "session_set": "eu"}),
        ] {
            world
                .post(&world.admin, PATH, body)
                .await
                .refused(409, "scraper_pool_exists");
        }
        let long = "a".repeat(64);
        for body in [
            json!({}),
            json!({"name": ""}),
            json!({"name": "EU"}),
            json!({"name": "-eu"}),
            json!({"name": " us"}),
            json!({"name": long}),
            json!({"name": "us", "region": "e u"}),
            json!({"name": "us", "region": long}),
            json!({"name": "us", "session_set": ""}),
            json!({"name": "us", "tiktok_proxy": "Frankfurt"}),
            json!({"name": "us", "placement": {}}),
        ] {
            world
                .post(&world.admin, PATH, body)
                .await
                .refused(422, "invalid_request");
        }
        add(&world, json!({"name": "us"})).await;
        world
            .patch(&world.admin, &format!("{PATH}/us"), json!({"session_set": "eu"}))
            .await
            .refused(409, "scraper_pool_exists");
        for (name, change) in [
            ("us", json!({"name": "usa"})),
            ("us", json!({"instagram_proxy": "Frankfurt"})),
        ] {
            world
                .patch(&world.admin, &format!("{PATH}/{name}"), change)
                .await
                .refused(422, "invalid_request");
        }
        for name in ["asia", "US", "%20us", "%00"] {
            let path = format!("{PATH}/{name}");
            let response = world.patch(&world.admin, &path, json!({"region": "x"})).await;
            response.refused(404, "not_found");
            world.delete(&world.admin, &path).await.refused(404, "not_found");
        }
        assert_eq!(world.count("SELECT count(*) FROM scraper_pools").await, 2);
    });
}

#[test]
fn session_belongs_to_at_most_one_set() {
    run(async {
        let world = World::new().await;
        add(&world, json!({"name": "eu"})).await;
        let two = json!({"sessions": ["1:token", "2:token"]});
        world.post(&world.admin, SESSIONS, two).await.ok();
        let of_set = json!({"sessions": ["3:token"]});
        let path = format!("{SESSIONS}?session_set=eu");
        world.post(&world.admin, &path, of_set).await.ok();
        let pool = async |query: &str| world.get(&world.admin, &format!("{POOL}{query}")).await.ok();
        for (query, total) in [
            ("", 3),
            ("?session_set=eu", 1),
            ("?session_set=", 2),
            ("?session_set=us", 0),
            ("?session_set=eu&state=active", 1),
            ("?session_set=eu&state=dead", 0),
        ] {
            let page = pool(query).await;
            assert_eq!(page["total"], total, "{query}");
            assert_eq!(page["sessions"].as_array().unwrap().len(), total, "{query}");
            assert_eq!(page["summary"]["total"], 3, "{query}");
        }
        let shown = pool("").await;
        assert_eq!(shown["sessions"][2]["session_set"], "eu");
        assert_eq!(shown["sessions"][0].get("session_set"), None);

        let session = format!("{POOL}/{}", shown["sessions"][0]["id"]);
        for (change, set) in [
            (json!({"session_set": "eu"}), json!("eu")),
            (json!({}), json!("eu")),
            (json!({"session_set": "later"}), json!("later")),
            (json!({"session_set": null}), Value::Null),
        ] {
            let changed = world.patch(&world.admin, &session, change).await.ok();
            assert_eq!(changed["session_set"], set);
        }
        for (path, change) in [
            (session.as_str(), json!({"session_set": "e u"})),
            (session.as_str(), json!({"session_set": ""})),
        ] {
            world
                .patch(&world.admin, path, change)
                .await
                .refused(422, "invalid_request");
        }
        for path in [
            format!("{SESSIONS}?session_set=e+u"),
            format!("{SESSIONS}?session_set="),
        ] {
            world
                .post(&world.admin, &path, json!({"sessions": ["4:token"]}))
                .await
                .refused(422, "invalid_request");
        }
        world
            .patch(&world.admin, &format!("{POOL}/0"), json!({"session_set": "eu"}))
            .await
            .refused(404, "not_found");
        let log = world
            .get(&world.admin, "/api/admin/audit-log?action=sessions.update")
            .await
            .ok();
        assert_eq!(log["total"], 3);
    });
}

#[test]
fn group_and_account_select_existing_pools_that_members_do_not_see() {
    run(async {
        let world = World::new().await;
        for name in ["eu", "us", "asia"] {
            add(&world, json!({"name": name})).await;
        }
        let group = format!("/api/groups/{}", world.group_a);
        let many: Vec<_> = (0..21).map(|n| format!("pool{n}")).collect();
        for change in [
            json!({"scraper_pool": "mars"}),
            json!({"scraper_pool": "e\u{0}u"}),
            json!({"allowed_scraper_pools": ["eu", "mars"]}),
            json!({"allowed_scraper_pools": many}),
        ] {
            world
                .patch(&world.admin, &group, change)
                .await
                .refused(422, "invalid_request");
        }
        change_group(
            &world,
            json!({"scraper_pool": "eu", "allowed_scraper_pools": ["us"]}),
        )
        .await;
        let detail = world.get(&world.admin, &group).await.ok();
        assert_eq!(
            (&detail["scraper_pool"], &detail["allowed_scraper_pools"]),
            (&json!("eu"), &json!(["us"]))
        );
        let detail = world.get(&world.member_a, &group).await;
        assert!(!detail.text.contains("scraper_pool"), "{detail:?}");
        detail.ok();

        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        let account = format!("/api/instagram/accounts/{id}");
        for pool in ["asia", "mars"] {
            world
                .patch(&world.admin, &account, json!({"scraper_pool": pool}))
                .await
                .refused(422, "invalid_request");
        }
        for (change, pool) in [
            (json!({"scraper_pool": "us"}), json!("us")),
            (json!({"interval_minutes": 30}), json!("us")),
            (json!({"scraper_pool": "eu"}), json!("eu")),
            (json!({"scraper_pool": null}), Value::Null),
            (json!({"scraper_pool": "us"}), json!("us")),
        ] {
            let changed = world.patch(&world.admin, &account, change).await.ok();
            assert_eq!(changed["scraper_pool"], pool);
        }
        let pools = world.get(&world.admin, PATH).await.ok();
        let counts: Vec<_> = pools["pools"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pool| {
                (
                    pool["name"].clone(),
                    pool["groups"].clone(),
                    pool["accounts"].clone(),
                )
            })
            .collect();
        let expected = [("asia", 0, 0), ("eu", 1, 0), ("us", 0, 1)]
            .map(|(name, groups, accounts)| (json!(name), json!(groups), json!(accounts)));
        assert_eq!(counts, expected);

        // A pool is in use while it is selected or allowed.
        for name in ["eu", "us"] {
            world
                .delete(&world.admin, &format!("{PATH}/{name}"))
                .await
                .refused(409, "scraper_pool_in_use");
        }
        change_group(
            &world,
            json!({"scraper_pool": null, "allowed_scraper_pools": null}),
        )
        .await;
        world.delete(&world.admin, &format!("{PATH}/eu")).await.ok();
        let detail = world.get(&world.admin, &group).await.ok();
        assert_eq!(
            (detail.get("scraper_pool"), detail.get("allowed_scraper_pools")),
            (None, None)
        );
    });
}

#[test]
fn every_response_with_a_group_contains_its_pools() {
    run(async {
        let world = World::new().await;
        for name in ["eu", "us"] {
            add(&world, json!({"name": name})).await;
        }
        let path = format!("/api/groups/{}", world.group_a);
        let pools = json!({"scraper_pool": "eu", "allowed_scraper_pools": ["us"]});
        let changed = change_group(&world, pools).await;
        let listed = world.get(&world.admin, "/api/groups").await.ok();
        let toggled = world.poke(&world.admin, &format!("{path}/toggle")).await.ok();
        let shown = world.get(&world.admin, &path).await.ok();
        for group in [&changed, &listed["groups"][0], &toggled["group"], &shown] {
            assert_eq!(
                (&group["scraper_pool"], &group["allowed_scraper_pools"]),
                (&json!("eu"), &json!(["us"]))
            );
        }
        let none = json!({"scraper_pool": null, "allowed_scraper_pools": []});
        let changed = change_group(&world, none).await;
        assert_eq!(
            (changed.get("scraper_pool"), changed.get("allowed_scraper_pools")),
            (None, None)
        );
    });
}

#[test]
fn refresh_says_why_pool_of_account_cannot_be_used() {
    run(async {
        let world = World::new().await;
        let proxy = add_proxy(&world, "Frankfurt").await;
        add(&world, json!({"name": "eu", "instagram_proxy": "Frankfurt"})).await;
        add(&world, json!({"name": "us"})).await;
        change_group(
            &world,
            json!({"scraper_pool": "eu", "allowed_scraper_pools": ["us"]}),
        )
        .await;
        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        let account = format!("/api/instagram/accounts/{id}");
        let refresh = format!("{account}/refresh");
        let refused = async |reason: &str| {
            let response = world.poke(&world.member_a, &refresh).await;
            response.refused(502, "scrape_failed");
            let shown = world.get(&world.member_a, &account).await.ok();
            let waiting = &shown["waiting"];
            assert_eq!(
                (&waiting["reason"], &waiting["until"]),
                (&json!(reason), &Value::Null)
            );
            assert_eq!(waiting["message"], response.error());
            for name in ["Frankfurt", "eu", "us"] {
                let is_named = response.error().split([' ', '.']).any(|word| word == name);
                assert!(!is_named, "{response:?}");
            }
        };

        world
            .delete(&world.admin, &format!("/api/scraping/proxies/{proxy}"))
            .await
            .ok();
        refused("proxy_missing").await;
        let stats = world.get(&world.member_a, "/api/dashboard/stats").await.ok();
        let instagram = &stats["freshness"]["instagram"];
        assert_eq!(instagram["waiting"]["reason"], "proxy_missing");
        world.execute("DELETE FROM scraper_pools WHERE name = 'eu'").await;
        refused("pool_missing").await;
        world
            .patch(&world.admin, &account, json!({"scraper_pool": "us"}))
            .await
            .ok();
        change_group(&world, json!({"allowed_scraper_pools": []})).await;
        refused("pool_not_allowed").await;
        assert_eq!(world.count("SELECT count(*) FROM runs").await, 0);

        change_group(&world, json!({"allowed_scraper_pools": ["us"]})).await;
        let refreshed = world.poke(&world.member_a, &refresh).await.ok();
        assert_eq!(refreshed["status"], "completed");
        let runs = world.get(&world.admin, "/api/scraping/runs").await.ok();
        assert_eq!(runs["runs"][0]["scraper_pool"], "us");
    });
}

#[test]
fn scrape_all_says_why_pools_of_accounts_cannot_be_used() {
    run(async {
        let world = World::new().await;
        let proxy = add_proxy(&world, "Frankfurt").await;
        add(&world, json!({"name": "eu", "instagram_proxy": "Frankfurt"})).await;
        for name in ["us", "asia"] {
            add(&world, json!({"name": name})).await;
        }
        change_group(&world, json!({"allowed_scraper_pools": ["eu", "us", "asia"]})).await;
        for (name, pool) in [
            ("bbcearth", Some("asia")),
            ("esa", None),
            ("nasa", Some("eu")),
            ("natgeo", Some("us")),
        ] {
            let id = world.track(&world.member_a, "instagram", name).await;
            let path = format!("/api/instagram/accounts/{id}");
            let change = json!({"scraper_pool": pool});
            world.patch(&world.admin, &path, change).await.ok();
        }
        change_group(&world, json!({"allowed_scraper_pools": ["eu", "us"]})).await;
        world
            .delete(&world.admin, &format!("/api/scraping/proxies/{proxy}"))
            .await
            .ok();
        world.execute("DELETE FROM scraper_pools WHERE name = 'us'").await;

        for (script, status, result, successful) in [
            (Script::End("ok"), "completed", "success", 1),
            (Script::Hang, "processing", "pending", 0),
        ] {
            world.starter.set(script);
            let scraped = world
                .poke(&world.member_a, "/api/instagram/scrape-all")
                .await
                .ok();
            assert_eq!(scraped["status"], status);
            for (nth, (name, result, error)) in [
                ("bbcearth", "pool_not_allowed", "The group does not allow"),
                ("esa", result, ""),
                ("nasa", "proxy_missing", "The Instagram proxy"),
                ("natgeo", "pool_missing", "pool does not exist"),
            ]
            .into_iter()
            .enumerate()
            {
                let shown = &scraped["results"][nth];
                assert_eq!(
                    (&shown["username"], &shown["status"]),
                    (&json!(name), &json!(result))
                );
                let text = shown["error"].as_str().unwrap_or_default();
                assert!(
                    text.contains(error) && text.is_empty() == error.is_empty(),
                    "{shown}"
                );
            }
            let all = world
                .poke(&world.member_a, "/api/dashboard/scrape-all")
                .await
                .ok();
            let counts = json!({"successful": successful, "failed": 3});
            assert_eq!(all["summary"]["instagram"], counts);
        }
    });
}

#[test]
fn scrape_all_opens_one_run_for_each_pool() {
    run(async {
        let world = World::new().await;
        world.starter.set(Script::Hang);
        add(&world, json!({"name": "eu"})).await;
        change_group(&world, json!({"allowed_scraper_pools": ["eu"]})).await;
        for name in ["natgeo", "nasa", "bbcearth"] {
            let id = world.track(&world.member_a, "instagram", name).await;
            if name == "nasa" {
                let path = format!("/api/instagram/accounts/{id}");
                let pool = json!({"scraper_pool": "eu"});
                world.patch(&world.admin, &path, pool).await.ok();
            }
        }
        let scrape = "/api/instagram/scrape-all?wait=0";
        let first = world.poke(&world.member_a, scrape).await.ok();
        assert_eq!(first["run_ids"].as_array().unwrap().len(), 2);
        assert_eq!(first.get("waiting"), None);
        let units = "SELECT count(*) FROM run_units u JOIN runs r ON r.id = u.run_id WHERE r.scraper_pool";
        assert_eq!(world.count(&format!("{units} = 'eu'")).await, 1);
        assert_eq!(world.count(&format!("{units} IS NULL")).await, 2);
        // Both are joined.
        let second = world.poke(&world.member_a, scrape).await.ok();
        assert_eq!(second["run_ids"], first["run_ids"]);
    });
}

#[test]
fn pools_that_are_resources_are_only_shown() {
    run(async {
        let desired_state = FakeDesiredState::new();
        let world = World::with_desired_state(Arc::clone(&desired_state) as _).await;
        add(&world, json!({"name": "eu"})).await;
        desired_state.keep_pools();
        world
            .execute("UPDATE scraper_pools SET managed_by = 'kubectl'")
            .await;
        let pools = world.get(&world.admin, PATH).await.ok();
        assert_eq!(
            (&pools["read_only"], &pools["pools"][0]["managed_by"]),
            (&json!(true), &json!("kubectl"))
        );
        let path = format!("{PATH}/eu");
        let responses = [
            world.post(&world.admin, PATH, json!({"name": "us"})).await,
            world.patch(&world.admin, &path, json!({"region": "x"})).await,
            world.delete(&world.admin, &path).await,
        ];
        for response in responses {
            response.refused(409, "managed_elsewhere");
        }
        // Groups still select them.
        change_group(&world, json!({"scraper_pool": "eu"})).await;
    });
}
