//! Rules that hold for every operation of the OpenAPI document, so that a new one cannot forget them.

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, World, run};

/// Needs no token.
const PUBLIC: [&str; 1] = ["login"];

/// Refuse members.
const ADMINS_ONLY: [&str; 19] = [
    "add_sessions",
    "admin_overview",
    "create_group",
    "delete_all_sessions",
    "delete_group",
    "delete_session",
    "import_sessions",
    "list_groups",
    "list_sessions",
    "platform_settings",
    "scraping_status",
    "set_intervals",
    "set_platform_settings",
    "toggle_group",
    "trigger_scrape",
    "update_group",
    "update_instagram_account",
    "update_tiktok_account",
    "upload_sessions",
];

struct Operation {
    id: String,
    method: Method,
    path: String,
    has_body: bool,
    has_json: bool,
    statuses: Vec<String>,
}

fn operations() -> Vec<Operation> {
    let document: Value = serde_json::from_str(include_str!("../../openapi.json")).unwrap();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations.push(Operation {
                id: operation["operationId"].as_str().unwrap().to_owned(),
                method: method.to_uppercase().parse().unwrap(),
                path: path
                    .replace("{id}", "1")
                    .replace("{index}", "1")
                    .replace("{platform}", "instagram"),
                has_body: operation.get("requestBody").is_some(),
                has_json: !operation["requestBody"]["content"]["application/json"].is_null(),
                statuses: operation["responses"]
                    .as_object()
                    .unwrap()
                    .keys()
                    .cloned()
                    .collect(),
            });
        }
    }
    assert!(operations.len() > 20);
    operations
}

async fn send(world: &World, token: &str, operation: &Operation, body: &Value) -> Answer {
    let mut request = World::request(operation.method.clone(), token, &operation.path);
    let mut content = Body::empty();
    if operation.has_json {
        request = request.header("content-type", "application/json");
        content = Body::from(body.to_string());
    }
    let answer = world.send(request.body(content).unwrap()).await;
    let status = answer.status.as_str().to_owned();
    assert!(
        operation.statuses.contains(&status),
        "{} does not document {status}: {answer:?}",
        operation.id
    );
    answer
}

#[test]
fn strangers_get_nowhere() {
    run(async {
        let world = World::new().await;
        let inactive = world.sign_in("ann", crate::support::ADMIN_PASSWORD).await;
        sqlx::query("UPDATE users SET is_active = false WHERE username = 'ann'")
            .execute(&world.owner)
            .await
            .unwrap();
        for operation in operations()
            .iter()
            .filter(|operation| !PUBLIC.contains(&operation.id.as_str()))
        {
            for token in ["", "x", inactive.as_str()] {
                send(&world, token, operation, &json!({}))
                    .await
                    .refused(401, "unauthenticated");
            }
        }
    });
}

#[test]
fn members_are_refused_where_only_admins_may() {
    run(async {
        let world = World::new().await;
        for operation in operations() {
            let answer = send(&world, &world.member_a, &operation, &json!({"nonsense": true})).await;
            assert_eq!(
                answer.status == 403,
                ADMINS_ONLY.contains(&operation.id.as_str()),
                "{}: {answer:?}",
                operation.id
            );
        }
    });
}

#[test]
fn unknown_fields_and_parameters_are_refused() {
    run(async {
        let world = World::new().await;
        for mut operation in operations() {
            if operation.has_json {
                let body = json!({"is_admin": true});
                send(&world, &world.admin, &operation, &body)
                    .await
                    .refused(422, "invalid_request");
            }
            if operation.statuses.iter().any(|status| status == "422") && !operation.has_body {
                operation.path += "?is_admin=true";
                send(&world, &world.admin, &operation, &json!({}))
                    .await
                    .refused(422, "invalid_request");
            }
        }
        assert_eq!(world.count("SELECT count(*) FROM groups").await, 2);
    });
}
