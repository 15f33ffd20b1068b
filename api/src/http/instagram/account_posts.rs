//! `GET /api/instagram/accounts/{id}/posts`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::InstagramPosts;

/// List the posts of an Instagram account
///
/// Newest first.
#[utoipa::path(
    get,
    path = "/api/instagram/accounts/{id}/posts",
    tag = "Instagram",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = InstagramPosts, description = "The posts"),
    ),
)]
pub async fn instagram_account_posts() -> Result<Json<InstagramPosts>, Problem> {
    Err(Code::Unavailable.into())
}
