//! Tests of properties that all responses share.

mod poll;

use axum::body::Body;
use http::{Method, Request};
use serde_json::json;

use crate::support::{World, run};

#[test]
fn unknown_path_or_method_returns_json_error() {
    run(async {
        let world = World::new().await;
        for path in [
            "/api",
            "/api/",
            "/api/nothing",
            "/api/auth",
            "/api/instagram/accounts/1/2/3",
        ] {
            world.get(&world.admin, path).await.refused(404, "not_found");
        }
        for id in ["x", "1.5", "99999999999999999999", "-", "%00"] {
            world
                .get(&world.admin, &format!("/api/instagram/accounts/{id}/posts"))
                .await
                .refused(404, "not_found");
        }
        for method in [Method::PUT, Method::PATCH, Method::DELETE, Method::TRACE] {
            let request = World::request(method, &world.admin, "/api/groups")
                .body(Body::empty())
                .unwrap();
            world.send(request).await.refused(405, "method_not_allowed");
        }
    });
}

#[test]
fn invalid_body_returns_json_error() {
    run(async {
        let world = World::new().await;
        let send = async |content_type: Option<&str>, body: Vec<u8>| {
            let mut request = World::request(Method::POST, &world.admin, "/api/groups");
            if let Some(content_type) = content_type {
                request = request.header("content-type", content_type);
            }
            world.send(request.body(Body::from(body)).unwrap()).await
        };
        let json = Some("application/json");
        send(json, b"{".to_vec()).await.refused(400, "malformed_json");
        send(json, vec![]).await.refused(400, "malformed_json");
        send(json, vec![0xff, 0xfe]).await.refused(400, "malformed_json");
        send(json, vec![b'['; 10_000])
            .await
            .refused(422, "invalid_request");
        send(json, b"{\"name\":\"x\"} trailing".to_vec())
            .await
            .refused(400, "malformed_json");
        send(None, b"{\"name\":\"x\"}".to_vec())
            .await
            .refused(415, "unsupported_media_type");
        send(Some("text/plain"), b"{\"name\":\"x\"}".to_vec())
            .await
            .refused(415, "unsupported_media_type");
        send(json, vec![b' '; 70_000])
            .await
            .refused(413, "payload_too_large");
        let response = send(json, json!({"name": "x", "colour": "red"}).to_string().into()).await;
        response.refused(422, "invalid_request");
        assert!(response.error().contains("colour"), "{response:?}");
    });
}

#[test]
fn optional_body_is_read_or_refused_but_never_ignored() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        let other_group = json!({"group_id": world.group_b}).to_string();
        let json = Some("application/json");
        for (content_type, body, status, code) in [
            (None, "", 200, None),
            (json, "", 200, None),
            (json, "null", 200, None),
            (json, "{}", 200, None),
            (json, other_group.as_str(), 400, Some("no_accounts")),
            (None, other_group.as_str(), 415, Some("unsupported_media_type")),
            (
                Some("text/plain"),
                other_group.as_str(),
                415,
                Some("unsupported_media_type"),
            ),
            (json, "{", 400, Some("malformed_json")),
        ] {
            let path = "/api/instagram/scrape-all";
            let mut request = World::request(Method::POST, &world.admin, path);
            if let Some(content_type) = content_type {
                request = request.header("content-type", content_type);
            }
            let response = world
                .send(request.body(Body::from(body.to_owned())).unwrap())
                .await;
            assert_eq!(
                (response.status.as_u16(), response.json["code"].as_str()),
                (status, code),
                "{content_type:?} {body}: {response:?}"
            );
        }
    });
}

#[test]
fn asvs_14_3_2_data_of_the_signed_in_user_is_not_cached() {
    run(async {
        let world = World::new().await;
        let credentials = json!({"username": "ann", "password": crate::support::ADMIN_PASSWORD});
        let signed_in = world.post("", "/api/auth/login", credentials).await;
        assert_eq!(signed_in.header("cache-control"), "no-store");
        for path in [
            "/api/auth/me",
            "/api/admin/users",
            "/api/admin/audit-log",
            "/api/none",
            "/",
        ] {
            let response = world.get(&world.admin, path).await;
            assert_eq!(response.header("cache-control"), "no-store", "{path}");
        }
    });
}

#[test]
fn poll_without_changes_returns_304_without_body() {
    run(async {
        let world = World::new().await;
        let path = "/api/instagram/accounts";
        let first = world.get(&world.member_a, path).await;
        let tag = first.header("etag").to_owned();
        assert_eq!(first.header("cache-control"), "private, no-cache");
        let poll = async |token: &str| {
            let request = World::request(Method::GET, token, path).header("if-none-match", &tag);
            world.send(request.body(Body::empty()).unwrap()).await
        };
        let unchanged = poll(&world.member_a).await;
        assert_eq!((unchanged.status.as_u16(), unchanged.text.as_str()), (304, ""));
        poll("").await.refused(401, "unauthenticated");
        world.track(&world.member_a, "instagram", "natgeo").await;
        let changed = poll(&world.member_a).await;
        assert_eq!(changed.status, 200);
        assert_ne!(changed.header("etag"), tag);
    });
}

#[test]
fn responses_are_compressed_if_client_accepts_it() {
    run(async {
        let world = World::new().await;
        for n in 0..10 {
            world
                .track(&world.member_a, "tiktok", &format!("account{n}"))
                .await;
        }
        for encoding in ["br", "gzip"] {
            let request = World::request(Method::GET, &world.member_a, "/api/tiktok/accounts")
                .header("accept-encoding", encoding);
            let response = world.send(request.body(Body::empty()).unwrap()).await;
            assert_eq!(
                (response.status.as_u16(), response.header("content-encoding")),
                (200, encoding)
            );
        }
    });
}

#[test]
fn probes_succeed_while_database_is_unavailable() {
    run(async {
        let world = World::new().await;
        assert_eq!(world.get("", "/livez").await.status, 204);
        assert_eq!(world.get("", "/readyz").await.status, 204);
        world.api.close().await;
        assert_eq!(world.get("", "/livez").await.status, 204);
        assert_eq!(world.get("", "/readyz").await.status, 204);
        let response = world.get(&world.admin, "/api/groups").await;
        response.refused(503, "unavailable");
        assert!(!response.header("retry-after").is_empty());
        assert!(!response.text.to_lowercase().contains("pool"), "{response:?}");
    });
}

#[test]
fn asvs_16_5_1_database_error_returns_500_without_details() {
    run(async {
        let world = World::new().await;
        world.execute("DROP VIEW content").await;
        let response = world.get(&world.admin, "/api/dashboard/top-performers").await;
        response.refused(500, "internal");
        assert_eq!(response.error(), "Server error. Please try again later.");
        assert!(!response.header("x-request-id").is_empty());
    });
}

#[test]
fn web_app_page_is_served_at_every_other_path() {
    run(async {
        let world = World::new().await;
        for path in ["/", "/login", "/all-data", "/admin/groups"] {
            let response = world.get("", path).await;
            assert_eq!(response.status, 200, "{path}");
            assert!(response.header("content-type").starts_with("text/html"), "{path}");
            assert!(response.text.contains("Clipmeter"), "{path}");
        }
        world
            .get("", "/assets/index-00000000.js")
            .await
            .refused(404, "not_found");
        let post = Request::builder()
            .method(Method::POST)
            .uri("/")
            .body(Body::empty())
            .unwrap();
        assert_eq!(world.send(post).await.status, 405);
    });
}

#[cfg(web_app)]
#[test]
fn web_app_files_are_cached_but_page_is_not() {
    run(async {
        let world = World::new().await;
        let page = world.get("", "/").await;
        assert_eq!(page.header("cache-control"), "no-store");
        let (_, rest) = page.text.split_once("src=\"/assets/").unwrap();
        let script = format!("/assets/{}", rest.split('"').next().unwrap());
        let file = world.get("", &script).await;
        assert_eq!(file.status, 200, "{script}");
        assert!(file.header("content-type").contains("javascript"), "{script}");
        assert!(file.header("cache-control").contains("immutable"), "{script}");
    });
}

#[cfg(web_app)]
#[test]
fn asvs_3_4_3_web_app_page_has_new_nonce_in_each_response() {
    run(async {
        let world = World::new().await;
        let mut nonces = std::collections::BTreeSet::new();
        for path in ["/", "/index.html", "/login", "/all-data", "/"] {
            let page = world.get("", path).await;
            let policy = page.header("content-security-policy");
            let (_, rest) = policy.split_once("style-src 'self' 'nonce-").unwrap();
            let (nonce, _) = rest.split_once('\'').unwrap();
            let meta = format!("<meta property=\"csp-nonce\" nonce=\"{nonce}\"");
            assert!(page.text.contains(&meta), "{path}: {}", page.text);
            assert!(!page.text.contains("__CSP_NONCE__"), "{path}");
            assert!(!page.headers.contains_key("etag"), "{path}");
            nonces.insert(nonce.to_owned());
        }
        assert_eq!(nonces.len(), 5);
    });
}
