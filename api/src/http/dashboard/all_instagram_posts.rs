//! `GET /api/dashboard/all-instagram-posts`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{InstagramPostPage, PageQuery};

/// All Instagram posts
///
/// A page of all collected posts, newest first. Any signed-in user sees all of them.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-instagram-posts",
    tag = "Dashboard",
    security(("token" = [])),
    params(PageQuery),
    responses(
        (status = 200, body = InstagramPostPage, description = "The page"),
    ),
)]
pub async fn all_instagram_posts() -> Result<Json<InstagramPostPage>, Problem> {
    Err(Code::Unavailable.into())
}
