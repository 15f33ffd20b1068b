//! Tests of managing users.

use futures::future::join_all;
use serde_json::{Value, json};

use crate::support::{ADMIN_PASSWORD, World, run};

async fn ids(world: &World) -> [i64; 3] {
    let users = world.get(&world.admin, "/api/admin/users").await.ok();
    ["admin", "ann", "bob"].map(|name| {
        let users = users["users"].as_array().unwrap();
        let user = users.iter().find(|user| user["username"] == name).unwrap();
        user["id"].as_i64().unwrap()
    })
}

fn path(group: i64) -> String {
    format!("/api/groups/{group}/users")
}

#[test]
fn user_created_by_admin_signs_in_with_returned_password() {
    run(async {
        let world = World::new().await;
        for (given, is_group_admin) in [
            (json!(""), true),
            (json!(null), false),
            (json!("correct horse battery"), false),
        ] {
            let body = json!({
                "username": " Eve.1 ", "email": " Eve@Example.com ", "full_name": " Eve Example ",
                "password": given, "is_group_admin": is_group_admin,
            });
            let made = world.post(&world.admin, &path(world.group_a), body).await;
            assert_eq!(
                (made.status.as_u16(), made.header("cache-control")),
                (201, "no-store")
            );
            let made = made.ok();
            let user = &made["user"];
            assert_eq!(
                (&user["username"], &user["email"], &user["full_name"]),
                (&json!("eve.1"), &json!("Eve@Example.com"), &json!("Eve Example"))
            );
            assert_eq!(
                (&user["is_admin"], &user["is_group_admin"], &user["group_name"]),
                (&json!(false), &json!(is_group_admin), &json!("Group A"))
            );
            assert_eq!(user["company_name"], "Group A");
            let password = made["password"].as_str().unwrap();
            if given.as_str().is_some_and(|given| !given.is_empty()) {
                assert_eq!(password, given);
            } else {
                assert!(password.len() >= 20, "{password}");
            }
            assert!(made["message"].is_string());
            world.sign_in("eve@example.com", password).await;
            let id = &user["id"];
            world
                .delete(&world.admin, &format!("/api/admin/users/{id}"))
                .await
                .ok();
        }
    });
}

#[test]
fn user_creation_refuses_invalid_names_and_weak_passwords() {
    run(async {
        let world = World::new().await;
        let good = json!({"username": "eve", "email": "eve@example.com"});
        let with = |field: &str, value: Value| {
            let mut body = good.clone();
            body[field] = value;
            body
        };
        for (body, reason) in [
            (json!({"username": "eve"}), "missing field `email`"),
            (json!({"email": "eve@example.com"}), "missing field `username`"),
            (with("username", json!(" ")), "username is required"),
            (with("username", json!("two words")), "letters a to z"),
            (with("username", json!("ann@example.com")), "letters a to z"),
            (with("username", json!("x".repeat(65))), "at most 64"),
            (with("username", json!("a\u{0}")), "letters a to z"),
            (with("email", json!("")), "email is required"),
            (with("email", json!("eve")), "name@example.com"),
            (with("email", json!("x".repeat(255))), "at most 254"),
            (with("full_name", json!("x".repeat(101))), "at most 100"),
            (with("full_name", json!("a\u{0}b")), "a single line"),
            (with("password", json!("short")), "at least 8"),
            (with("password", json!("Password123")), "too common"),
            (with("password", json!("Eve@example.com")), "must differ from"),
            (with("password", json!("x".repeat(257))), "at most 256"),
            (with("is_admin", json!(true)), "is_admin"),
            (with("group_id", json!(world.group_b)), "group_id"),
            (with("role", json!("admin")), "role"),
        ] {
            let response = world.post(&world.admin, &path(world.group_a), body.clone()).await;
            response.refused(422, "invalid_request");
            assert!(response.error().contains(reason), "{body}: {response:?}");
        }
        sqlx::query("UPDATE users SET username = 'former@example.com' WHERE username = 'bob'")
            .execute(&world.owner)
            .await
            .unwrap();
        for body in [
            with("username", json!("ANN")),
            with("username", json!("admin")),
            with("email", json!("Bob@Example.com")),
            // A sign-in with it would find the user with that username.
            with("email", json!("Former@example.com")),
        ] {
            world
                .post(&world.admin, &path(world.group_a), body)
                .await
                .refused(409, "user_exists");
        }
        world
            .post(&world.admin, &path(world.group_b + 1), good.clone())
            .await
            .refused(404, "not_found");
        world
            .post(&world.member_a, &path(world.group_a), good)
            .await
            .refused(403, "access_denied");
        assert_eq!(world.count("SELECT count(*) FROM users").await, 3);
    });
}

#[test]
fn asvs_6_2_9_password_over_64_characters_is_used_completely() {
    run(async {
        let world = World::new().await;
        let password = "ü".repeat(200);
        let body = json!({"username": "eve", "email": "eve@example.com", "password": password});
        world.post(&world.admin, &path(world.group_a), body).await.ok();
        world.sign_in("eve", &password).await;
        let credentials = json!({"username": "eve", "password": "ü".repeat(199)});
        world
            .post("", "/api/auth/login", credentials)
            .await
            .refused(401, "invalid_credentials");
    });
}

#[test]
fn user_list_shows_all_users_or_one_group() {
    run(async {
        let world = World::new().await;
        let names = async |query: &str| {
            let users = world
                .get(&world.admin, &format!("/api/admin/users{query}"))
                .await
                .ok();
            let users = users["users"].as_array().unwrap();
            users
                .iter()
                .map(|user| user["username"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(names("").await, ["admin", "ann", "bob"]);
        assert_eq!(names(&format!("?group_id={}", world.group_b)).await, ["bob"]);
        world
            .get(
                &world.admin,
                &format!("/api/admin/users?group_id={}", world.group_b + 1),
            )
            .await
            .refused(404, "not_found");
        let users = world.get(&world.admin, "/api/admin/users").await.ok();
        let ann = &users["users"][1];
        assert_eq!(
            ann,
            &json!({
                "id": ann["id"], "username": "ann", "email": "ann@example.com", "full_name": "Member ann",
                "company_name": "Group A", "role": "member", "is_admin": false, "is_active": true,
                "group_id": world.group_a, "group_name": "Group A", "is_group_admin": false,
                "created_at": "2026-11-21T10:00:00Z", "last_login": "2026-11-21T10:00:00Z",
            })
        );
        world
            .get(&world.member_a, "/api/admin/users")
            .await
            .refused(403, "access_denied");
    });
}

#[test]
fn asvs_7_4_5_user_deactivation_signs_out_until_next_sign_in() {
    run(async {
        let world = World::new().await;
        let [_, ann, _] = ids(&world).await;
        let toggle = format!("/api/admin/users/{ann}/toggle-status");
        let off = world.poke(&world.admin, &toggle).await.ok();
        assert_eq!(
            (&off["message"], &off["user"]["is_active"]),
            (&json!("User deactivated successfully"), &json!(false))
        );
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        let on = world.poke(&world.admin, &toggle).await.ok();
        assert_eq!(
            (&on["message"], &on["user"]["is_active"]),
            (&json!("User activated successfully"), &json!(true))
        );
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        world.sign_in("ann", ADMIN_PASSWORD).await;
        world.get(&world.member_b, "/api/auth/me").await.ok();
    });
}

#[test]
fn asvs_7_4_5_password_reset_replaces_password_and_signs_out() {
    run(async {
        let world = World::new().await;
        let [_, ann, _] = ids(&world).await;
        let reset = format!("/api/admin/users/{ann}/reset-password");
        let response = world.poke(&world.admin, &reset).await;
        assert_eq!(response.header("cache-control"), "no-store");
        let response = response.ok();
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        let old = json!({"username": "ann", "password": ADMIN_PASSWORD});
        world
            .post("", "/api/auth/login", old)
            .await
            .refused(401, "invalid_credentials");
        let reset = json!({"username": "ann", "password": response["password"]});
        let signed_in = world.post("", "/api/auth/login", reset).await.ok();
        assert_eq!(signed_in["must_change_password"], json!(true));
    });
}

#[test]
fn password_of_new_user_is_temporary_if_the_admin_says_so() {
    run(async {
        let world = World::new().await;
        let users = format!("/api/groups/{}/users", world.group_a);
        let new = |name: &str| json!({"username": name, "email": format!("{name}@example.com"), "password": ADMIN_PASSWORD});
        let mut temporary = new("eve");
        temporary["must_change_password"] = json!(true);
        world.post(&world.admin, &users, temporary).await.ok();
        world.post(&world.admin, &users, new("fay")).await.ok();

        let sign_in = async |name: &str, password: &str| {
            let credentials = json!({"username": name, "password": password});
            world.post("", "/api/auth/login", credentials).await.ok()
        };
        let fay = sign_in("fay", ADMIN_PASSWORD).await;
        assert_eq!(fay["must_change_password"], json!(null));
        let eve = sign_in("eve", ADMIN_PASSWORD).await;
        assert_eq!(eve["must_change_password"], json!(true));
        let token = eve["access_token"].as_str().unwrap();
        world
            .get(token, "/api/dashboard/stats")
            .await
            .refused(403, "password_change_required");
        let change = async |new: &str| {
            let body = json!({"current_password": ADMIN_PASSWORD, "new_password": new});
            world.post(token, "/api/auth/password", body).await
        };
        let same = change(ADMIN_PASSWORD).await;
        same.refused(422, "invalid_request");
        assert!(same.error().contains("must differ"), "{same:?}");
        let changed = change("another long password").await.ok();
        let token = changed["access_token"].as_str().unwrap();
        world.get(token, "/api/dashboard/stats").await.ok();
        let again = sign_in("eve", "another long password").await;
        assert_eq!(again["must_change_password"], json!(null));
    });
}

#[test]
fn user_update_changes_only_given_fields() {
    run(async {
        let world = World::new().await;
        let [admin, ann, _] = ids(&world).await;
        let path = format!("/api/admin/users/{ann}");
        let update = async |change: serde_json::Value| world.patch(&world.admin, &path, change).await;
        for (change, field, value) in [
            (
                json!({"full_name": " Ann Example "}),
                "full_name",
                json!("Ann Example"),
            ),
            (
                json!({"email": "Ann@Other.example"}),
                "email",
                json!("Ann@Other.example"),
            ),
            (json!({"is_group_admin": true}), "is_group_admin", json!(true)),
            (json!({"is_group_admin": false}), "is_group_admin", json!(false)),
            (json!({}), "email", json!("Ann@Other.example")),
            (json!({"full_name": ""}), "full_name", json!("")),
        ] {
            let mut expected = world.get(&world.member_a, "/api/auth/me").await.ok()["user"].clone();
            expected[field] = value;
            assert_eq!(update(change.clone()).await.ok(), expected, "{change}");
            // The user stays signed in.
            let me = world.get(&world.member_a, "/api/auth/me").await.ok();
            assert_eq!(me["user"], expected, "{change}");
        }
        world.sign_in("ann@other.example", ADMIN_PASSWORD).await;
        for (change, status, code) in [
            (json!({"email": "BOB@example.com"}), 409, "user_exists"),
            (json!({"email": "no address"}), 422, "invalid_request"),
            (json!({"full_name": "x".repeat(101)}), 422, "invalid_request"),
            (json!({"username": "eve"}), 422, "invalid_request"),
            (json!({"is_admin": true}), 422, "invalid_request"),
        ] {
            update(change).await.refused(status, code);
        }
        let platform_admin = format!("/api/admin/users/{admin}");
        world
            .patch(&world.admin, &platform_admin, json!({"is_group_admin": true}))
            .await
            .refused(422, "invalid_request");
        world
            .patch(&world.admin, &platform_admin, json!({"full_name": "Root"}))
            .await
            .ok();
        world
            .patch(&world.admin, "/api/admin/users/999999", json!({}))
            .await
            .refused(404, "not_found");
        // The request without a change is not recorded.
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'user.update'";
        assert_eq!(world.count(entries).await, 6);
        let entry = "SELECT count(*) FROM audit_log WHERE action = 'user.update' AND details @>
                     '{\"username\": \"ann\", \"changed\": [\"email\"]}'";
        assert_eq!(world.count(entry).await, 1);
    });
}

#[test]
fn user_deletion_deletes_only_unshared_items() {
    run(async {
        let world = World::new().await;
        let [_, ann, bob] = ids(&world).await;
        world.track(&world.member_a, "instagram", "annsown").await;
        world.track(&world.member_a, "tiktok", "shared").await;
        world.track(&world.member_b, "tiktok", "shared").await;
        for (platform, name) in [("instagram", "annsown"), ("tiktok", "shared")] {
            world.add_item(platform, name, name, None, [Some(1); 4]).await;
        }
        sqlx::query(
            "INSERT INTO tracked_videos (group_id, url, video_id, added_by, created_at)
             VALUES ($1, 'https://www.tiktok.com/@x/video/7', '7', $2, now())",
        )
        .bind(world.group_a)
        .bind(ann)
        .execute(&world.owner)
        .await
        .unwrap();
        let response = world
            .delete(&world.admin, &format!("/api/admin/users/{ann}"))
            .await
            .ok();
        assert_eq!(
            response["message"],
            "User and all associated data deleted successfully"
        );
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        world.purge_deleted().await;
        let left = "SELECT count(*) FROM platform_accounts a JOIN posts p ON p.account_id = a.id
                    WHERE a.username = 'shared'";
        assert_eq!(world.count(left).await, 1);
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM tracked_videos").await, 0);
        let entry = "SELECT count(*) FROM audit_log WHERE action = 'user.delete' AND username = 'admin'
                     AND details @> '{\"username\": \"ann\", \"accounts\": 2, \"videos\": 1}'";
        assert_eq!(world.count(entry).await, 1);
        world
            .delete(&world.admin, &format!("/api/admin/users/{bob}"))
            .await
            .ok();
        world.purge_deleted().await;
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
    });
}

#[test]
fn admin_users_are_protected_and_unknown_users_return_404() {
    run(async {
        let world = World::new().await;
        let [admin, ..] = ids(&world).await;
        let user = format!("/api/admin/users/{admin}");
        world
            .poke(&world.admin, &format!("{user}/toggle-status"))
            .await
            .refused(409, "admin_protected");
        world
            .delete(&world.admin, &user)
            .await
            .refused(409, "admin_protected");
        for id in ["0", "999999", "-1", "x"] {
            let user = format!("/api/admin/users/{id}");
            for call in ["toggle-status", "reset-password"] {
                world
                    .poke(&world.admin, &format!("{user}/{call}"))
                    .await
                    .refused(404, "not_found");
            }
            world.delete(&world.admin, &user).await.refused(404, "not_found");
        }
        world.get(&world.admin, "/api/auth/me").await.ok();
    });
}

/// Makes ann an admin of group A.
async fn promote_ann(world: &World) {
    world
        .execute("UPDATE users SET is_group_admin = true WHERE username = 'ann'")
        .await;
}

#[test]
fn group_admin_manages_users_of_own_group_only() {
    run(async {
        let world = World::new().await;
        world.add_member("cid", world.group_a).await;
        let token = world.sign_in("cid", ADMIN_PASSWORD).await;
        world.track(&token, "instagram", "cidsown").await;
        promote_ann(&world).await;
        let manager = &world.member_a;
        let users = world.get(manager, "/api/admin/users").await.ok();
        let names = |users: &Value| -> Vec<_> {
            let users = users["users"].as_array().unwrap();
            users
                .iter()
                .map(|user| user["username"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(names(&users), ["ann", "cid"]);
        let cid = users["users"][1]["id"].as_i64().unwrap();
        let of_group_b = format!("/api/admin/users?group_id={}", world.group_b);
        world.get(manager, &of_group_b).await.refused(404, "not_found");

        let new = json!({"username": "eve", "email": "eve@example.com", "is_group_admin": true});
        let eve = world.post(manager, &path(world.group_a), new.clone()).await.ok();
        world.sign_in("eve", eve["password"].as_str().unwrap()).await;
        world
            .post(manager, &path(world.group_b), new)
            .await
            .refused(404, "not_found");
        for taken in ["bob", "admin"] {
            let body = json!({"username": taken, "email": "new@example.com"});
            world
                .post(manager, &path(world.group_a), body)
                .await
                .refused(409, "user_exists");
        }
        sqlx::query("UPDATE users SET username = 'former@example.com' WHERE username = 'bob'")
            .execute(&world.owner)
            .await
            .unwrap();
        let body = json!({"username": "fay", "email": "former@example.com"});
        world
            .post(manager, &path(world.group_a), body)
            .await
            .refused(409, "user_exists");

        let of = |id: i64| format!("/api/admin/users/{id}");
        world
            .patch(manager, &of(cid), json!({"full_name": "Cid Example"}))
            .await
            .ok();
        let reset = world
            .poke(manager, &format!("{}/reset-password", of(cid)))
            .await
            .ok();
        assert!(reset["password"].is_string());
        let toggled = world
            .poke(manager, &format!("{}/toggle-status", of(cid)))
            .await
            .ok();
        assert_eq!(toggled["user"]["is_active"], json!(false));
        world.delete(manager, &of(cid)).await.ok();
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 0);

        let eve = eve["user"]["id"].as_i64().unwrap();
        world
            .patch(manager, &of(eve), json!({"is_group_admin": false}))
            .await
            .ok();
        let recorded = "SELECT count(*) FROM audit_log WHERE username = 'ann' AND action LIKE 'user.%'";
        assert_eq!(world.count(recorded).await, 6);
    });
}

#[test]
fn group_admin_cannot_change_admins_other_groups_or_own_role() {
    run(async {
        let world = World::new().await;
        let [admin, ann, bob] = ids(&world).await;
        promote_ann(&world).await;
        let manager = &world.member_a;
        let of = |id: i64| format!("/api/admin/users/{id}");
        let unchanged = "SELECT count(*) FROM users WHERE id IN (1, 2, 3) AND is_active";
        let before = world.count(unchanged).await;
        // A platform admin, even one in the group, a user of another group, and the caller.
        sqlx::query("UPDATE users SET group_id = $1 WHERE id = $2")
            .bind(world.group_a)
            .bind(admin)
            .execute(&world.owner)
            .await
            .unwrap();
        for (id, status, code) in [
            (admin, 409, "admin_protected"),
            (bob, 404, "not_found"),
            (ann, 409, "own_user"),
        ] {
            world.delete(manager, &of(id)).await.refused(status, code);
            world
                .poke(manager, &format!("{}/toggle-status", of(id)))
                .await
                .refused(status, code);
            world
                .patch(manager, &of(id), json!({"is_group_admin": false}))
                .await
                .refused(status, code);
            world
                .poke(manager, &format!("{}/reset-password", of(id)))
                .await
                .refused(status, code);
        }
        world
            .patch(
                manager,
                &of(ann),
                json!({"full_name": "Ann", "is_group_admin": true}),
            )
            .await
            .ok();
        world
            .patch(manager, &of(ann), json!({"email": "Bob@example.com"}))
            .await
            .refused(409, "user_exists");
        assert_eq!(world.count(unchanged).await, before);
    });
}

#[test]
fn group_admin_creates_few_users_and_tries_few_taken_names() {
    run(async {
        let world = World::new().await;
        promote_ann(&world).await;
        let users = path(world.group_a);
        sqlx::query(
            "INSERT INTO users (username, group_id, password_hash, created_at)
             SELECT concat('user', n), $1, '', now() FROM generate_series(2, 200) n",
        )
        .bind(world.group_a)
        .execute(&world.owner)
        .await
        .unwrap();
        let one_more = json!({"username": "eve", "email": "eve@example.com"});
        // None of these counts as a failed sign-in.
        for _ in 0..20 {
            let refused = world.post(&world.member_a, &users, one_more.clone()).await;
            refused.refused(422, "invalid_request");
            assert!(refused.error().contains("200 users"), "{refused:?}");
            let email = json!({"email": "eve@example.com"});
            let missing = world.patch(&world.member_a, "/api/admin/users/9999", email).await;
            missing.refused(404, "not_found");
        }
        world.post(&world.admin, &users, one_more).await.ok();

        world
            .execute("DELETE FROM users WHERE username LIKE 'user%'")
            .await;
        let taken = json!({"username": "fay", "email": "bob@example.com"});
        let mut refusals = Vec::new();
        while refusals.last() != Some(&429) && refusals.len() < 100 {
            let response = world.post(&world.member_a, &users, taken.clone()).await;
            refusals.push(response.status.as_u16());
        }
        let tried = refusals.len() - 1;
        assert!((1..20).contains(&tried), "{refusals:?}");
        assert!(
            refusals[..tried].iter().all(|status| *status == 409),
            "{refusals:?}"
        );
        world
            .post(&world.admin, &users, taken)
            .await
            .refused(409, "user_exists");
    });
}

#[test]
fn asvs_2_3_4_user_limit_holds_for_concurrent_requests() {
    run(async {
        let world = World::new().await;
        promote_ann(&world).await;
        sqlx::query(
            "INSERT INTO users (username, group_id, password_hash, created_at)
             SELECT concat('user', n), $1, '', now() FROM generate_series(2, 199) n",
        )
        .bind(world.group_a)
        .execute(&world.owner)
        .await
        .unwrap();
        let users = path(world.group_a);
        let created = join_all((0..5).map(|n| {
            let new = json!({"username": format!("new{n}"), "email": format!("new{n}@example.com")});
            world.post(&world.member_a, &users, new)
        }))
        .await;
        let mut statuses: Vec<u16> = created.iter().map(|response| response.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422, 422, 422, 422], "{created:?}");
    });
}
