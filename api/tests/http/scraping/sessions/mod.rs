//! The pool of Instagram sessions.

mod add;
mod delete;
mod import;
mod list;
mod upload;

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::support::{TestResponse, World};

pub(super) const PATH: &str = "/api/scraping/sessions";

/// Adds sessions and returns the response.
async fn add(world: &World, sessions: &[&str]) -> Value {
    world
        .post(&world.admin, PATH, json!({"sessions": sessions}))
        .await
        .ok()
}

/// Sends a body unchanged.
async fn send(world: &World, path: &str, media_type: &str, body: impl Into<Body>) -> TestResponse {
    let request = World::request(Method::POST, &world.admin, path).header("content-type", media_type);
    world.send(request.body(body.into()).unwrap()).await
}

/// Returns all sessions in the order of the list.
async fn all(world: &World) -> Vec<String> {
    let response = world
        .get(&world.admin, &format!("{PATH}?per_page=100"))
        .await
        .ok();
    serde_json::from_value(response["sessions"].clone()).unwrap()
}

/// Returns the numbers in the response to an addition: added, duplicates, invalid, total.
fn counts(response: &Value) -> [u64; 4] {
    ["added", "duplicates", "invalid", "total"].map(|field| response[field].as_u64().unwrap())
}
