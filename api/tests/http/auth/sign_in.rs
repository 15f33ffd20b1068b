//! Tests of sign-in, tokens, and the first admin.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use clipmeter_api::control_plane::{DatabaseOnly, RunStarter};
use clipmeter_db::RolePasswords;
use clipmeter_db::key_check::{KeyFile, LostKeysPolicy};
use clipmeter_db::secrets::Secrets;
use clipmeter_fixtures::database;
use clipmeter_runtime::Clock as _;
use http::Method;
use secrecy::ExposeSecret;
use serde_json::json;
use tokio::sync::watch;
use tower::ServiceExt as _;

use crate::support::{ADMIN_PASSWORD, FakeStarter, TestResponse, World, run};

#[test]
fn sign_in_accepts_username_or_email_in_any_case() {
    run(async {
        let world = World::new().await;
        for name in ["ann", "ANN", " ann ", "Ann@Example.com"] {
            let response = world
                .post(
                    "",
                    "/api/auth/login",
                    json!({"username": name, "password": ADMIN_PASSWORD}),
                )
                .await;
            let body = response.ok();
            assert_eq!(body["user"]["username"], "ann", "{name}");
            let me = world
                .get(body["access_token"].as_str().unwrap(), "/api/auth/me")
                .await
                .ok();
            assert_eq!(me["user"], body["user"]);
        }
        let user = &world.get(&world.member_a, "/api/auth/me").await.ok()["user"];
        assert_eq!(user["role"], "member");
        assert_eq!(user["group_name"], "Group A");
        assert_eq!(user["group_id"], world.group_a);
        assert_eq!(user["created_at"], "2026-11-21T10:00:00Z");
        assert!(user.get("password_hash").is_none());
        let admin = &world.get(&world.admin, "/api/auth/me").await.ok()["user"];
        assert_eq!(
            (&admin["role"], &admin["is_admin"]),
            (&json!("admin"), &json!(true))
        );
    });
}

#[test]
fn asvs_6_3_8_sign_in_hides_whether_name_or_password_is_wrong() {
    run(async {
        let world = World::new().await;
        let wrong = world
            .post(
                "",
                "/api/auth/login",
                json!({"username": "ann", "password": "wrong"}),
            )
            .await;
        let unknown = world
            .post(
                "",
                "/api/auth/login",
                json!({"username": "nobody", "password": "wrong"}),
            )
            .await;
        wrong.refused(401, "invalid_credentials");
        assert_eq!((wrong.status, wrong.text), (unknown.status, unknown.text));
        for body in [
            json!({"username": "", "password": "x"}),
            json!({"username": "x", "password": ""}),
            json!({"username": "x"}),
            json!({"username": "x", "password": 12_345_678}),
        ] {
            let response = world.post("", "/api/auth/login", body).await;
            response.refused(422, "invalid_request");
            assert!(!response.error().contains("12345678"), "{response:?}");
        }
    });
}

#[test]
fn sign_in_with_unicode_lookalike_is_never_throttled() {
    run(async {
        let world = World::new().await;
        // The database's small form of the Kelvin sign is another than ours.
        let attempts = "SELECT count(*) FROM audit_log WHERE action = 'auth.sign_in_failed'";
        let before = world.count(attempts).await;
        for _ in 0..30 {
            let body = json!({"username": "\u{212a}im", "password": "wrong"});
            let response = world.post("", "/api/auth/login", body).await;
            response.refused(401, "invalid_credentials");
        }
        assert_eq!(world.count(attempts).await, before);
        world.sign_in("ann", ADMIN_PASSWORD).await;
    });
}

#[test]
fn asvs_6_3_1_sign_in_guesses_are_throttled_until_wait_ends() {
    run(async {
        let world = World::new().await;
        let wrong = json!({"username": "ann", "password": "wrong"});
        let mut responses = 0;
        let refused = loop {
            let response = world.post("", "/api/auth/login", wrong.clone()).await;
            responses += 1;
            assert!(responses < 30, "sign-in attempts are not rate-limited");
            if response.status != 401 {
                break response;
            }
        };
        refused.refused(429, "too_many_attempts");
        let wait: u64 = refused.header("retry-after").parse().unwrap();
        // The correct password must wait too, or the wait would reveal which one is correct.
        let right = json!({"username": "ann", "password": ADMIN_PASSWORD});
        world
            .post("", "/api/auth/login", right.clone())
            .await
            .refused(429, "too_many_attempts");
        // Another spelling of the name allows no more guesses.
        for spelling in ["ANN", " Ann "] {
            let wrong = json!({"username": spelling, "password": "wrong"});
            world
                .post("", "/api/auth/login", wrong)
                .await
                .refused(429, "too_many_attempts");
        }
        world.clock.advance(Duration::from_secs(wait));
        world.post("", "/api/auth/login", right).await.ok();
    });
}

#[test]
fn sign_in_throttle_does_not_link_username_and_email() {
    run(async {
        let world = World::new().await;
        let wrong = async |name: &str| {
            let body = json!({"username": name, "password": "wrong"});
            let response = world.post("", "/api/auth/login", body).await;
            (response.status.as_u16(), response.text)
        };
        while wrong("ann").await.0 == 401 {}
        assert_eq!(wrong("ann").await.0, 429);
        let unknown = wrong("nobody@example.com").await;
        assert_eq!(unknown.0, 401);
        assert_eq!(wrong("ann@example.com").await, unknown);
        // After too many attempts, the database is not queried.
        world.api.close().await;
        assert_eq!(wrong("ann").await.0, 429);
        assert_eq!(wrong("ann@example.com").await.0, 503);
    });
}

#[test]
fn sign_in_and_tokens_of_inactive_users_are_refused() {
    run(async {
        let world = World::new().await;
        let credentials = json!({"username": "ann", "password": ADMIN_PASSWORD});
        for (off, on, text) in [
            (
                "UPDATE users SET is_active = false WHERE username = 'ann'",
                "UPDATE users SET is_active = true",
                "This account is deactivated.",
            ),
            (
                "UPDATE groups SET is_active = false WHERE name = 'Group A'",
                "UPDATE groups SET is_active = true",
                "Your group is deactivated.",
            ),
        ] {
            let token = world.sign_in("ann", ADMIN_PASSWORD).await;
            world.get(&token, "/api/auth/me").await.ok();
            world.execute(off).await;
            world
                .get(&token, "/api/auth/me")
                .await
                .refused(401, "unauthenticated");
            let response = world.post("", "/api/auth/login", credentials.clone()).await;
            response.refused(401, "inactive");
            assert!(response.error().starts_with(text), "{response:?}");
            let wrong = json!({"username": "ann", "password": "wrong"});
            world
                .post("", "/api/auth/login", wrong)
                .await
                .refused(401, "invalid_credentials");
            world.execute(on).await;
            // Earlier sign-ins stay ended.
            world
                .get(&token, "/api/auth/me")
                .await
                .refused(401, "unauthenticated");
        }
    });
}

#[test]
fn bootstrap_admin_is_created_once_and_follows_given_password() {
    run(async {
        let world = World::new().await;
        // If the configured password is already in use, nothing changes, so a restart signs no one out.
        assert!(
            world
                .api
                .bootstrap_admin(Some(ADMIN_PASSWORD.into()))
                .await
                .unwrap()
                .is_none()
        );
        assert!(world.api.bootstrap_admin(None).await.unwrap().is_none());
        world.get(&world.admin, "/api/auth/me").await.ok();
        // Another password replaces it, and ends the sign-ins with the old one.
        assert!(
            world
                .api
                .bootstrap_admin(Some("another password".into()))
                .await
                .unwrap()
                .is_none()
        );
        world
            .get(&world.admin, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        world.sign_in("admin", "another password").await;
        // A password that the admin set since then stays until another one is configured.
        let chosen = json!({"current_password": "another password", "new_password": "my own password"});
        let token = world.sign_in("admin", "another password").await;
        world.post(&token, "/api/auth/password", chosen).await.ok();
        world
            .api
            .bootstrap_admin(Some("another password".into()))
            .await
            .unwrap();
        let token = world.sign_in("admin", "my own password").await;
        world
            .api
            .bootstrap_admin(Some(ADMIN_PASSWORD.into()))
            .await
            .unwrap();
        world
            .get(&token, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        let token = world.sign_in("admin", ADMIN_PASSWORD).await;
        let log = world
            .get(&token, "/api/admin/audit-log?user=clipmeter")
            .await
            .ok();
        let actions: Vec<_> = log["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| (&entry["action"], &entry["details"]["username"]))
            .collect();
        let (reset, create) = (json!("user.reset_password"), json!("user.create"));
        let admin = json!("admin");
        assert_eq!(actions, [(&reset, &admin), (&reset, &admin), (&create, &admin)]);
        let error = world.api.bootstrap_admin(Some("short".into())).await.unwrap_err();
        assert!(error.to_string().contains("at least 8 characters"), "{error}");

        world.execute("DELETE FROM users").await;
        let generated = world.api.bootstrap_admin(None).await.unwrap().unwrap();
        assert!(generated.expose_secret().len() >= 20);
        world.sign_in("admin", generated.expose_secret()).await;
        assert!(world.api.bootstrap_admin(None).await.unwrap().is_none());
    });
}

#[test]
fn bootstrap_keeps_password_of_admin_after_keys_were_lost() {
    run(async {
        let world = World::new().await;
        let chosen = json!({"current_password": ADMIN_PASSWORD, "new_password": "my own password"});
        world.post(&world.admin, "/api/auth/password", chosen).await.ok();
        for if_lost in [LostKeysPolicy::Refuse, LostKeysPolicy::Discard] {
            // Each folder gets its own keys, so the second ones differ from those of the database.
            let folder = tempfile::tempdir().unwrap();
            let opened = Secrets::load_checked(
                &KeyFile::Own(folder.path().to_owned()),
                &world.database.options,
                &RolePasswords::default(),
                if_lost,
                world.clock.now(),
                &watch::Sender::default(),
            )
            .await
            .unwrap();
            assert_eq!(opened.discarded.is_some(), if_lost == LostKeysPolicy::Discard);
        }
        let bootstrap = async |password: &str| {
            let password = Some(password.into());
            world.api.bootstrap_admin(password).await.unwrap();
        };
        // The second start compares with the digest that the first one stored.
        for _ in 0..2 {
            bootstrap(ADMIN_PASSWORD).await;
            world.sign_in("admin", "my own password").await;
        }
        bootstrap("another password").await;
        world.sign_in("admin", "another password").await;
    });
}

#[test]
fn asvs_6_3_2_new_installation_has_no_user_and_no_default_password() {
    run(async {
        let world = database::World::new().await;
        let starter = FakeStarter::new(world.owner.clone());
        let router = world
            .api
            .http_router(starter as Arc<dyn RunStarter>, Arc::new(DatabaseOnly));
        let sign_in = async |username: &str, password: &str| {
            let body = json!({"username": username, "password": password}).to_string();
            let request = World::request(Method::POST, "", "/api/auth/login")
                .header("content-type", "application/json")
                .body(Body::from(body))
                .unwrap();
            TestResponse::read(router.clone().oneshot(request).await.unwrap()).await
        };
        let defaults = [
            ("admin", "admin"),
            ("admin", "password"),
            ("admin", "clipmeter"),
            ("clipmeter", "clipmeter"),
            ("postgres", "postgres"),
            ("root", "root"),
        ];
        assert_eq!(world.count("SELECT count(*) FROM users").await, 0);
        for (username, password) in defaults {
            let response = sign_in(username, password).await;
            response.refused(401, "invalid_credentials");
        }

        // The first admin gets a random password, which is shown once.
        let generated = world.api.bootstrap_admin(None).await.unwrap().unwrap();
        assert_eq!(world.count("SELECT count(*) FROM users").await, 1);
        for (username, password) in defaults {
            let response = sign_in(username, password).await;
            response.refused(401, "invalid_credentials");
        }
        sign_in("admin", generated.expose_secret()).await.ok();
    });
}

#[test]
fn current_user_shows_whether_content_of_all_groups_is_visible() {
    run(async {
        let world = World::new().await;
        for (visibility, of_member) in [("all", true), ("group", false)] {
            let settings = json!({"content_visibility": visibility, "cost": {"model": "none"}});
            world
                .put(&world.admin, "/api/admin/settings", settings)
                .await
                .ok();
            for (token, expected) in [(&world.member_a, of_member), (&world.admin, true)] {
                let me = world.get(token, "/api/auth/me").await.ok();
                assert_eq!(me["sees_all_content"], expected, "{visibility}");
            }
        }
    });
}
