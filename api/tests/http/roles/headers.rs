//! The headers of every response: of every operation, of errors, of the web app's page and of files.

use axum::body::Body;
use http::{Method, Request};

use super::callers::{Callers, Role};
use super::openapi_document::operations;
use crate::support::{TestResponse, World, run};

/// Headers that every response has, with their values.
const ALWAYS: [(&str, &str); 6] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Directives of every content security policy. Scripts, objects and workers fall back to `default-src`.
const DIRECTIVES: [&str; 4] = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action '",
    "frame-ancestors 'none'",
];

/// A response to each operation for an admin and for an anonymous caller, without a body and with unknown IDs, so that
/// most are errors; and to requests that are no operation.
async fn responses(callers: &Callers) -> Vec<(String, TestResponse)> {
    let world = &callers.world;
    let mut requests: Vec<(Method, String)> = operations()
        .iter()
        .map(|operation| {
            let path = operation.path.replace("{platform}", "instagram");
            (operation.method.clone(), path.replace('{', "0").replace('}', ""))
        })
        // The token is needed for all requests.
        .filter(|(_, path)| !path.starts_with("/api/auth/logout"))
        .collect();
    let others = [
        "/",
        "/login",
        "/api",
        "/api/nothing",
        "/api/instagram/accounts/x/posts",
        "/livez",
        "/readyz",
        "/api/docs",
        "/api/openapi.json",
        "/assets/index-00000000.js",
        "/robots.txt",
    ];
    requests.extend(others.map(|path| (Method::GET, path.to_owned())));
    requests.extend(
        [Method::TRACE, Method::OPTIONS, Method::PUT].map(|method| (method, "/api/groups".to_owned())),
    );
    let mut found = Vec::new();
    for (method, path) in requests {
        for role in [Role::Admin, Role::Anonymous] {
            let request = World::request(method.clone(), callers.token(role), &path);
            let response = world.send(request.body(Body::empty()).unwrap()).await;
            found.push((format!("{method} {path} by {role:?}"), response));
        }
    }
    let too_large: Request<Body> = World::request(Method::POST, &world.admin, "/api/groups")
        .header("content-type", "application/json")
        .body(Body::from(vec![b' '; 70_000]))
        .unwrap();
    found.push(("a body that is too large".to_owned(), world.send(too_large).await));
    world.execute("DROP VIEW content").await;
    let failed = world.get(&world.admin, "/api/dashboard/top-performers").await;
    found.push(("a failed statement".to_owned(), failed));
    found
}

#[test]
fn asvs_3_4_4_every_response_carries_security_headers() {
    run(async {
        let callers = Callers::new().await;
        let mut statuses = std::collections::BTreeSet::new();
        for (what, response) in responses(&callers).await {
            statuses.insert(response.status.as_u16());
            for (name, value) in ALWAYS {
                assert_eq!(response.header(name), value, "{what}");
            }
            let policy = response.header("content-security-policy");
            for directive in DIRECTIVES {
                assert!(policy.contains(directive), "{what}: {policy}");
            }
            for keyword in ["unsafe", "*", "http:", "https:"] {
                assert!(!policy.contains(keyword), "{what}: {policy}");
            }
            assert!(!response.header("x-request-id").is_empty(), "{what}");
            assert!(response.headers.contains_key("cache-control"), "{what}");
            // No cookie is set, and no response says what the server runs.
            for name in ["set-cookie", "server", "x-powered-by"] {
                assert!(!response.headers.contains_key(name), "{what}: {name}");
            }
            if !response.text.is_empty() {
                assert!(!response.header("content-type").is_empty(), "{what}");
            }
        }
        for status in [200, 401, 404, 405, 413, 415, 500] {
            assert!(statuses.contains(&status), "{status} is not among {statuses:?}");
        }
    });
}

#[test]
fn asvs_3_4_2_no_response_lets_another_origin_read_it() {
    run(async {
        let callers = Callers::new().await;
        let origins = ["https://attacker.example", "null", "http://localhost:5173"];
        for (origin, operation) in origins.iter().cycle().zip(operations()) {
            let path = operation.path.replace("{platform}", "instagram");
            let path = path.replace('{', "0").replace('}', "");
            let preflight = World::request(Method::OPTIONS, "", &path)
                .header("origin", *origin)
                .header("access-control-request-method", operation.method.as_str())
                .header("access-control-request-headers", "authorization,content-type");
            let preflight = callers.world.send(preflight.body(Body::empty()).unwrap()).await;
            assert_eq!(preflight.status, 405, "{}: {preflight:?}", operation.id);
            let call = World::request(operation.method.clone(), "", &path).header("origin", *origin);
            let call = callers.world.send(call.body(Body::empty()).unwrap()).await;
            for response in [&preflight, &call] {
                let names = response.headers.keys().map(http::HeaderName::as_str);
                let granted: Vec<_> = names.filter(|name| name.starts_with("access-control-")).collect();
                assert!(granted.is_empty(), "{}: {granted:?}", operation.id);
            }
        }
    });
}

#[test]
fn asvs_3_5_1_token_is_accepted_only_in_the_authorization_header() {
    run(async {
        let callers = Callers::new().await;
        let token = callers.token(Role::Admin);
        let places = [
            (
                "cookie",
                format!("clipmeter.session={token}; token={token}; Authorization=Bearer {token}"),
            ),
            ("x-authorization", format!("Bearer {token}")),
            ("proxy-authorization", format!("Bearer {token}")),
        ];
        for (name, value) in &places {
            let request = World::request(Method::GET, "", "/api/groups").header(*name, value);
            let response = callers.world.send(request.body(Body::empty()).unwrap()).await;
            response.refused(401, "unauthenticated");
        }
        for query in ["access_token", "token", "authorization"] {
            let path = format!("/api/groups?{query}={token}");
            let status = callers.world.get("", &path).await.status.as_u16();
            // An operation may reject the unknown parameter first.
            assert!([401, 422].contains(&status), "{query}: {status}");
        }
        callers.world.get(token, "/api/groups").await.ok();
    });
}
