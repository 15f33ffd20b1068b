//! An installation with two groups, their users, and some content.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use clipmeter_api::ApiConfig;
use clipmeter_api::control_plane::{DatabaseOnly, DesiredState, RunStarter};
use clipmeter_db::secrets::Secrets;
use clipmeter_embedded_postgres::TestDatabase;
use clipmeter_fixtures::counts;
use clipmeter_fixtures::database::{self, migrated};
use http::{Method, Request};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use tower::ServiceExt;

use super::{FakeStarter, TestResponse};

pub(crate) const ADMIN_PASSWORD: &str = "a long admin password";

/// Wait for runs: long enough for a fake scraper, and short enough for a test of one that hangs.
const RUN_WAIT: Duration = Duration::from_secs(1);

pub(crate) struct World {
    shared: database::World,
    pub(crate) router: Router,
    pub(crate) starter: Arc<FakeStarter>,
    /// Bearer tokens.
    pub(crate) admin: String,
    pub(crate) member_a: String,
    pub(crate) member_b: String,
    pub(crate) group_a: i64,
    pub(crate) group_b: i64,
}

impl Deref for World {
    type Target = database::World;

    fn deref(&self) -> &Self::Target {
        &self.shared
    }
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::configured(|_| {}).await
    }

    /// An installation that is not configured like the others.
    pub(crate) async fn configured(configure: impl FnOnce(&mut ApiConfig)) -> Self {
        Self::on(migrated().await, configure).await
    }

    /// An installation with its own database server.
    pub(crate) async fn on(database: TestDatabase, configure: impl FnOnce(&mut ApiConfig)) -> Self {
        Self::made(database, configure, Arc::new(DatabaseOnly)).await
    }

    /// Creates an installation with an external store of desired state.
    pub(crate) async fn with_desired_state(desired: Arc<dyn DesiredState>) -> Self {
        Self::made(migrated().await, |_| {}, desired).await
    }

    async fn made(
        database: TestDatabase,
        configure: impl FnOnce(&mut ApiConfig),
        desired: Arc<dyn DesiredState>,
    ) -> Self {
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let world = database::World::configured(database, now, |config| {
            config.run_wait = RUN_WAIT;
            // Each installation has its own keys.
            config.secrets = Secrets::generate().unwrap();
            configure(config);
        })
        .await;
        let starter = FakeStarter::new(world.owner.clone());
        starter.works_with(world.api.runs().clone());
        let router = world
            .api
            .http_router(Arc::clone(&starter) as Arc<dyn RunStarter>, desired);
        let password = Some(ADMIN_PASSWORD.into());
        world.api.bootstrap_admin(password).await.unwrap();
        let mut world = Self {
            shared: world,
            router,
            starter,
            admin: String::new(),
            member_a: String::new(),
            member_b: String::new(),
            group_a: 0,
            group_b: 0,
        };
        world.admin = world.sign_in("admin", ADMIN_PASSWORD).await;
        world.group_a = world.add_group("Group A").await;
        world.group_b = world.add_group("Group B").await;
        world.add_member("ann", world.group_a).await;
        world.add_member("bob", world.group_b).await;
        world.member_a = world.sign_in("ann", ADMIN_PASSWORD).await;
        world.member_b = world.sign_in("bob", ADMIN_PASSWORD).await;
        world
    }

    async fn add_group(&self, name: &str) -> i64 {
        self.post(&self.admin, "/api/groups", json!({"name": name}))
            .await
            .ok()["id"]
            .as_i64()
            .unwrap()
    }

    /// Creates a member of a group and returns the ID. All users have the admin's password.
    pub(crate) async fn add_member(&self, username: &str, group: i64) -> i64 {
        let body = json!({
            "username": username,
            "email": format!("{username}@example.com"),
            "full_name": format!("Member {username}"),
            "password": ADMIN_PASSWORD,
        });
        let made = self
            .post(&self.admin, &format!("/api/groups/{group}/users"), body)
            .await;
        made.ok()["user"]["id"].as_i64().unwrap()
    }

    pub(crate) async fn sign_in(&self, username: &str, password: &str) -> String {
        let response = self
            .post(
                "",
                "/api/auth/login",
                json!({"username": username, "password": password}),
            )
            .await;
        response.ok()["access_token"].as_str().unwrap().to_owned()
    }

    /// Creates an admin of a group and signs in.
    pub(crate) async fn group_admin(&self, username: &str, group: i64) -> String {
        self.add_member(username, group).await;
        sqlx::query("UPDATE users SET is_group_admin = true WHERE username = $1")
            .bind(username)
            .execute(&self.owner)
            .await
            .unwrap();
        self.sign_in(username, ADMIN_PASSWORD).await
    }

    /// Creates a share link of a group, valid for 30 days, and returns its ID and its token.
    pub(crate) async fn share_link(&self, token: &str, group: i64) -> (i64, String) {
        let body = json!({"group_id": group, "name": "Ann at Example Ltd", "expires_in_days": 30});
        let made = self.post(token, "/api/share-links", body).await.ok();
        (
            made["link"]["id"].as_i64().unwrap(),
            made["token"].as_str().unwrap().to_owned(),
        )
    }

    pub(crate) async fn get(&self, token: &str, path: &str) -> TestResponse {
        self.send_json(Method::GET, token, path, Value::Null).await
    }

    pub(crate) async fn delete(&self, token: &str, path: &str) -> TestResponse {
        self.send_json(Method::DELETE, token, path, Value::Null).await
    }

    pub(crate) async fn post(&self, token: &str, path: &str, body: Value) -> TestResponse {
        self.send_json(Method::POST, token, path, body).await
    }

    pub(crate) async fn put(&self, token: &str, path: &str, body: Value) -> TestResponse {
        self.send_json(Method::PUT, token, path, body).await
    }

    pub(crate) async fn patch(&self, token: &str, path: &str, body: Value) -> TestResponse {
        self.send_json(Method::PATCH, token, path, body).await
    }

    /// Sends no body if it is null.
    pub(crate) async fn send_json(
        &self,
        method: Method,
        token: &str,
        path: &str,
        body: Value,
    ) -> TestResponse {
        let request = Self::request(method, token, path);
        let request = if body.is_null() {
            request.body(Body::empty())
        } else {
            request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string()))
        };
        self.send(request.unwrap()).await
    }

    /// A POST without a body.
    pub(crate) async fn poke(&self, token: &str, path: &str) -> TestResponse {
        self.send_json(Method::POST, token, path, Value::Null).await
    }

    pub(crate) fn request(method: Method, token: &str, path: &str) -> http::request::Builder {
        let request = Request::builder().method(method).uri(path);
        if token.is_empty() {
            request
        } else {
            request.header("authorization", format!("Bearer {token}"))
        }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> TestResponse {
        TestResponse::read(self.router.clone().oneshot(request).await.unwrap()).await
    }

    /// Purges everything that was deleted, as if the time in which it can be restored had passed.
    pub(crate) async fn purge_deleted(&self) {
        self.execute("UPDATE tombstones SET purge_at = deleted_at").await;
        self.api.run_maintenance_once().await.unwrap();
    }

    /// Tracks an account and returns its id.
    pub(crate) async fn track(&self, token: &str, platform: &str, username: &str) -> i64 {
        let path = format!("/api/{platform}/accounts");
        self.post(token, &path, json!({"username": username})).await.ok()["id"]
            .as_i64()
            .unwrap()
    }

    /// Stores an item of an account. `numbers` are views, likes, comments and shares; each further count is one more than the count
    /// before.
    pub(crate) async fn add_item(
        &self,
        platform: &str,
        username: &str,
        external_id: &str,
        posted_at: Option<&str>,
        numbers: [Option<i64>; 4],
    ) -> i64 {
        let [views, likes, comments, shares] = numbers;
        let columns = counts::columns();
        let values = counts::list(|count| match counts::position(count) {
            nth @ 1..=4 => format!("${}", nth + 4),
            nth => format!("$8 + {}", nth - 4),
        });
        sqlx::query_scalar(AssertSqlSafe(format!(
            "INSERT INTO posts (platform, external_id, account_id, shortcode, url, caption, posted_at, {columns}, first_seen_at, updated_at)
             SELECT $1, $3, id, 'S' || $3, 'https://example.com/' || $3, 'Caption ' || $3, $4::text::timestamptz, {values}, created_at,
                    created_at
             FROM platform_accounts WHERE platform = $1 AND username = $2
             RETURNING id"
        )))
        .bind(platform)
        .bind(username)
        .bind(external_id)
        .bind(posted_at)
        .bind(views)
        .bind(likes)
        .bind(comments)
        .bind(shares)
        .fetch_one(&self.owner)
        .await
        .unwrap()
    }
}
