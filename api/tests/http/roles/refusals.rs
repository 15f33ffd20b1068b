//! Tests of requests that are rejected before the role is checked.

use std::time::Duration;

use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::Method;
use serde_json::json;

use super::callers::{Callers, Role, bearer, request};
use super::openapi_document::operations;
use super::rows;
use super::table::{Body as RowBody, RequiredRole};
use crate::support::{ADMIN_PASSWORD, World, run};

#[test]
fn asvs_8_2_1_invalid_credentials_are_refused_by_every_operation() {
    run(async {
        let other = World::new().await;
        let callers = Callers::new().await;
        let good = callers.token(Role::Admin);
        let (head_and_body, _) = good.rsplit_once('.').unwrap();
        let (_, body) = head_and_body.split_once('.').unwrap();
        let unsigned = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"none"}"#);
        let bogus = [
            ("no token", bearer("x")),
            (
                "another scheme",
                format!("Basic {}", STANDARD.encode(format!("admin:{ADMIN_PASSWORD}"))),
            ),
            ("another installation's token", bearer(&other.admin)),
            ("without a signature", bearer(&format!("{unsigned}.{body}."))),
        ];
        let fixtures = callers.fixtures(Role::Admin).await;
        for (operation, row) in rows()
            .into_iter()
            .filter(|(_, row)| row.required_role != RequiredRole::Public)
        {
            for (what, authorization) in &bogus {
                let response = callers.call(authorization, operation, row, &fixtures, "").await;
                assert_eq!(response.status, 401, "{} with {what}: {response:?}", row.id);
                response.refused(401, "unauthenticated");
                assert_eq!(response.header("www-authenticate"), "Bearer");
                operation.assert_documented(&response);
            }
        }
        callers.world.clock.advance(Duration::from_hours(13));
        for (operation, row) in rows()
            .into_iter()
            .filter(|(_, row)| row.required_role != RequiredRole::Public)
        {
            callers
                .call(&bearer(good), operation, row, &fixtures, "")
                .await
                .refused(401, "unauthenticated");
        }
    });
}

/// The operations that a user may call who must change the password first.
const BEFORE_PASSWORD_CHANGE: [&str; 3] = ["logout", "logout_everywhere", "change_password"];

#[test]
fn required_password_change_blocks_every_other_operation() {
    run(async {
        let callers = Callers::new().await;
        sqlx::query("UPDATE users SET must_change_password = true WHERE username = 'admin'")
            .execute(&callers.world.owner)
            .await
            .unwrap();
        let token = bearer(callers.token(Role::Admin));
        let before = callers.fingerprint().await;
        for (operation, _) in rows()
            .into_iter()
            .filter(|(_, row)| row.required_role != RequiredRole::Public)
            .filter(|(_, row)| !BEFORE_PASSWORD_CHANGE.contains(&row.id))
        {
            // With unknown ids: the objects would have to be created by the same user.
            let path = operation
                .path
                .replace("{platform}", "instagram")
                .replace('{', "0")
                .replace('}', "");
            let request = World::request(operation.method.clone(), "", &path)
                .header("authorization", &token)
                .body(Body::empty());
            let response = callers.world.send(request.unwrap()).await;
            response.refused(403, "password_change_required");
            operation.assert_documented(&response);
        }
        assert_eq!(callers.fingerprint().await, before);
        let change = json!({"current_password": ADMIN_PASSWORD, "new_password": "another long password"});
        let changed = callers
            .world
            .post(callers.token(Role::Admin), "/api/auth/password", change)
            .await
            .ok();
        assert_eq!(changed["must_change_password"], json!(null));
        let fresh = changed["access_token"].as_str().unwrap();
        callers.world.get(fresh, "/api/admin/users").await.ok();
    });
}

#[test]
fn asvs_13_4_4_unsupported_methods_return_405() {
    run(async {
        let world = World::new().await;
        let operations = operations();
        for path in operations.iter().map(|operation| &operation.path) {
            let has = |method: &Method| {
                operations
                    .iter()
                    .any(|one| one.path == *path && one.method == *method)
            };
            for method in [
                Method::GET,
                Method::POST,
                Method::PUT,
                Method::PATCH,
                Method::DELETE,
                Method::TRACE,
                Method::OPTIONS,
            ] {
                // A placeholder may match the last segment of another path.
                let path = path.replace('{', "0").replace('}', "");
                if !has(&method) {
                    let request = World::request(method, &world.admin, &path)
                        .body(Body::empty())
                        .unwrap();
                    world.send(request).await.refused(405, "method_not_allowed");
                }
            }
        }
    });
}

#[test]
fn asvs_15_3_3_unknown_fields_and_parameters_are_refused() {
    run(async {
        let callers = Callers::new().await;
        let token = bearer(callers.token(Role::Admin));
        let before = callers.fingerprint().await;
        for (operation, _) in rows() {
            let path = operation
                .path
                .replace("{platform}", "instagram")
                .replace('{', "0")
                .replace('}', "");
            if operation.query.is_empty() {
                let unknown = World::request(operation.method.clone(), "", &format!("{path}?is_admin=true"))
                    .header("authorization", &token)
                    .body(Body::empty());
                let response = callers.world.send(unknown.unwrap()).await;
                response.refused(422, "invalid_request");
                operation.assert_documented(&response);
            }
            let path = if operation.has_body {
                path
            } else {
                path + "?is_admin=true"
            };
            if operation.has_body || !operation.query.is_empty() {
                let request = World::request(operation.method.clone(), "", &path)
                    .header("authorization", &token)
                    .header("content-type", "application/json")
                    .body(Body::from(json!({"is_admin": true}).to_string()));
                let response = callers.world.send(request.unwrap()).await;
                operation.assert_documented(&response);
                assert!(
                    [404, 415, 422].contains(&response.status.as_u16()),
                    "{}: {response:?}",
                    operation.id
                );
            }
        }
        assert_eq!(callers.fingerprint().await, before);
    });
}

/// Fields of rows that no operation accepts.
const UNASSIGNABLE: [&str; 8] = [
    "id",
    "user_id",
    "is_admin",
    "is_superuser",
    "token_version",
    "password_hash",
    "created_at",
    "__proto__",
];

#[test]
fn asvs_8_2_3_fields_that_no_caller_may_set_are_refused_beside_valid_ones() {
    run(async {
        let callers = Callers::new().await;
        let mut refused = 0;
        for (operation, row) in rows() {
            let RowBody::Json(make) = row.body else { continue };
            let fixtures = callers.fixtures(Role::Admin).await;
            let before = callers.fingerprint().await;
            for field in UNASSIGNABLE {
                let mut body = make(&fixtures);
                assert_eq!(body[field], json!(null), "{}: {field} is accepted", row.id);
                body[field] = json!(1);
                let valid = request(&bearer(callers.token(Role::Admin)), operation, row, &fixtures, "");
                let response = callers
                    .world
                    .send(valid.map(|_| Body::from(body.to_string())))
                    .await;
                response.refused(422, "invalid_request");
                refused += 1;
            }
            assert_eq!(callers.fingerprint().await, before, "{}", row.id);
        }
        assert!(refused > 20 * UNASSIGNABLE.len(), "{refused}");
    });
}
