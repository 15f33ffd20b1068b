//! Tests of signing out, changing the own password, and registering.

use std::time::Duration;

use clipmeter_db::secrets::Key;
use clipmeter_runtime::Clock as _;
use http::Method;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::json;

use crate::support::{ADMIN_PASSWORD, World, run};

const NEW_PASSWORD: &str = "another long password";

#[test]
fn asvs_7_4_1_sign_out_ends_only_that_sign_in() {
    run(async {
        let world = World::new().await;
        let elsewhere = world.sign_in("ann", ADMIN_PASSWORD).await;
        let third = world.sign_in("ann", ADMIN_PASSWORD).await;
        for ended in [&elsewhere, &third] {
            world.poke(ended, "/api/auth/logout").await.ok();
            world
                .get(ended, "/api/auth/me")
                .await
                .refused(401, "unauthenticated");
            world
                .poke(ended, "/api/auth/logout")
                .await
                .refused(401, "unauthenticated");
            world.get(&world.member_a, "/api/auth/me").await.ok();
        }
        world.get(&world.member_b, "/api/auth/me").await.ok();
        let ended = "SELECT count(*) FROM ended_sign_ins";
        assert_eq!(world.count(ended).await, 2);

        // Expired rows are removed with the next one.
        world.clock.advance(Duration::from_hours(12 + 25));
        world
            .get(&elsewhere, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        let again = world.sign_in("ann", ADMIN_PASSWORD).await;
        world.poke(&again, "/api/auth/logout").await.ok();
        assert_eq!(world.count(ended).await, 1);
    });
}

#[test]
fn sign_out_without_named_sign_in_ends_all_tokens() {
    run(async {
        const KEY: [u8; 32] = [7; 32];
        let world = World::configured(|config| config.secrets.users = Key::new(KEY)).await;
        let me = world.get(&world.member_a, "/api/auth/me").await.ok();
        let users = world.get(&world.admin, "/api/admin/users").await.ok();
        let ann = &users["users"][1];
        assert_eq!(ann["username"], me["user"]["username"]);
        let now = world.clock.now().timestamp();
        let claims =
            json!({"aud": "clipmeter", "sub": ann["id"].to_string(), "ver": 0, "iat": now, "exp": now + 60});
        let key = EncodingKey::from_secret(&KEY);
        let old = jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &key).unwrap();
        world.get(&old, "/api/auth/me").await.ok();
        world.poke(&old, "/api/auth/logout").await.ok();
        for token in [&old, &world.member_a] {
            world
                .get(token, "/api/auth/me")
                .await
                .refused(401, "unauthenticated");
        }
        world.get(&world.member_b, "/api/auth/me").await.ok();
    });
}

#[test]
fn sign_out_everywhere_ends_only_tokens_of_that_user() {
    run(async {
        let world = World::new().await;
        let elsewhere = world.sign_in("ann", ADMIN_PASSWORD).await;
        world.poke(&elsewhere, "/api/auth/logout-everywhere").await.ok();
        for token in [&elsewhere, &world.member_a] {
            world
                .get(token, "/api/auth/me")
                .await
                .refused(401, "unauthenticated");
            world
                .poke(token, "/api/auth/logout")
                .await
                .refused(401, "unauthenticated");
        }
        world.get(&world.member_b, "/api/auth/me").await.ok();
        let again = world.sign_in("ann", ADMIN_PASSWORD).await;
        world.get(&again, "/api/auth/me").await.ok();
    });
}

#[test]
fn password_change_replaces_old_password_and_all_tokens() {
    run(async {
        let world = World::new().await;
        for token in [&world.admin, &world.member_a] {
            let change = json!({"current_password": ADMIN_PASSWORD, "new_password": NEW_PASSWORD});
            let response = world.post(token, "/api/auth/password", change).await;
            assert_eq!(response.header("cache-control"), "no-store");
            let response = response.ok();
            world
                .get(token, "/api/auth/me")
                .await
                .refused(401, "unauthenticated");
            let fresh = response["access_token"].as_str().unwrap();
            let me = world.get(fresh, "/api/auth/me").await.ok();
            assert_eq!(me["user"], response["user"]);
            let name = me["user"]["username"].as_str().unwrap();
            let old = json!({"username": name, "password": ADMIN_PASSWORD});
            world
                .post("", "/api/auth/login", old)
                .await
                .refused(401, "invalid_credentials");
            world.sign_in(name, NEW_PASSWORD).await;
        }
        world.get(&world.member_b, "/api/auth/me").await.ok();
    });
}

#[test]
fn asvs_6_2_1_password_change_requires_current_and_strong_password() {
    run(async {
        let world = World::new().await;
        let change = async |current: &str, new: &str| {
            let body = json!({"current_password": current, "new_password": new});
            world.post(&world.member_a, "/api/auth/password", body).await
        };
        for (new, reason) in [
            ("short", "at least 8"),
            ("qwertyuiop", "too common"),
            ("ann@example.com", "must differ from"),
        ] {
            let response = change(ADMIN_PASSWORD, new).await;
            response.refused(422, "invalid_request");
            assert!(response.error().contains(reason), "{response:?}");
        }
        change("wrong", NEW_PASSWORD).await.refused(422, "wrong_password");
        // A stolen token is no way to guess the password.
        let mut tries = 1;
        while change("wrong", NEW_PASSWORD).await.status == 422 {
            tries += 1;
            assert!(tries < 20, "sign-in attempts are not rate-limited");
        }
        change(ADMIN_PASSWORD, NEW_PASSWORD)
            .await
            .refused(429, "too_many_attempts");
        world.get(&world.member_a, "/api/auth/me").await.ok();
    });
}

#[test]
fn registration_is_disabled_unless_configured() {
    run(async {
        let world = World::new().await;
        let body = json!({"email": "eve@example.com", "password": NEW_PASSWORD, "company_name": "Eve Ltd"});
        world
            .post("", "/api/auth/register", body)
            .await
            .refused(403, "registration_disabled");
        assert_eq!(world.count("SELECT count(*) FROM users").await, 3);
    });
}

#[test]
fn asvs_15_3_3_registered_user_has_no_group_and_sees_nothing() {
    run(async {
        let world = World::configured(|config| config.registration = true).await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        world
            .add_item("instagram", "natgeo", "1", None, [Some(5); 4])
            .await;
        let body = json!({"email": "Eve@Example.com", "password": NEW_PASSWORD, "company_name": " Eve Ltd "});
        let made = world.post("", "/api/auth/register", body.clone()).await;
        assert_eq!(
            (made.status.as_u16(), made.header("cache-control")),
            (201, "no-store")
        );
        let made = made.ok();
        let user = &made["user"];
        assert_eq!(
            (&user["username"], &user["email"], &user["company_name"]),
            (
                &json!("eve@example.com"),
                &json!("Eve@Example.com"),
                &json!("Eve Ltd")
            )
        );
        assert_eq!(
            (&user["role"], &user["is_group_admin"], &user["group_id"]),
            (&json!("member"), &json!(false), &json!(null))
        );
        let token = made["access_token"].as_str().unwrap();
        let content = world.get(token, "/api/dashboard/all-instagram-posts").await;
        assert_eq!(content.ok()["total"], 0);
        let top = world.get(token, "/api/dashboard/top-performers").await.ok();
        assert_eq!((&top["instagram"], &top["tiktok"]), (&json!([]), &json!([])));
        let account = json!({"username": "nasa"});
        world
            .post(token, "/api/instagram/accounts", account)
            .await
            .refused(403, "access_denied");
        world.sign_in("EVE@example.com", NEW_PASSWORD).await;

        world
            .post("", "/api/auth/register", body)
            .await
            .refused(409, "user_exists");
        for (field, value) in [
            ("email", json!("eve")),
            ("email", json!("ann@example.com\u{0}")),
            ("password", json!("password1")),
            ("company_name", json!("x".repeat(101))),
            ("group_id", json!(1)),
            ("is_admin", json!(true)),
        ] {
            let mut body = json!({"email": "new@example.com", "password": NEW_PASSWORD});
            body[field] = value;
            world
                .post("", "/api/auth/register", body)
                .await
                .refused(422, "invalid_request");
        }
        let request = World::request(Method::POST, "", "/api/auth/register");
        let response = world.send(request.body(axum::body::Body::empty()).unwrap()).await;
        response.refused(415, "unsupported_media_type");
        assert_eq!(world.count("SELECT count(*) FROM users").await, 4);
    });
}
