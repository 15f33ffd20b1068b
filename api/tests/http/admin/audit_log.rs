//! Tests of the audit log.

use serde_json::{Value, json};

use crate::support::{ADMIN_PASSWORD, World, run};

async fn log(world: &World, query: &str) -> Value {
    let path = format!("/api/admin/audit-log{query}");
    world.get(&world.admin, &path).await.ok()
}

fn actions(log: &Value) -> Vec<&str> {
    let entries = log["entries"].as_array().unwrap();
    entries
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect()
}

#[test]
fn asvs_16_3_1_audit_log_records_sign_ins_failures_and_sign_outs() {
    run(async {
        let world = World::new().await;
        for (name, password) in [("ann", "wrong"), ("Nobody Known", "wrong")] {
            let credentials = json!({"username": name, "password": password});
            world
                .post("", "/api/auth/login", credentials)
                .await
                .refused(401, "invalid_credentials");
        }
        world.poke(&world.member_a, "/api/auth/logout").await.ok();
        let log = log(&world, "?per_page=4").await;
        assert_eq!(
            actions(&log),
            [
                "auth.logout",
                "auth.sign_in_failed",
                "auth.sign_in_failed",
                "auth.sign_in"
            ]
        );
        let [logout, unknown, wrong, sign_in] = [0, 1, 2, 3].map(|n| &log["entries"][n]);
        assert_eq!(
            unknown,
            &json!({
                "id": unknown["id"], "at": "2026-11-21T10:00:00Z", "user_id": null, "username": "",
                "address": "0.0.0.0", "group_id": null, "action": "auth.sign_in_failed",
                "details": {"reason": "invalid_credentials"},
            })
        );
        assert_eq!(
            (&wrong["username"], &wrong["user_id"]),
            (&json!("ann"), &Value::Null)
        );
        assert_eq!(
            (&logout["username"], &logout["group_id"]),
            (&json!("ann"), &json!(world.group_a))
        );
        assert_eq!(sign_in["username"], "bob");
        assert!(sign_in["user_id"].is_i64());
    });
}

#[test]
fn audit_log_never_stores_password_typed_as_username() {
    const TYPED: &str = "hunter2-correct-horse";
    run(async {
        let world = World::new().await;
        let credentials = json!({"username": TYPED, "password": "x"});
        world
            .post("", "/api/auth/login", credentials)
            .await
            .refused(401, "invalid_credentials");
        let by_email = json!({"username": "ANN@example.com", "password": "wrong"});
        world
            .post("", "/api/auth/login", by_email)
            .await
            .refused(401, "invalid_credentials");
        let log = log(&world, "?action=auth.sign_in_failed").await;
        let entries = log["entries"].as_array().unwrap();
        let names: Vec<_> = entries.iter().map(|entry| &entry["username"]).collect();
        assert_eq!(
            names,
            ["ann", ""],
            "a known username is recorded, an unknown one is not"
        );
        let kept: i64 =
            sqlx::query_scalar("SELECT count(*) FROM audit_log l WHERE l::text ILIKE '%' || $1 || '%'")
                .bind(TYPED)
                .fetch_one(&world.owner)
                .await
                .unwrap();
        assert_eq!(kept, 0);
    });
}

#[test]
fn sign_in_refuses_invalid_names_before_counting_or_storing() {
    run(async {
        let world = World::new().await;
        for name in ["x".repeat(255), "a\u{0}b".to_owned(), "a\nb".to_owned()] {
            for _ in 0..40 {
                let credentials = json!({"username": name, "password": "wrong"});
                world
                    .post("", "/api/auth/login", credentials)
                    .await
                    .refused(422, "invalid_request");
            }
        }
        let failed = "SELECT count(*) FROM audit_log WHERE action = 'auth.sign_in_failed'";
        assert_eq!(world.count(failed).await, 0);
    });
}

#[test]
fn asvs_16_3_2_audit_log_records_repeated_denials_once_per_minute() {
    run(async {
        let world = World::new().await;
        let denials = "SELECT count(*) FROM audit_log WHERE action = 'access.denied'";
        for id in 0..20 {
            let path = format!("/api/admin/users/{id}/toggle-status");
            world
                .poke(&world.member_a, &path)
                .await
                .refused(403, "access_denied");
        }
        assert_eq!(world.count(denials).await, 1);
        world
            .get(&world.member_a, "/api/groups")
            .await
            .refused(403, "access_denied");
        world
            .get(&world.member_b, "/api/groups")
            .await
            .refused(403, "access_denied");
        assert_eq!(world.count(denials).await, 3);
        world.clock.advance(std::time::Duration::from_mins(1));
        world
            .get(&world.member_b, "/api/groups")
            .await
            .refused(403, "access_denied");
        assert_eq!(world.count(denials).await, 4);
        let log = log(&world, "?action=access.denied&user=ANN").await;
        let calls = log["entries"].as_array().unwrap();
        assert_eq!(calls.len(), 2);
        assert_eq!(calls[0]["details"]["call"], "GET /api/groups");
        assert_eq!(
            calls[1]["details"]["call"],
            "POST /api/admin/users/{id}/toggle-status"
        );
    });
}

#[test]
fn audit_log_is_filtered_and_paged() {
    run(async {
        let world = World::new().await;
        let insert = "INSERT INTO audit_log (at, user_id, username, group_id, action)
             SELECT '2026-11-01T00:00:00Z'::timestamptz + (n / 2) * interval '1 minute', n % 3, 'User' || n % 3,
                    n % 5, 'test.' || n % 2
             FROM generate_series(0, 249) AS n";
        world.execute(insert).await;
        let old = "to=2026-11-02T00:00:00Z";
        let mut seen = Vec::new();
        for page in 1..=4 {
            let log = log(&world, &format!("?{old}&page={page}")).await;
            assert_eq!((&log["total"], &log["pages"]), (&json!(250), &json!(3)));
            let entries = log["entries"].as_array().unwrap();
            seen.extend(entries.iter().map(|entry| entry["id"].as_i64().unwrap()));
        }
        // Every entry occurs once, newest first.
        assert_eq!(seen.len(), 250);
        assert!(seen.windows(2).all(|pair| pair[0] > pair[1]));

        for (query, total) in [
            ("action=test.1", 125),
            ("user=uSeR2", 83),
            ("group_id=4", 50),
            ("group_id=4&action=test.1&user=user0", 9),
            ("action=test", 0),
            ("from=2026-11-01T02:04:00Z&to=2026-11-02T00:00:00Z", 2),
            ("from=2026-11-01T01:00:00Z&to=2026-11-01T01:01:00Z", 2),
        ] {
            let found = log(&world, &format!("?per_page=1&{query}")).await;
            assert_eq!(found["total"], total, "{query}");
            assert_eq!(
                found["entries"].as_array().unwrap().len(),
                usize::from(total > 0),
                "{query}"
            );
        }
        for query in [
            "page=0",
            "per_page=101",
            "from=yesterday",
            "from=%2B262142-01-01T00:00:00Z",
            "user=%00",
            "action=%00",
            "colour=red",
        ] {
            world
                .get(&world.admin, &format!("/api/admin/audit-log?{query}"))
                .await
                .refused(422, "invalid_request");
        }
        world
            .get(&world.member_a, "/api/admin/audit-log")
            .await
            .refused(403, "access_denied");
    });
}

#[test]
fn audit_log_records_user_changes_without_passwords() {
    run(async {
        let world = World::new().await;
        let users = format!("/api/groups/{}/users", world.group_a);
        let body = json!({"username": "eve", "email": "eve@example.com"});
        let made = world.post(&world.admin, &users, body).await.ok();
        let user = format!("/api/admin/users/{}", made["user"]["id"]);
        world
            .poke(&world.admin, &format!("{user}/toggle-status"))
            .await
            .ok();
        world
            .poke(&world.admin, &format!("{user}/toggle-status"))
            .await
            .ok();
        let reset = world
            .poke(&world.admin, &format!("{user}/reset-password"))
            .await
            .ok();
        world.delete(&world.admin, &user).await.ok();
        let change = json!({"current_password": ADMIN_PASSWORD, "new_password": "another long password"});
        let fresh = world.post(&world.admin, "/api/auth/password", change).await.ok();
        let token = fresh["access_token"].as_str().unwrap();
        let log = world
            .get(token, "/api/admin/audit-log?per_page=6&user=admin")
            .await;
        for secret in [
            &made["password"],
            &reset["password"],
            &json!("another long password"),
        ] {
            assert!(!log.text.contains(secret.as_str().unwrap()));
        }
        assert_eq!(
            actions(&log.ok()),
            [
                "auth.change_password",
                "user.delete",
                "user.reset_password",
                "user.activate",
                "user.deactivate",
                "user.create",
            ]
        );
    });
}
