//! The example platform from end to end: the simulator, the scraper, the API with PostgreSQL, the numbers over HTTP. The platform
//! is in no shipped program; docs/dev/add-a-platform.md explains its files.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod scrapers;

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use clipmeter_api::control_plane::{DatabaseOnly, RunStarter};
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{Simulator, SimulatorConfig};
use http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use self::scrapers::InProcessScrapers;

const PASSWORD: &str = "a long admin password";

/// The API as a browser sees it.
struct Client {
    router: Router,
    token: String,
}

impl Client {
    async fn sign_in(router: Router) -> Self {
        let token = String::new();
        let mut client = Self { router, token };
        let credentials = json!({"username": "admin", "password": PASSWORD});
        let signed_in = client.ok(Method::POST, "/api/auth/login", credentials).await;
        signed_in["access_token"]
            .as_str()
            .unwrap()
            .clone_into(&mut client.token);
        client
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        let mut request = Request::builder().method(method).uri(path);
        if !self.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", self.token));
        }
        let body = if body.is_null() {
            Body::empty()
        } else {
            request = request.header("content-type", "application/json");
            Body::from(body.to_string())
        };
        let response = self.router.clone().oneshot(request.body(body).unwrap()).await;
        let response = response.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }

    async fn ok(&self, method: Method, path: &str, body: Value) -> Value {
        let (status, body) = self.send(method, path, body).await;
        assert!(status.is_success(), "{path}: {status} {body}");
        body
    }

    async fn get(&self, path: &str) -> Value {
        self.ok(Method::GET, path, Value::Null).await
    }
}

async fn installation() -> (Arc<World>, Simulator, Client) {
    let world = Arc::new(World::new().await);
    let simulator = Simulator::start(SimulatorConfig::default()).await.unwrap();
    let scrapers = InProcessScrapers::start(&world, simulator.url()).await;
    let router = world
        .api
        .http_router(Arc::new(scrapers) as Arc<dyn RunStarter>, Arc::new(DatabaseOnly));
    let password = Some(PASSWORD.into());
    world.api.bootstrap_admin(password).await.unwrap();
    let client = Client::sign_in(router).await;
    client
        .ok(Method::POST, "/api/groups", json!({"name": "Acme"}))
        .await;
    (world, simulator, client)
}

#[tokio::test]
async fn counts_of_third_platform_are_visible_over_http() {
    let (_world, simulator, client) = installation().await;
    let address = json!({"username": "https://www.loopreel.example/@Waves?from=share"});
    let account = client.ok(Method::POST, "/api/loopreel/accounts", address).await;
    let path = format!("/api/loopreel/accounts/{}", account["id"]);
    let refreshed = client
        .ok(Method::POST, &format!("{path}/refresh?wait=300"), Value::Null)
        .await;
    assert_eq!(
        (&refreshed["status"], &refreshed["videos_processed"]),
        (&json!("completed"), &json!(3)),
        "{refreshed}"
    );

    let accounts = client.get("/api/loopreel/accounts").await;
    let [account] = accounts["accounts"].as_array().unwrap().as_slice() else {
        panic!("{accounts}");
    };
    assert_eq!(
        [&account["username"], &account["video_count"], &account["status"]],
        [&json!("waves"), &json!(3), &json!("ok")]
    );

    // As the simulator serves them, newest first.
    let videos = client.get(&format!("{path}/videos")).await;
    let counts = |field: &str| -> Vec<i64> {
        let videos = videos["videos"].as_array().unwrap().iter();
        videos.map(|video| video[field].as_i64().unwrap()).collect()
    };
    assert_eq!(counts("views"), [3_000, 2_000, 1_000]);
    assert_eq!(counts("likes"), [300, 200, 100]);
    assert_eq!(counts("comments"), [30, 20, 10]);
    assert_eq!(counts("shares"), [3, 2, 1]);
    assert_eq!(
        videos["videos"][0]["url"],
        "https://www.loopreel.example/v/1000003"
    );
    // 110 interactions for 1000 views.
    assert_eq!(videos["videos"][0]["engagement_rate"], 11.0);

    let table = client.get("/api/dashboard/all-loopreel-videos?sort=views").await;
    assert_eq!(
        (&table["total"], &table["videos"][0]["views"]),
        (&json!(3), &json!(3_000))
    );
    let others = client.get("/api/dashboard/all-tiktok-videos").await;
    assert_eq!(others["total"], 0);
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn missing_account_of_third_platform_has_its_outcome() {
    let (_world, simulator, client) = installation().await;
    let name = json!({"username": "nobody"});
    let account = client.ok(Method::POST, "/api/loopreel/accounts", name).await;
    let path = format!("/api/loopreel/accounts/{}/refresh", account["id"]);
    let (status, body) = client.send(Method::POST, &path, Value::Null).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::NOT_FOUND, &json!("not_found")),
        "{body}"
    );
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn limit_and_interval_of_third_platform_are_those_of_its_descriptor() {
    let (world, simulator, client) = installation().await;
    let descriptor = Platform::Loopreel.descriptor();
    for number in 0..descriptor.default_max_accounts {
        let name = json!({"username": format!("account{number}")});
        client.ok(Method::POST, "/api/loopreel/accounts", name).await;
    }
    let one_more = json!({"username": "one_more"});
    let (status, body) = client
        .send(Method::POST, "/api/loopreel/accounts", one_more.clone())
        .await;
    assert_eq!(status, StatusCode::CONFLICT, "{body}");
    let message = body["error"].as_str().unwrap();
    assert!(
        message.starts_with("Limit reached: 10 Loopreel accounts."),
        "{message}"
    );
    // Each platform has its own limit.
    client.ok(Method::POST, "/api/tiktok/accounts", one_more).await;

    let interval = world
        .count("SELECT scrape_interval('loopreel', NULL, g, s)::bigint FROM groups g, settings s")
        .await;
    assert_eq!(interval, i64::from(descriptor.default_interval_minutes));
    simulator.stop().await.unwrap();
}

#[test]
fn third_platform_has_resource_definition() {
    let kind = Platform::Loopreel.descriptor().account_resource;
    let definitions = clipmeter_crds::definitions().unwrap();
    assert!(
        definitions
            .iter()
            .any(|definition| definition.spec.names.kind == kind)
    );
}
