//! `POST /api/scraping/sessions/upload`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::file::TextFile;
use super::pool;
use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::{AddedSessions, SessionsFile};

/// Upload a file of Instagram sessions
///
/// Admins only. The form has one field `file`: a .txt file or one of the type text/plain, UTF-8, with one value of the
/// cookie `sessionid` per line. A file of more than 10 MB is rejected before it is read completely. All or none are
/// stored.
#[utoipa::path(
    post,
    path = "/api/scraping/sessions/upload",
    tag = "Scraping",
    security(("token" = [])),
    request_body(content = SessionsFile, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = AddedSessions, description = "The results"),
    ),
)]
pub(super) async fn upload_sessions(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    TextFile(text): TextFile,
) -> Result<Json<AddedSessions>, Problem> {
    pool::add(&state, &admin, text).await
}
