//! Restoring and purging deleted accounts, videos and groups.

use serde_json::{Value, json};

use crate::support::{ADMIN_PASSWORD, World, run};

const DELETIONS: &str = "/api/admin/deletions";
const VIDEO: &str = "https://www.tiktok.com/@nasa/video/7526770564367748360";

/// A world in which group A tracks an account with two posts and a video, and returns the account's ID.
async fn filled() -> (World, i64) {
    let world = World::new().await;
    let id = world.track(&world.member_a, "instagram", "natgeo").await;
    for (item, views) in [("1", 100), ("2", 50)] {
        let numbers = [Some(views), Some(10), Some(1), None];
        world
            .add_item("instagram", "natgeo", item, Some("2026-11-01T00:00:00Z"), numbers)
            .await;
    }
    world
        .post(
            &world.member_a,
            "/api/tiktok/videos/add",
            json!({"urls": [VIDEO]}),
        )
        .await
        .ok();
    (world, id)
}

/// Returns the account's posts as a caller sees them: the table, the totals, and the lines of the CSV.
async fn seen(world: &World, token: &str) -> (i64, i64, usize) {
    let table = world.get(token, "/api/dashboard/all-instagram-posts").await.ok();
    let stats = world.get(token, "/api/dashboard/stats").await.ok();
    let csv = world
        .get(token, "/api/dashboard/all-instagram-posts/export")
        .await;
    assert_eq!(csv.status, 200, "{csv:?}");
    (
        table["total"].as_i64().unwrap(),
        stats["instagram"]["total_views"].as_i64().unwrap(),
        csv.text.lines().count() - 1,
    )
}

async fn deletions(world: &World) -> Vec<Value> {
    let list = world.get(&world.admin, DELETIONS).await.ok();
    list["deletions"].as_array().unwrap().clone()
}

#[test]
fn deleted_account_disappears_and_returns_when_it_is_added_again() {
    run(async {
        let (world, id) = filled().await;
        let path = format!("/api/instagram/accounts/{id}");
        let change = json!({"interval_minutes": 30});
        world.patch(&world.admin, &path, change).await.ok();
        for token in [&world.member_a, &world.admin] {
            assert_eq!(seen(&world, token).await, (2, 150, 2));
        }
        world.delete(&world.member_a, &path).await.ok();
        for token in [&world.member_a, &world.member_b, &world.admin] {
            assert_eq!(seen(&world, token).await, (0, 0, 0));
        }
        let list = deletions(&world).await;
        assert_eq!(list.len(), 1);
        let expected = json!({
            "id": list[0]["id"], "kind": "account", "platform": "instagram", "name": "natgeo",
            "group_id": world.group_a, "group_name": "Group A", "group_is_deleted": false,
            "deleted_at": "2026-11-21T10:00:00Z", "purge_at": "2026-11-28T10:00:00Z",
        });
        assert_eq!(list[0], expected);
        // Another group that adds it sees its history, and does not restore it for the first.
        let of_b = world.track(&world.member_b, "instagram", "natgeo").await;
        assert_ne!(of_b, id);
        assert_eq!(deletions(&world).await.len(), 1);
        let again = world.track(&world.member_a, "instagram", "natgeo").await;
        assert_eq!(again, id);
        assert_eq!(seen(&world, &world.member_a).await, (2, 150, 2));
        assert_eq!(
            world
                .count("SELECT interval_minutes::bigint FROM tracked_accounts ORDER BY id LIMIT 1")
                .await,
            30
        );
        assert!(deletions(&world).await.is_empty());
    });
}

#[test]
fn deletions_are_paged_and_found_by_name() {
    run(async {
        let world = World::new().await;
        for number in 1..=5 {
            let id = world
                .track(&world.member_a, "tiktok", &format!("creator_{number}"))
                .await;
            let path = format!("/api/tiktok/accounts/{id}");
            world.delete(&world.member_a, &path).await.ok();
        }
        let page = async |query: &str| {
            let list = world
                .get(&world.admin, &format!("{DELETIONS}?{query}"))
                .await
                .ok();
            let names: Vec<String> = list["deletions"]
                .as_array()
                .unwrap()
                .iter()
                .map(|entry| entry["name"].as_str().unwrap().to_owned())
                .collect();
            (names.join(" "), list["total"].clone(), list["pages"].clone())
        };
        for (query, names, total, pages) in [
            ("per_page=2", "creator_5 creator_4", 5, 3),
            ("per_page=2&page=3", "creator_1", 5, 3),
            ("per_page=2&page=4", "", 5, 3),
            ("search=CREATOR_2", "creator_2", 1, 1),
            ("search=%25", "", 0, 0),
        ] {
            let expected = (names.to_owned(), json!(total), json!(pages));
            assert_eq!(page(query).await, expected, "{query}");
        }
        for query in ["page=0", "per_page=101"] {
            let path = format!("{DELETIONS}?{query}");
            world
                .get(&world.admin, &path)
                .await
                .refused(422, "invalid_request");
        }
    });
}

#[test]
fn admin_restores_and_purges_deleted_items() {
    run(async {
        let (world, id) = filled().await;
        let video = world.count("SELECT id FROM tracked_videos").await;
        let account = format!("/api/instagram/accounts/{id}");
        world.delete(&world.member_a, &account).await.ok();
        world
            .delete(&world.member_a, &format!("/api/tiktok/videos/{video}"))
            .await
            .ok();
        let list = deletions(&world).await;
        let names: Vec<_> = list.iter().map(|entry| entry["name"].as_str().unwrap()).collect();
        assert_eq!(names, [VIDEO, "natgeo"]);
        for entry in &list {
            let restore = format!("{DELETIONS}/{}/restore", entry["id"]);
            world
                .poke(&world.member_a, &restore)
                .await
                .refused(403, "access_denied");
            world.poke(&world.admin, &restore).await.ok();
            world.poke(&world.admin, &restore).await.refused(404, "not_found");
        }
        assert_eq!(world.count("SELECT id FROM tracked_videos").await, video);
        assert_eq!(seen(&world, &world.member_a).await, (2, 150, 2));

        world.delete(&world.member_a, &account).await.ok();
        let entry = format!("{DELETIONS}/{}", deletions(&world).await[0]["id"]);
        world.delete(&world.admin, &entry).await.ok();
        world.delete(&world.admin, &entry).await.refused(404, "not_found");
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
        assert!(deletions(&world).await.is_empty());
        let actions = "SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log WHERE action ~ 'account|video|deletion'";
        assert_eq!(
            world.one::<String>(actions).await,
            "account.add video.add account.delete video.delete video.restore account.restore account.delete deletion.purge"
        );
    });
}

#[test]
fn restored_group_has_its_users_and_accounts() {
    run(async {
        let (world, id) = filled().await;
        let group = format!("/api/groups/{}", world.group_a);
        world.delete(&world.admin, &group).await.ok();
        world
            .post(
                "",
                "/api/auth/login",
                json!({"username": "ann", "password": ADMIN_PASSWORD}),
            )
            .await
            .refused(401, "invalid_credentials");
        let list = deletions(&world).await;
        assert_eq!(
            list.len(),
            1,
            "what was deleted with the group is not listed: {list:?}"
        );
        assert_eq!(
            (&list[0]["kind"], &list[0]["name"]),
            (&json!("group"), &json!("Group A"))
        );
        let restore = format!("{DELETIONS}/{}/restore", list[0]["id"]);
        // A new group of the name is a new group.
        let new = world
            .post(&world.admin, "/api/groups", json!({"name": "group a"}))
            .await
            .ok();
        assert_ne!(new["id"], world.group_a);
        world
            .poke(&world.admin, &restore)
            .await
            .refused(409, "group_exists");
        world
            .delete(&world.admin, &format!("/api/groups/{}", new["id"]))
            .await
            .ok();
        world.poke(&world.admin, &restore).await.ok();
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        let ann = world.sign_in("ann", ADMIN_PASSWORD).await;
        assert_eq!(seen(&world, &ann).await, (2, 150, 2));
        let accounts = world.get(&ann, "/api/instagram/accounts").await.ok();
        assert_eq!(accounts["accounts"][0]["id"], id, "{accounts}");
        assert_eq!(world.count("SELECT count(*) FROM tracked_videos").await, 1);
    });
}

#[test]
fn restored_group_leaves_out_users_with_names_of_others() {
    run(async {
        let world = World::new().await;
        for name in ["cid", "dan"] {
            world.add_member(name, world.group_a).await;
        }
        // The former email of ann, whom it still signs in.
        world
            .execute("UPDATE users SET username = email, email = 'ann@new.example' WHERE username = 'ann'")
            .await;
        world
            .delete(&world.admin, &format!("/api/groups/{}", world.group_a))
            .await
            .ok();
        world.add_member("eve", world.group_b).await;
        for statement in [
            "UPDATE users SET email = 'ann@example.com' WHERE username = 'bob'",
            "UPDATE users SET username = 'cid@example.com' WHERE username = 'eve'",
        ] {
            world.execute(statement).await;
        }
        let restore = format!("{DELETIONS}/{}/restore", deletions(&world).await[0]["id"]);
        world.poke(&world.admin, &restore).await.ok();
        for (name, email) in [
            ("ann@example.com", "ann@example.com"),
            ("cid@example.com", "eve@example.com"),
            ("dan@example.com", "dan@example.com"),
        ] {
            let token = world.sign_in(name, ADMIN_PASSWORD).await;
            let me = world.get(&token, "/api/auth/me").await.ok();
            assert_eq!(me["user"]["email"], email, "{name}");
        }
        let users = "SELECT string_agg(username, ' ' ORDER BY id) FROM users";
        assert_eq!(world.one::<String>(users).await, "admin bob dan cid@example.com");
    });
}

#[test]
fn account_of_deleted_group_is_restored_after_its_group() {
    run(async {
        let (world, id) = filled().await;
        world
            .delete(&world.member_a, &format!("/api/instagram/accounts/{id}"))
            .await
            .ok();
        world
            .delete(&world.admin, &format!("/api/groups/{}", world.group_a))
            .await
            .ok();
        let list = deletions(&world).await;
        let of = |kind: &str| {
            let entry = list.iter().find(|entry| entry["kind"] == kind).unwrap();
            format!("{DELETIONS}/{}", entry["id"])
        };
        let (account, group) = (of("account"), of("group"));
        let refused = world.poke(&world.admin, &format!("{account}/restore")).await;
        refused.refused(404, "not_found");
        assert!(refused.error().contains("Group A"), "{refused:?}");
        world.poke(&world.admin, &format!("{group}/restore")).await.ok();
        // Its place in the limit is taken.
        world
            .execute("UPDATE groups SET max_instagram_accounts = 0")
            .await;
        world
            .poke(&world.admin, &format!("{account}/restore"))
            .await
            .refused(409, "account_limit_reached");
        world
            .execute("UPDATE groups SET max_instagram_accounts = 1")
            .await;
        world.poke(&world.admin, &format!("{account}/restore")).await.ok();
        assert_eq!(world.count("SELECT id FROM tracked_accounts").await, id);
    });
}

#[test]
fn videos_are_restored_as_far_as_the_limit_allows() {
    run(async {
        let (world, _) = filled().await;
        let video = world.count("SELECT id FROM tracked_videos").await;
        let limit = async |videos: i32| {
            let path = format!("/api/groups/{}", world.group_a);
            let change = json!({"max_tiktok_videos": videos});
            world.patch(&world.admin, &path, change).await.ok();
        };
        world
            .delete(&world.member_a, &format!("/api/tiktok/videos/{video}"))
            .await
            .ok();
        limit(0).await;
        let restore = format!("{DELETIONS}/{}/restore", deletions(&world).await[0]["id"]);
        let refused = world.poke(&world.admin, &restore).await;
        refused.refused(409, "account_limit_reached");
        assert!(
            refused.error().contains("Limit reached: 0 single videos"),
            "{refused:?}"
        );
        limit(1).await;
        world.poke(&world.admin, &restore).await.ok();

        limit(0).await;
        world
            .delete(&world.admin, &format!("/api/groups/{}", world.group_a))
            .await
            .ok();
        let list = deletions(&world).await;
        let group = list.iter().find(|entry| entry["kind"] == "group").unwrap();
        let restore = format!("{DELETIONS}/{}/restore", group["id"]);
        world.poke(&world.admin, &restore).await.ok();
        assert_eq!(world.count("SELECT count(*) FROM tracked_videos").await, 0);
        assert_eq!(
            world
                .count("SELECT count(*) FROM tombstones WHERE kind = 'video'")
                .await,
            1
        );
    });
}

#[test]
fn accounts_of_deleted_user_can_be_restored() {
    run(async {
        let (world, id) = filled().await;
        let ann = world.count("SELECT id FROM users WHERE username = 'ann'").await;
        world
            .delete(&world.admin, &format!("/api/admin/users/{ann}"))
            .await
            .ok();
        for entry in deletions(&world).await {
            let restore = format!("{DELETIONS}/{}/restore", entry["id"]);
            world.poke(&world.admin, &restore).await.ok();
        }
        assert_eq!(world.count("SELECT id FROM tracked_accounts").await, id);
        assert_eq!(
            world.count("SELECT count(added_by) FROM tracked_accounts").await,
            0
        );
        assert_eq!(world.count("SELECT count(*) FROM tracked_videos").await, 1);
    });
}

#[test]
fn deletion_during_an_addition_leaves_a_tombstone_of_what_was_added() {
    run(async {
        for deletes_user in [false, true] {
            let (world, id) = filled().await;
            let account = format!("/api/instagram/accounts/{id}");
            world.delete(&world.member_a, &account).await.ok();
            let path = if deletes_user {
                let ann = world.count("SELECT id FROM users WHERE username = 'ann'").await;
                format!("/api/admin/users/{ann}")
            } else {
                format!("/api/groups/{}", world.group_a)
            };
            // An addition by another request, which locks the group first.
            let mut addition = world.owner.begin().await.unwrap();
            for statement in [
                "SELECT FROM groups WHERE name = 'Group A' FOR NO KEY UPDATE",
                "INSERT INTO tracked_accounts (group_id, account_id, added_by, created_at)
                 SELECT d.group_id, d.account_id, u.id, d.deleted_at FROM tombstones d CROSS JOIN users u
                 WHERE d.kind = 'account' AND u.username = 'ann'",
            ] {
                sqlx::query(statement).execute(&mut *addition).await.unwrap();
            }
            let added = async {
                world.until_waiting(1).await;
                addition.commit().await.unwrap();
            };
            let (deleted, ()) = futures::future::join(world.delete(&world.admin, &path), added).await;
            deleted.ok();
            for (query, left) in [
                ("SELECT count(*) FROM tracked_accounts", 0),
                ("SELECT count(*) FROM tombstones WHERE kind = 'account'", 1),
                ("SELECT count(*) FROM posts", 2),
            ] {
                assert_eq!(world.count(query).await, left, "{path}: {query}");
            }
        }
    });
}

#[test]
fn group_deletion_during_changes_of_users_keeps_the_changes() {
    run(async {
        for (change, kept) in [
            (
                "INSERT INTO users (username, group_id, password_hash, created_at)
                 SELECT 'eve', id, '', created_at FROM groups WHERE name = 'Group A'",
                "username = 'eve'",
            ),
            (
                "UPDATE users SET is_active = false WHERE username = 'ann'",
                "username = 'ann' AND NOT is_active",
            ),
        ] {
            let world = World::new().await;
            let mut changing = world.owner.begin().await.unwrap();
            sqlx::query(change).execute(&mut *changing).await.unwrap();
            let changed = async {
                world.until_waiting(1).await;
                changing.commit().await.unwrap();
            };
            let group = format!("/api/groups/{}", world.group_a);
            let (deleted, ()) = futures::future::join(world.delete(&world.admin, &group), changed).await;
            deleted.ok();
            let restore = format!("{DELETIONS}/{}/restore", deletions(&world).await[0]["id"]);
            world.poke(&world.admin, &restore).await.ok();
            let users = format!("SELECT count(*) FROM users WHERE {kept}");
            assert_eq!(world.count(&users).await, 1, "{change}");
        }
    });
}
