//! `POST /api/scraping/sessions`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use secrecy::ExposeSecret;
use serde_json::json;

use crate::http::error::Problem;
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::{AddSessions, AddedSessions};
use crate::store::audit::Action;
use crate::store::sessions;

/// Add Instagram sessions
///
/// Admins only. The pool serves every Instagram account; a session never leaves it in clear.
#[utoipa::path(
    post,
    path = "/api/scraping/sessions",
    tag = "Scraping",
    security(("token" = [])),
    request_body = AddSessions,
    responses(
        (status = 200, body = AddedSessions, description = "What became of them"),
    ),
)]
pub(super) async fn add_sessions(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::Json(input): input::Json<AddSessions>,
) -> Result<Json<AddedSessions>, Problem> {
    let lines = input.sessions.iter().map(ExposeSecret::expose_secret);
    if input
        .sessions
        .iter()
        .all(|session| session.expose_secret().trim().is_empty())
    {
        return Err(Problem::invalid("sessions is required: one session ID per entry"));
    }
    let mut transaction = admin.write().await?;
    let added = sessions::add(&mut transaction, &state.secrets, admin.caller().now(), lines).await?;
    let total = sessions::count(&mut transaction).await?;
    let details = json!({"added": added.added, "duplicates": added.duplicates});
    admin
        .caller()
        .record(&mut transaction, Action::SessionsAdd, None, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(AddedSessions {
        message: message(added.added, added.duplicates),
        added_count: added.added,
        duplicate_count: added.duplicates,
        total,
    }))
}

fn message(added: u64, duplicates: u64) -> String {
    let sessions = if added == 1 { "session" } else { "sessions" };
    match duplicates {
        0 => format!("{added} {sessions} added"),
        1 => format!("{added} {sessions} added, 1 duplicate left out"),
        _ => format!("{added} {sessions} added, {duplicates} duplicates left out"),
    }
}
