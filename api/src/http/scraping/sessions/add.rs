//! `POST /api/scraping/sessions`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::pool;
use crate::http::error::Problem;
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::{AddSessions, AddedSessions};

/// Add Instagram sessions
///
/// Admins only. All or none are stored, at most 10 MB at once.
#[utoipa::path(
    post,
    path = "/api/scraping/sessions",
    tag = "Scraping",
    security(("token" = [])),
    request_body = AddSessions,
    responses(
        (status = 200, body = AddedSessions, description = "The results"),
    ),
)]
pub(super) async fn add_sessions(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::SecretJson(input): input::SecretJson<AddSessions>,
) -> Result<Json<AddedSessions>, Problem> {
    pool::add(&state, &admin, input.sessions).await
}
