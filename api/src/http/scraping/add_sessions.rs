//! `POST /api/scraping/sessions`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{AddSessions, AddedSessions};

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
pub async fn add_sessions() -> Result<Json<AddedSessions>, Problem> {
    Err(Code::Unavailable.into())
}
