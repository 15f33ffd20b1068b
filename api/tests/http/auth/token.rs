//! Tests of invalid and ended tokens.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clipmeter_db::secrets::Key;
use clipmeter_runtime::Clock;
use hmac::{Hmac, KeyInit as _, Mac as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use sha2::Sha512;

use crate::support::{ADMIN_PASSWORD, World, run};

/// The key that signs the tokens of the installation under attack.
const KEY: [u8; 32] = [7; 32];

async fn world() -> World {
    World::configured(|config| config.secrets.users = Key::new(KEY)).await
}

/// Returns the claims of a valid token of the admin.
async fn claims(world: &World) -> Value {
    let me = world.get(&world.admin, "/api/auth/me").await.ok();
    let now = world.clock.now().timestamp();
    json!({
        "aud": "clipmeter", "sub": me["user"]["id"].to_string(), "ver": 0, "iat": now, "exp": now + 60,
    })
}

fn signed(header: &Header, claims: &Value, key: &[u8]) -> String {
    jsonwebtoken::encode(header, claims, &EncodingKey::from_secret(key)).unwrap()
}

/// Returns a token with a valid HS512 signature, which the program does not accept.
fn signed_with_hs512(claims: &Value, key: &[u8]) -> String {
    let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    let header = json!({"alg": "HS512", "typ": "JWT"}).to_string();
    let message = format!(
        "{}.{}",
        part(header.as_bytes()),
        part(claims.to_string().as_bytes())
    );
    let mac = Hmac::<Sha512>::new_from_slice(key)
        .unwrap()
        .chain_update(&message);
    format!("{message}.{}", part(&mac.finalize().into_bytes()))
}

fn unsigned(header: &Value, claims: &Value, signature: &str) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.{signature}", part(header), part(claims))
}

#[test]
fn forged_tokens_are_refused() {
    run(async {
        let world = world().await;
        let good = claims(&world).await;
        let hs256 = Header::new(Algorithm::HS256);
        let control = signed(&hs256, &good, &KEY);
        world.get(&control, "/api/groups").await.ok();

        let with = |field: &str, value: Value| {
            let mut claims = good.clone();
            claims[field] = value;
            signed(&hs256, &claims, &KEY)
        };
        let without = |field: &str| {
            let mut claims = good.clone();
            claims.as_object_mut().unwrap().remove(field);
            signed(&hs256, &claims, &KEY)
        };
        let mut other_place = Header::new(Algorithm::HS256);
        other_place.kid = Some("../../../../dev/null".to_owned());
        other_place.jku = Some("https://attacker.example/keys.json".to_owned());
        let now = world.clock.now().timestamp();
        let attacks = [
            ("no algorithm", unsigned(&json!({"alg": "none"}), &good, "")),
            (
                "none, in other letters",
                unsigned(&json!({"alg": "nOnE"}), &good, ""),
            ),
            ("no signature", unsigned(&json!({"alg": "HS256"}), &good, "")),
            ("another algorithm", signed_with_hs512(&good, &KEY)),
            (
                "another family",
                unsigned(&json!({"alg": "RS256"}), &good, "AAAA"),
            ),
            ("another key", signed(&hs256, &good, &[8; 32])),
            ("an empty key", signed(&hs256, &good, &[])),
            (
                "a key of the attacker's choice",
                signed(&other_place, &good, &[8; 32]),
            ),
            ("an empty file as the key", signed(&other_place, &good, &[])),
            ("expired", with("exp", json!(now))),
            ("not yet good", with("nbf", json!(now + 60))),
            ("another audience", with("aud", json!("other"))),
            ("another version", with("ver", json!(1))),
            ("nobody", with("sub", json!("999999"))),
            ("no number", with("sub", json!("admin"))),
            ("no expiry", without("exp")),
            ("no audience", without("aud")),
            ("no version", without("ver")),
            ("no user", without("sub")),
        ];
        for (attack, token) in &attacks {
            let response = world.get(token, "/api/groups").await;
            assert_eq!(response.status, 401, "{attack}: {response:?}");
            response.refused(401, "unauthenticated");
        }
    });
}

#[test]
fn token_with_one_flipped_bit_is_refused() {
    run(async {
        let world = world().await;
        let token = world.admin.clone();
        for (part, text) in token.split('.').enumerate() {
            let bytes = URL_SAFE_NO_PAD.decode(text).unwrap();
            // The first, a middle and the last byte: the others are no different.
            for place in [0, bytes.len() / 2, bytes.len() - 1] {
                let mut bytes = bytes.clone();
                bytes[place] ^= 1;
                let mut parts: Vec<_> = token.split('.').map(str::to_owned).collect();
                parts[part] = URL_SAFE_NO_PAD.encode(bytes);
                world
                    .get(&parts.join("."), "/api/groups")
                    .await
                    .refused(401, "unauthenticated");
            }
        }
        world.get(&token, "/api/groups").await.ok();
    });
}

#[test]
fn token_revocation_of_user_leaves_other_users_signed_in() {
    run(async {
        let world = World::new().await;
        let users = world.get(&world.admin, "/api/admin/users").await.ok();
        let ann = &users["users"][1]["id"];
        let user = format!("/api/admin/users/{ann}");
        let change = |from: &str, to: &str| json!({"current_password": from, "new_password": to});
        let group_off = "UPDATE groups SET is_active = false WHERE name = 'Group A'";
        for end in [
            "logout everywhere",
            "change",
            "deactivate",
            "switch group off",
            "reset",
            "delete",
        ] {
            let tokens = [
                world.sign_in("ann", ADMIN_PASSWORD).await,
                world.sign_in("ann", ADMIN_PASSWORD).await,
            ];
            world.get(&tokens[0], "/api/auth/me").await.ok();
            match end {
                "logout everywhere" => world.poke(&tokens[0], "/api/auth/logout-everywhere").await.ok(),
                "change" => {
                    let there = change(ADMIN_PASSWORD, "another long password");
                    let changed = world.post(&tokens[0], "/api/auth/password", there).await.ok();
                    let fresh = changed["access_token"].as_str().unwrap();
                    let back = change("another long password", ADMIN_PASSWORD);
                    world.post(fresh, "/api/auth/password", back).await.ok()
                }
                "deactivate" => {
                    let toggle = format!("{user}/toggle-status");
                    world.poke(&world.admin, &toggle).await.ok();
                    world.poke(&world.admin, &toggle).await.ok()
                }
                "reset" => {
                    let response = world.poke(&world.admin, &format!("{user}/reset-password")).await;
                    let password = response.ok()["password"].as_str().unwrap().to_owned();
                    let fresh = world.sign_in("ann", &password).await;
                    let back = change(&password, ADMIN_PASSWORD);
                    world.post(&fresh, "/api/auth/password", back).await.ok()
                }
                "delete" => world.delete(&world.admin, &user).await.ok(),
                _ => {
                    world.execute(group_off).await;
                    world.execute("UPDATE groups SET is_active = true").await;
                    Value::Null
                }
            };
            for token in &tokens {
                let response = world.get(token, "/api/auth/me").await;
                assert_eq!(response.status, 401, "{end}: {response:?}");
            }
            world.get(&world.member_b, "/api/auth/me").await.ok();
        }
    });
}

#[test]
fn tokens_expire_and_can_be_revoked() {
    run(async {
        let world = World::new().await;
        world.clock.advance(Duration::from_secs(12 * 3600 - 1));
        world.get(&world.member_a, "/api/auth/me").await.ok();
        world.clock.advance(Duration::from_secs(1));
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");

        let fresh = world.sign_in("bob", ADMIN_PASSWORD).await;
        world
            .execute("UPDATE users SET token_version = token_version + 1 WHERE username = 'bob'")
            .await;
        world
            .get(&fresh, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        world.execute("DELETE FROM users WHERE username = 'bob'").await;
        world
            .get(&fresh, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
    });
}

#[test]
fn token_of_other_installation_or_scheme_is_refused() {
    run(async {
        let world = World::new().await;
        let claims = json!({"aud": "clipmeter", "sub": "1", "ver": 0, "iat": 1, "exp": world.clock.now().timestamp() + 60});
        let key = EncodingKey::from_secret(&[0; 32]);
        let forged = jsonwebtoken::encode(&Header::default(), &claims, &key).unwrap();
        let (head, signature) = world.admin.rsplit_once('.').unwrap();
        for token in [
            forged.as_str(),
            &format!("{head}."),
            &format!("{head}.A{}", &signature[1..]),
            "x",
            "null",
        ] {
            if token != world.admin {
                world
                    .get(token, "/api/groups")
                    .await
                    .refused(401, "unauthenticated");
            }
        }
        let basic = World::request(http::Method::GET, "", "/api/groups")
            .header("authorization", "Basic YWRtaW46eA==");
        let response = world.send(basic.body(axum::body::Body::empty()).unwrap()).await;
        response.refused(401, "unauthenticated");
        assert_eq!(response.header("www-authenticate"), "Bearer");
    });
}
