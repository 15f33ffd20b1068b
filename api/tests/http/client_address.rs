//! Tests of the client address of a request.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Method;
use serde_json::json;

use crate::support::{ADMIN_PASSWORD, TestResponse, World, run};

const PROXY: &str = "10.0.0.1:4711";

async fn behind_a_proxy() -> World {
    World::configured(|config| config.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()]).await
}

/// Tries to sign in from this peer, with forwarding headers.
async fn sign_in(world: &World, peer: &str, forwarded: &str, name: &str, password: &str) -> TestResponse {
    let peer: SocketAddr = peer.parse().unwrap();
    let request = World::request(Method::POST, "", "/api/auth/login")
        .header("content-type", "application/json")
        .header("x-forwarded-for", forwarded)
        .extension(ConnectInfo(peer));
    let credentials = json!({"username": name, "password": password});
    world
        .send(request.body(Body::from(credentials.to_string())).unwrap())
        .await
}

#[test]
fn asvs_15_3_4_client_address_is_taken_only_from_trusted_proxy() {
    run(async {
        let world = behind_a_proxy().await;
        for (peer, forwarded, expected) in [
            (PROXY, "203.0.113.9", "203.0.113.9"),
            (PROXY, "1.2.3.4, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
            ("192.0.2.7:1", "203.0.113.9", "192.0.2.7"),
        ] {
            sign_in(&world, peer, forwarded, "ann", ADMIN_PASSWORD).await.ok();
            let log = world
                .get(
                    &world.admin,
                    "/api/admin/audit-log?action=auth.sign_in&per_page=1",
                )
                .await
                .ok();
            assert_eq!(log["entries"][0]["address"], expected, "{peer} {forwarded}");
        }
    });
}

#[test]
fn sign_in_throttles_names_and_addresses_but_admits_owner() {
    run(async {
        let world = behind_a_proxy().await;
        let slowed = async |tries: Vec<(String, String)>| {
            let mut slowed = 0;
            for (address, name) in tries {
                let response = sign_in(&world, PROXY, &address, &name, "wrong").await;
                slowed += u32::from(response.status == 429);
            }
            slowed
        };
        let client_ip = "192.0.2.1";
        sign_in(&world, PROXY, client_ip, "ann", ADMIN_PASSWORD)
            .await
            .ok();

        // One name from one address.
        let one = slowed((0..20).map(|_| ("203.0.113.1".into(), "ann".into())).collect()).await;
        assert!(one >= 10, "{one}");
        // One address, many names; a forged header has no effect.
        let names = slowed(
            (0..25)
                .map(|n| (format!("198.51.100.{n}, 203.0.113.2"), format!("name{n}")))
                .collect(),
        )
        .await;
        assert_eq!(names, 5);
        // One name, many addresses.
        let addresses = slowed(
            (0..25)
                .map(|n| (format!("198.51.100.{n}"), "ann".into()))
                .collect(),
        )
        .await;
        assert!(addresses >= 5, "{addresses}");

        // The owner of the name is not locked out: not at all on networks from which the owner has signed in, and elsewhere
        // only until the stated wait ends.
        sign_in(&world, PROXY, client_ip, "ann", ADMIN_PASSWORD)
            .await
            .ok();
        let away = "192.0.2.99";
        let response = sign_in(&world, PROXY, away, "ann", ADMIN_PASSWORD).await;
        response.refused(429, "too_many_attempts");
        let wait: u64 = response.header("retry-after").parse().unwrap();
        assert!(wait <= 20, "{wait}");
        world.clock.advance(Duration::from_secs(wait));
        sign_in(&world, PROXY, away, "ann", ADMIN_PASSWORD).await.ok();
    });
}

#[test]
fn asvs_3_4_1_hsts_header_is_sent_only_behind_tls() {
    run(async {
        let strict = async |world: &World, peer: &str, scheme: &str| {
            let peer: SocketAddr = peer.parse().unwrap();
            let request = World::request(Method::GET, "", "/api/auth/me")
                .header("x-forwarded-proto", scheme)
                .extension(ConnectInfo(peer));
            let response = world.send(request.body(Body::empty()).unwrap()).await;
            response.headers.get("strict-transport-security").cloned()
        };
        let proxied = behind_a_proxy().await;
        let header = strict(&proxied, PROXY, "https").await.unwrap();
        assert_eq!(header, "max-age=31536000");
        assert_eq!(strict(&proxied, PROXY, "http").await, None);
        assert_eq!(strict(&proxied, "192.0.2.7:1", "https").await, None);
        let tls = World::configured(|config| config.behind_tls = true).await;
        assert!(strict(&tls, "192.0.2.7:1", "http").await.is_some());
    });
}
