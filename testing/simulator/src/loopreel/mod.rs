//! Loopreel, the example of docs/dev/add-a-platform.md: a fixed world behind one JSON endpoint.

use std::sync::Arc;

use axum::{Json, Router, extract::Path, http::StatusCode, routing::get};
use serde_json::{Value, json};

use crate::platforms::Platforms;

/// Names of the accounts, and how many videos each has.
const ACCOUNTS: [(&str, i64); 2] = [("waves", 3), ("silent", 0)];

/// 2023-07-22T04:26:40Z, when the first video was posted; the others follow daily.
const FIRST_POSTED: i64 = 1_690_000_000;

const DAY: i64 = 24 * 60 * 60;

pub(crate) fn router() -> Router<Arc<Platforms>> {
    Router::new().route("/api/users/{username}", get(user))
}

async fn user(Path(username): Path<String>) -> Result<Json<Value>, StatusCode> {
    let mut accounts = (1..).zip(ACCOUNTS);
    let (id, (username, videos)) = accounts
        .find(|(_, (name, _))| *name == username)
        .ok_or(StatusCode::NOT_FOUND)?;
    // Newest first.
    let list: Vec<Value> = (1..=videos).rev().map(|number| video(id, number)).collect();
    Ok(Json(json!({
        "user": {
            "id": id.to_string(),
            "username": username,
            "name": username.to_uppercase(),
            "is_private": false,
            "followers": 1_000 * id,
            "videos": videos,
        },
        "videos": list,
    })))
}

fn video(account: i64, number: i64) -> Value {
    json!({
        "id": (account * 1_000_000 + number).to_string(),
        "caption": format!("Video {number}"),
        "created_at": FIRST_POSTED + number * DAY,
        "plays": 1_000 * number,
        "likes": 100 * number,
        "comments": 10 * number,
        "shares": number,
    })
}
