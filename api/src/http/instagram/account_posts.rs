//! `GET /api/instagram/accounts/{id}/posts`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::content::{LONGEST_ACCOUNT_LIST, instagram_post};
use crate::http::error::{Code, Problem};
use crate::http::input::PathId;
use crate::http::scope::GroupScope;
use crate::http::types::{AccountScope, InstagramPosts};
use crate::store::{content, tracked};

/// List the posts of an Instagram account
///
/// Newest first.
#[utoipa::path(
    get,
    path = "/api/instagram/accounts/{id}/posts",
    tag = "Instagram",
    security(("token" = [])),
    params(AccountScope, ("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = InstagramPosts, description = "The posts"),
    ),
)]
pub(super) async fn instagram_account_posts(
    scope: GroupScope,
    PathId(id): PathId,
) -> Result<Json<InstagramPosts>, Problem> {
    let mut transaction = scope.read().await?;
    let account = tracked::find(&mut transaction, Platform::Instagram, id)
        .await?
        .ok_or(Code::NotFound)?;
    let page = content::of_account(&mut transaction, &account, LONGEST_ACCOUNT_LIST).await?;
    Ok(Json(InstagramPosts {
        posts: page.items.into_iter().map(instagram_post).collect(),
        total: page.total,
    }))
}
