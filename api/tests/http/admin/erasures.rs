//! Tests of erasing a person's data.

use serde_json::json;

use crate::support::{TestResponse, World, run};

/// A name that occurs nowhere else, and the IDs of the account and its video.
const NAME: &str = "zq.handle_one";
const OLD_NAME: &str = "zq.handle_zero";
const PLATFORM_ID: &str = "88776655443";
const VIDEO: &str = "7301234567899999991";

async fn erase(world: &World, username: &str) -> TestResponse {
    let body = json!({"platform": "tiktok", "username": username, "confirm": username});
    world.post(&world.admin, "/api/admin/erasures", body).await
}

/// Creates three groups that track the person: by the new name, by the old name before it was known to be the same account, and by a
/// video that was not read yet; another account that mentions the person, also in one of two captured responses; a video of the person
/// that was tracked before; and three saved views, two of which filter by the person.
async fn filled() -> World {
    let world = World::new().await;
    let group_c = world
        .post(&world.admin, "/api/groups", json!({"name": "Group C"}))
        .await
        .ok()["id"]
        .clone();
    world.track(&world.member_a, "tiktok", OLD_NAME).await;
    world.track(&world.member_a, "tiktok", "friend").await;
    world
        .add_item(
            "tiktok",
            OLD_NAME,
            VIDEO,
            None,
            [Some(10), Some(1), Some(1), Some(1)],
        )
        .await;
    world.add_item("tiktok", "friend", "1", None, [Some(5); 4]).await;
    for statement in [
        format!(
            "UPDATE platform_accounts SET platform_id = '{PLATFORM_ID}', username = '{NAME}',
                 former_usernames = '{{{OLD_NAME}}}', last_detail = 'the page of @{NAME} was slow'
             WHERE username = '{OLD_NAME}'"
        ),
        format!(
            "UPDATE posts SET caption = 'With @{NAME}. And @{NAME}.two, and @ZQ.HANDLE_ZERO!' WHERE external_id = '1'"
        ),
        format!("UPDATE platform_accounts SET handle_conflict_at = created_at, new_owner_id = '{PLATFORM_ID}',
                 new_owner_username = '{NAME}', new_owner_display_name = 'One' WHERE username = 'friend'"),
        format!(
            "WITH run AS (
                 INSERT INTO runs (id, platform, trigger, opened_at, ended_at, end_reason)
                 VALUES (gen_random_uuid(), 'tiktok', 'schedule', now(), now(), 'completed') RETURNING id)
             INSERT INTO run_units (run_id, assigned, outcome, detail) SELECT id, false, 'private', '@{NAME} is private' FROM run"
        ),
        "INSERT INTO post_metrics (post_id, observed_at, views) SELECT id, '2026-11-01T00:00:00Z', 1 FROM posts".to_owned(),
        format!(
            "INSERT INTO audit_log (at, action, details)
             VALUES (now(), 'video.delete', '{{\"urls\": [\"https://www.tiktok.com/@/video/{VIDEO}\"]}}')"
        ),
        format!(
            "INSERT INTO captured_responses (platform, account_id, kind, endpoint, outcome, http_status, location, is_anonymous, body,
                                             is_cut, config_revision, at)
             SELECT 'tiktok', id, 'list', 'item_list', 'parse_error', 200, '', true, convert_to(body, 'UTF8'), false, 0, now()
             FROM platform_accounts, unnest(ARRAY['with @{name}', 'with @other']) body WHERE username = 'friend'",
            name = NAME.to_uppercase()
        ),
    ] {
        world.execute(&statement).await;
    }
    world.track(&world.member_b, "tiktok", NAME).await;
    let url = format!("https://www.tiktok.com/@{NAME}/video/7301234567899999992");
    let videos = json!({"urls": [url, "https://www.tiktok.com/@friend/video/7301234567890000001"], "group_id": group_c});
    world
        .post(&world.admin, "/api/tiktok/videos/add", videos)
        .await
        .ok();
    for (name, query) in [
        ("Both", format!("tab=tiktok&account=friend%2C{OLD_NAME}")),
        ("New name", format!("account=%40{NAME}&sort=views")),
        ("Friend", "account=friend".to_owned()),
    ] {
        let view = json!({"page": "content", "name": name, "query": query});
        world.post(&world.member_a, "/api/views", view).await.ok();
    }
    world
}

/// Returns all rows of all tables as lowercase text.
async fn dump(world: &World) -> String {
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_sqlx_migrations'",
    )
    .fetch_all(&world.owner)
    .await
    .unwrap();
    let mut text = String::new();
    for table in tables {
        let rows = format!("SELECT coalesce(string_agg(t::text, E'\\n'), '') FROM \"{table}\" t");
        let rows: String = world.one(&rows).await;
        text.push_str(&rows.to_lowercase());
    }
    text
}

#[test]
fn erasure_removes_handle_from_whole_database() {
    run(async {
        let world = filled().await;
        let before = dump(&world).await;
        for needle in [NAME, OLD_NAME, PLATFORM_ID, VIDEO] {
            assert!(before.contains(needle), "{needle}");
        }
        let response = erase(&world, NAME).await.ok();
        assert_eq!(
            (
                &response["accounts"],
                &response["items"],
                &response["measurements"]
            ),
            (&json!(1), &json!(1), &json!(1)),
            "{response}"
        );
        assert_eq!(
            (&response["captions"], &response["managed_elsewhere"]),
            (&json!(1), &json!([]))
        );
        assert_eq!(response["groups"].as_array().unwrap().len(), 3, "{response}");

        let after = dump(&world).await;
        for needle in [OLD_NAME, PLATFORM_ID, VIDEO] {
            assert!(!after.contains(needle), "{needle}");
        }
        // Another name with the same beginning is not erased.
        assert_eq!(
            after.matches(NAME).count(),
            after.matches("@zq.handle_one.two").count()
        );
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 1);
        let caption: String = world.one("SELECT caption FROM posts").await;
        assert_eq!(caption, "With @…. And @zq.handle_one.two, and @…!");
        assert_eq!(world.count("SELECT count(*) FROM tracked_videos").await, 1);
        let views: String = world.one("SELECT string_agg(name, ', ') FROM saved_views").await;
        assert_eq!(views, "Friend");
        let captured: String = world
            .one("SELECT string_agg(convert_from(body, 'UTF8'), ', ') FROM captured_responses")
            .await;
        assert_eq!(captured, "with @other");
        assert_eq!(
            world
                .count("SELECT count(*) FROM audit_log WHERE action = 'handle.erase'")
                .await,
            1
        );
    });
}

#[test]
fn erasure_includes_deleted_items() {
    run(async {
        let world = filled().await;
        let groups: Vec<i64> = sqlx::query_scalar("SELECT id FROM groups ORDER BY id")
            .fetch_all(&world.owner)
            .await
            .unwrap();
        for group in groups {
            let path = format!("/api/groups/{group}");
            world.delete(&world.admin, &path).await.ok();
        }
        let response = erase(&world, NAME).await.ok();
        assert_eq!(
            (&response["accounts"], &response["items"], &response["groups"]),
            (&json!(1), &json!(1), &json!([]))
        );
        let after = dump(&world).await;
        for needle in [OLD_NAME, PLATFORM_ID, VIDEO] {
            assert!(!after.contains(needle), "{needle}");
        }
        assert_eq!(
            after.matches(NAME).count(),
            after.matches("@zq.handle_one.two").count()
        );
    });
}

#[test]
fn erasure_blocks_handle_until_it_is_lifted() {
    run(async {
        let world = filled().await;
        erase(&world, OLD_NAME).await.ok();
        for name in [NAME, OLD_NAME] {
            world
                .post(&world.member_a, "/api/tiktok/accounts", json!({"username": name}))
                .await
                .refused(409, "handle_erased");
        }
        let many = json!({"accounts": [{"username": NAME}, {"username": "other"}]});
        let many = world
            .post(&world.member_a, "/api/tiktok/accounts/bulk", many)
            .await
            .ok();
        assert_eq!(
            (&many["results"][0]["status"], &many["results"][1]["status"]),
            (&json!("invalid"), &json!("added"))
        );
        let videos = json!({"urls": [
            format!("https://www.tiktok.com/@{}/video/{VIDEO}", NAME.to_uppercase()),
            format!("https://www.tiktok.com/@other/video/{VIDEO}"),
        ]});
        let videos = world
            .post(&world.member_a, "/api/tiktok/videos/add", videos)
            .await
            .ok();
        assert_eq!(
            (&videos["results"][0]["status"], &videos["results"][1]["status"]),
            (&json!("invalid"), &json!("added"))
        );
        // The same name on another platform may belong to another person.
        let elsewhere = world
            .post(
                &world.member_a,
                "/api/instagram/accounts",
                json!({"username": NAME}),
            )
            .await;
        assert_eq!(elsewhere.status, 201);

        let list = world.get(&world.admin, "/api/admin/erasures").await.ok();
        let erasure = &list["erasures"][0];
        assert_eq!(
            (&erasure["platform"], &erasure["erased_by"], &erasure["accounts"]),
            (&json!("tiktok"), &json!("admin"), &json!(1))
        );
        let path = format!("/api/admin/erasures/{}", erasure["id"]);
        world.delete(&world.admin, &path).await.ok();
        world.delete(&world.admin, &path).await.refused(404, "not_found");
        let again = world
            .post(&world.member_a, "/api/tiktok/accounts", json!({"username": NAME}))
            .await;
        assert_eq!(again.status, 201);
    });
}

#[test]
fn erasure_during_an_addition_includes_what_is_added() {
    run(async {
        let url = format!("https://www.tiktok.com/@{NAME}/video/{VIDEO}");
        for (path, body) in [
            ("/api/tiktok/accounts", json!({"username": NAME})),
            (
                "/api/tiktok/accounts/bulk",
                json!({"accounts": [{"username": NAME}]}),
            ),
            ("/api/tiktok/videos/add", json!({"urls": [url]})),
        ] {
            let world = World::new().await;
            // The addition waits for the group, and the erasure for the addition.
            let mut change = world.owner.begin().await.unwrap();
            sqlx::query("SELECT FROM groups FOR NO KEY UPDATE")
                .execute(&mut *change)
                .await
                .unwrap();
            let end_of_change = async {
                world.until_waiting(2).await;
                change.commit().await.unwrap();
            };
            let later = async {
                world.until_waiting(1).await;
                let (erased, ()) = futures::future::join(erase(&world, NAME), end_of_change).await;
                erased.ok();
            };
            let (added, ()) = futures::future::join(world.post(&world.member_a, path, body), later).await;
            assert!(added.status.is_success(), "{path}");
            for table in ["platform_accounts", "tracked_accounts", "tracked_videos"] {
                let left = world.count(&format!("SELECT count(*) FROM {table}")).await;
                assert_eq!(left, 0, "{path}: {table}");
            }
        }
    });
}

#[test]
fn erasure_requires_matching_confirmation() {
    run(async {
        let world = filled().await;
        let body = json!({"platform": "tiktok", "username": NAME, "confirm": OLD_NAME});
        world
            .post(&world.admin, "/api/admin/erasures", body)
            .await
            .refused(422, "invalid_request");
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 2);
    });
}
