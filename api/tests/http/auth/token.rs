//! Tests of invalid and ended tokens.

use std::io::ErrorKind;
use std::net::TcpListener;
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

/// Asserts that every token is refused, and that one with the same header and claims and the right key is accepted.
async fn refuses(world: &World, attacks: &[(&str, String)]) {
    let control = signed(&Header::new(Algorithm::HS256), &claims(world).await, &KEY);
    world.get(&control, "/api/groups").await.ok();
    for (attack, token) in attacks {
        let response = world.get(token, "/api/groups").await;
        assert_eq!(response.status, 401, "{attack}: {response:?}");
        response.refused(401, "unauthenticated");
    }
}

/// Returns valid claims with another value of a field; null removes it.
fn with(claims: &Value, field: &str, value: Value) -> Value {
    let mut claims = claims.clone();
    if value.is_null() {
        claims.as_object_mut().unwrap().remove(field);
    } else {
        claims[field] = value;
    }
    claims
}

#[test]
fn asvs_9_1_1_token_with_another_key_or_no_signature_is_refused() {
    run(async {
        let world = world().await;
        let good = claims(&world).await;
        let hs256 = Header::new(Algorithm::HS256);
        let valid = signed(&hs256, &good, &KEY);
        let (head_and_body, signature) = valid.rsplit_once('.').unwrap();
        let other = signed(&hs256, &with(&good, "exp", json!(1)), &KEY);
        let (_, signature_of_other) = other.rsplit_once('.').unwrap();
        let attacks = [
            ("another key", signed(&hs256, &good, &[8; 32])),
            ("an empty key", signed(&hs256, &good, &[])),
            ("no signature", format!("{head_and_body}.")),
            ("no third part", head_and_body.to_owned()),
            ("a fourth part", format!("{valid}.{signature}")),
            (
                "half a signature",
                valid[..valid.len() - signature.len() / 2].to_owned(),
            ),
            (
                "the signature of another token",
                format!("{head_and_body}.{signature_of_other}"),
            ),
            // The API trims the token.
            ("an empty token", " ".to_owned()),
            ("two empty parts", ".".to_owned()),
            ("three empty parts", "..".to_owned()),
            ("parts that are not encoded", "a.b.c".to_owned()),
            ("the scheme", "Bearer".to_owned()),
            ("null", "null".to_owned()),
        ];
        refuses(&world, &attacks).await;
    });
}

#[test]
fn asvs_9_1_2_token_with_another_algorithm_is_refused() {
    run(async {
        let world = world().await;
        let good = claims(&world).await;
        let typed = |algorithm: &str| json!({"alg": algorithm, "typ": "JWT"});
        let attacks = [
            ("none", unsigned(&typed("none"), &good, "")),
            ("none, in other letters", unsigned(&typed("nOnE"), &good, "")),
            ("no algorithm", unsigned(&json!({"typ": "JWT"}), &good, "")),
            ("an unknown algorithm", unsigned(&typed("HS257"), &good, "AAAA")),
            ("another length", signed_with_hs512(&good, &KEY)),
            ("another family", unsigned(&typed("RS256"), &good, "AAAA")),
            ("elliptic curves", unsigned(&typed("ES256"), &good, "AAAA")),
            ("Edwards curves", unsigned(&typed("EdDSA"), &good, "AAAA")),
        ];
        refuses(&world, &attacks).await;
    });
}

#[test]
fn asvs_9_1_3_token_that_names_its_own_key_is_refused_and_nothing_is_fetched() {
    run(async {
        let world = world().await;
        let good = claims(&world).await;
        let keys = TcpListener::bind("127.0.0.1:0").unwrap();
        keys.set_nonblocking(true).unwrap();
        let url = format!("http://{}/keys.json", keys.local_addr().unwrap());
        let file = "../../../../dev/null";
        let attacker: &[u8] = &[8; 32];
        let header = |name: &str, value: Value| {
            let mut header = serde_json::to_value(Header::new(Algorithm::HS256)).unwrap();
            header[name] = value;
            serde_json::from_value::<Header>(header).unwrap()
        };
        let own_key = json!({"kty": "oct", "k": URL_SAFE_NO_PAD.encode(attacker)});
        let attacks = [
            (
                "a file as kid",
                signed(&header("kid", json!(file)), &good, attacker),
            ),
            (
                "an empty file as kid",
                signed(&header("kid", json!(file)), &good, &[]),
            ),
            (
                "SQL as kid",
                signed(&header("kid", json!("' OR 1=1 --")), &good, attacker),
            ),
            (
                "a URL as jku",
                signed(&header("jku", json!(url)), &good, attacker),
            ),
            (
                "a URL as x5u",
                signed(&header("x5u", json!(url)), &good, attacker),
            ),
            ("a key as jwk", signed(&header("jwk", own_key), &good, attacker)),
        ];
        refuses(&world, &attacks).await;
        assert_eq!(
            keys.accept().unwrap_err().kind(),
            ErrorKind::WouldBlock,
            "the API has connected to {url}"
        );
    });
}

#[test]
fn asvs_9_2_1_token_outside_its_lifetime_is_refused() {
    run(async {
        let world = world().await;
        let good = claims(&world).await;
        let now = world.clock.now().timestamp();
        let hs256 = Header::new(Algorithm::HS256);
        let with = |field: &str, value: Value| signed(&hs256, &with(&good, field, value), &KEY);
        let attacks = [
            ("expires now", with("exp", json!(now))),
            ("expired a second ago", with("exp", json!(now - 1))),
            ("expires before 1970", with("exp", json!(-1))),
            ("is valid for a year", with("exp", json!(now + 365 * 86_400))),
            ("begins in a second", with("nbf", json!(now + 1))),
            ("expires, as a text", with("exp", json!((now + 60).to_string()))),
            ("no expiry", with("exp", Value::Null)),
        ];
        refuses(&world, &attacks).await;
        for (field, value) in [("nbf", json!(now)), ("exp", json!(now + 1))] {
            world.get(&with(field, value), "/api/groups").await.ok();
        }
    });
}

#[test]
fn asvs_9_2_2_token_of_another_type_or_without_claims_is_refused() {
    run(async {
        let world = world().await;
        let good = claims(&world).await;
        let hs256 = Header::new(Algorithm::HS256);
        let of_type = |name: Option<&str>| {
            let mut header = Header::new(Algorithm::HS256);
            header.typ = name.map(str::to_owned);
            signed(&header, &good, &KEY)
        };
        let with = |field: &str, value: Value| signed(&hs256, &with(&good, field, value), &KEY);
        let attacks = [
            ("an access token of OAuth", of_type(Some("at+jwt"))),
            ("an event token", of_type(Some("secevent+jwt"))),
            ("an encrypted token", of_type(Some("JWE"))),
            ("no type", of_type(None)),
            ("another version", with("ver", json!(1))),
            ("a version as a text", with("ver", json!("0"))),
            ("an unknown user", with("sub", json!("999999"))),
            ("a name as the user", with("sub", json!("admin"))),
            ("a number as the user", with("sub", json!(1))),
            ("no version", with("ver", Value::Null)),
            ("no user", with("sub", Value::Null)),
            ("a sign-in that is no UUID", with("sid", json!("7"))),
            ("a number as sign-in", with("sid", json!(7))),
        ];
        refuses(&world, &attacks).await;
    });
}

#[test]
fn asvs_9_2_3_token_for_another_audience_is_refused() {
    run(async {
        let world = world().await;
        let good = claims(&world).await;
        let hs256 = Header::new(Algorithm::HS256);
        let to = |audience: Value| signed(&hs256, &with(&good, "aud", audience), &KEY);
        let attacks = [
            ("another service", to(json!("other"))),
            ("scrapers", to(json!("clipmeter-ingest"))),
            ("operators", to(json!("clipmeter-control"))),
            ("other letters", to(json!("CLIPMETER"))),
            ("an empty audience", to(json!(""))),
            ("no audience", to(Value::Null)),
        ];
        refuses(&world, &attacks).await;
    });
}

#[test]
fn asvs_9_1_1_token_with_one_flipped_bit_is_refused() {
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
fn asvs_7_4_2_token_revocation_of_user_leaves_other_users_signed_in() {
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
fn asvs_7_3_2_tokens_expire() {
    run(async {
        let world = World::new().await;
        world.clock.advance(Duration::from_secs(12 * 3600 - 1));
        world.get(&world.member_a, "/api/auth/me").await.ok();
        world.clock.advance(Duration::from_secs(1));
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
    });
}
