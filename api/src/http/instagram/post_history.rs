//! `GET /api/instagram/posts/{id}/history`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::History;

/// The measurements of an Instagram post
///
/// Oldest first, one per minute at most.
#[utoipa::path(
    get,
    path = "/api/instagram/posts/{id}/history",
    tag = "Instagram",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The post")),
    responses(
        (status = 200, body = History, description = "The measurements"),
    ),
)]
pub async fn instagram_post_history() -> Result<Json<History>, Problem> {
    Err(Code::Unavailable.into())
}
