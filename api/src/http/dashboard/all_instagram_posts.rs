//! `GET /api/dashboard/all-instagram-posts`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::content::{PageRequest, instagram_post_row};
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::SignedIn;
use crate::http::types::{InstagramPostPage, PageQuery};
use crate::store::content;

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
pub(super) async fn all_instagram_posts(
    caller: SignedIn,
    Query(query): Query<PageQuery>,
) -> Result<Json<InstagramPostPage>, Problem> {
    let request = PageRequest::try_from(query)?;
    let mut transaction = caller.read().await?;
    let page = content::page(&mut transaction, Platform::Instagram, request.skip, request.take).await?;
    Ok(Json(InstagramPostPage {
        posts: page.items.into_iter().map(instagram_post_row).collect(),
        total: page.total,
        pages: request.pages(page.total),
    }))
}
