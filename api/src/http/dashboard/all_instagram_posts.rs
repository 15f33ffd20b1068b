//! `GET /api/dashboard/all-instagram-posts`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::content::{PageRequest, instagram_post_row, listing};
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::SignedIn;
use crate::http::types::{ContentQuery, InstagramPostPage, PageQuery};
use crate::store::listing::page;

/// All Instagram posts
///
/// A page of all collected posts, or of those that the filters leave, newest first unless asked otherwise. Any signed-in
/// user sees all of them, unless the platform's settings limit members to what their group tracks.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-instagram-posts",
    tag = "Dashboard",
    security(("token" = [])),
    params(ContentQuery),
    responses(
        (status = 200, body = InstagramPostPage, description = "The page"),
    ),
)]
pub(super) async fn all_instagram_posts(
    caller: SignedIn,
    Query(query): Query<ContentQuery>,
) -> Result<Json<InstagramPostPage>, Problem> {
    let request = PageRequest::try_from(PageQuery {
        page: query.page,
        per_page: query.per_page,
    })?;
    let scope = caller.in_group(query.group_id).await?;
    let mut transaction = scope.read().await?;
    let wanted = listing::of_table(&mut transaction, Platform::Instagram, query).await?;
    let page = page(&mut transaction, &wanted, request.skip, request.take).await?;
    Ok(Json(InstagramPostPage {
        posts: page.items.into_iter().map(instagram_post_row).collect(),
        total: page.total,
        pages: request.pages(page.total),
    }))
}
