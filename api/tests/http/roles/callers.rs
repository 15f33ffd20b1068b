//! An installation with a caller of each role.

use std::cell::Cell;

use axum::body::Body as Content;
use http::Request;

use super::fixtures::Fixtures;
use super::openapi_document::Operation;
use super::table::{At, Body, Row};
use crate::support::{ADMIN_PASSWORD, TestResponse, World};

/// The role of the caller with respect to the objects of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Anonymous,
    /// Deactivated after signing in.
    Inactive,
    /// Belongs to no group.
    Groupless,
    /// Member of another group.
    OtherMember,
    Member,
    /// Member of a group in which only admins manage accounts.
    Reserved,
    /// Admin of that group.
    GroupAdmin,
    Admin,
    /// With a share link of the group of `Reserved`.
    Viewer,
}

impl Role {
    pub(super) const ALL: [Self; 9] = [
        Self::Anonymous,
        Self::Inactive,
        Self::Groupless,
        Self::OtherMember,
        Self::Member,
        Self::Reserved,
        Self::GroupAdmin,
        Self::Admin,
        Self::Viewer,
    ];
}

pub(super) struct Callers {
    pub(super) world: World,
    /// In the order of [`Role::ALL`].
    tokens: Vec<String>,
    reserved_group: i64,
    made: Cell<usize>,
}

impl Callers {
    pub(super) async fn new() -> Self {
        let world = World::new().await;
        let owner = &world.owner;
        let reserved_group: i64 = sqlx::query_scalar(
            "INSERT INTO groups (name, members_manage_accounts, created_at)
             SELECT 'Reserved', false, created_at FROM groups WHERE id = $1 RETURNING id",
        )
        .bind(world.group_a)
        .fetch_one(owner)
        .await
        .unwrap();
        sqlx::query("UPDATE groups SET max_instagram_accounts = 1000, max_tiktok_accounts = 1000, max_tiktok_videos = 1000")
            .execute(owner)
            .await
            .unwrap();
        for (name, group, is_group_admin) in [
            ("ina", Some(world.group_a), false),
            ("nil", None, false),
            ("rex", Some(reserved_group), false),
            ("gus", Some(reserved_group), true),
        ] {
            sqlx::query(
                "INSERT INTO users (username, group_id, is_group_admin, password_hash, created_at)
                 SELECT $1, $2, $3, password_hash, created_at FROM users WHERE username = 'admin'",
            )
            .bind(name)
            .bind(group)
            .bind(is_group_admin)
            .execute(owner)
            .await
            .unwrap();
        }
        let mut tokens = vec![String::new()];
        for name in ["ina", "nil", "bob", "ann", "rex", "gus", "admin"] {
            tokens.push(world.sign_in(name, ADMIN_PASSWORD).await);
        }
        sqlx::query("UPDATE users SET is_active = false WHERE username = 'ina'")
            .execute(owner)
            .await
            .unwrap();
        let (_, viewer) = world
            .share_link(&tokens[Role::Admin as usize], reserved_group)
            .await;
        // The first call stores that the link is used.
        world.get(&viewer, "/api/auth/me").await.ok();
        tokens.push(viewer);
        // So that members of other groups have their own accounts to scrape.
        Fixtures::new(&world, world.group_b, 0).await;
        Self {
            world,
            tokens,
            reserved_group,
            made: Cell::new(1),
        }
    }

    pub(super) fn token(&self, role: Role) -> &str {
        &self.tokens[role as usize]
    }

    /// Returns the group whose objects this role calls.
    pub(super) fn group(&self, role: Role) -> i64 {
        match role {
            Role::Reserved | Role::GroupAdmin | Role::Viewer => self.reserved_group,
            _ => self.world.group_a,
        }
    }

    /// Creates new objects for the call of this role.
    pub(super) async fn fixtures(&self, role: Role) -> Fixtures {
        let group = self.group(role);
        let n = self.made.replace(self.made.get() + 1);
        Fixtures::new(&self.world, group, n).await
    }

    /// Sends the call of a row. `query` begins with a question mark or is empty.
    pub(super) async fn call(
        &self,
        authorization: &str,
        operation: &Operation,
        row: &Row,
        fixtures: &Fixtures,
        query: &str,
    ) -> TestResponse {
        let request = request(authorization, operation, row, fixtures, query);
        self.world.send(request.map(Content::from)).await
    }

    /// Returns the number of rows and the newest transaction that wrote one, for each table except the audit log, which records
    /// refusals. Any changed row changes the result.
    pub(super) async fn fingerprint(&self) -> String {
        let tables: Vec<String> = sqlx::query_scalar(
            "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'audit_log' ORDER BY 1",
        )
        .fetch_all(&self.world.owner)
        .await
        .unwrap();
        let states = tables
            .iter()
            .map(|table| {
                format!("SELECT format('{table} %s %s', count(*), max(xmin::text::bigint)) AS state FROM \"{table}\"")
            })
            .collect::<Vec<_>>();
        let all = format!(
            "SELECT string_agg(state, ', ') FROM ({}) AS states",
            states.join(" UNION ALL ")
        );
        sqlx::query_scalar(sqlx::AssertSqlSafe(all))
            .fetch_one(&self.world.owner)
            .await
            .unwrap()
    }
}

/// Builds the request of a row. `query` begins with a question mark or is empty.
pub(super) fn request(
    authorization: &str,
    operation: &Operation,
    row: &Row,
    fixtures: &Fixtures,
    query: &str,
) -> Request<String> {
    let (start, rest) = operation.path.split_once('{').unwrap_or((&operation.path, "}"));
    let (_, end) = rest.split_once('}').unwrap();
    let at = match row.at {
        None => String::new(),
        Some(At::Fixed(text)) => text.to_owned(),
        Some(At::Owned(id) | At::Collected(id)) => id(fixtures),
    };
    let mut request = World::request(operation.method.clone(), "", &format!("{start}{at}{end}{query}"));
    if !authorization.is_empty() {
        request = request.header("authorization", authorization);
    }
    let (kind, content) = match row.body {
        Body::Nothing => return request.body(String::new()).unwrap(),
        Body::Json(make) => ("application/json", make(fixtures).to_string()),
        Body::Text(text) => ("text/plain", text.to_owned()),
        Body::File(text) => ("multipart/form-data; boundary=x", form(text)),
    };
    request.header("content-type", kind).body(content).unwrap()
}

fn form(text: &str) -> String {
    format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"sessions.txt\"\r\nContent-Type: text/plain\r\n\r\n{text}\r\n--x--\r\n"
    )
}

pub(super) fn bearer(token: &str) -> String {
    if token.is_empty() {
        String::new()
    } else {
        format!("Bearer {token}")
    }
}
