//! `POST /api/scraping/sessions/bulk`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::body::PlainText;
use super::pool;
use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::AddedSessions;

/// Import Instagram sessions from text
///
/// Admins only. The body is the text itself, UTF-8, with one value of the cookie `sessionid` per line, at most 10 MB; a
/// hundred thousand lines take seconds. All or none are stored.
#[utoipa::path(
    post,
    path = "/api/scraping/sessions/bulk",
    tag = "Scraping",
    security(("token" = [])),
    request_body(content = String, content_type = "text/plain", description = "One session a line",
        example = "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeExampleOfASession0000000001"),
    responses(
        (status = 200, body = AddedSessions, description = "The results"),
    ),
)]
pub(super) async fn import_sessions(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PlainText(text): PlainText,
) -> Result<Json<AddedSessions>, Problem> {
    pool::add(&state, &admin, text).await
}
