//! `GET /api/instagram/accounts/{id}/posts`

use axum::Json;
use clipmeter_db::content::listing::page;
use clipmeter_db::database::scope::view_as_group;
use clipmeter_db::tracking::accounts as tracked;
use clipmeter_proto::v1::Platform;

use crate::http::content::{LONGEST_ACCOUNT_LIST, instagram_post, listing};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::{PathId, Query};
use crate::http::scope::SignedIn;
use crate::http::types::{AccountItemsQuery, InstagramPosts};

/// List the posts of an Instagram account
///
/// Newest first by default, at most 5000.
#[utoipa::path(
    get,
    path = "/api/instagram/accounts/{id}/posts",
    tag = "Instagram",
    security(("token" = [])),
    params(AccountItemsQuery, ("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = InstagramPosts, description = "The posts"),
    ),
)]
pub(super) async fn instagram_account_posts(
    caller: SignedIn,
    PathId(id): PathId,
    Query(query): Query<AccountItemsQuery>,
) -> Result<Json<InstagramPosts>, Problem> {
    let mut transaction = caller.in_group(query.group_id).await?.read().await?;
    let account = tracked::find(&mut transaction, Platform::Instagram, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let listing = listing::of_account(Platform::Instagram, &account, query)?;
    // The group's costs apply, even for an admin.
    view_as_group(&mut transaction, account.group_id).await?;
    let page = page(&mut transaction, &listing, 0, LONGEST_ACCOUNT_LIST).await?;
    Ok(Json(InstagramPosts {
        posts: page.items.into_iter().map(instagram_post).collect(),
        total: page.total,
    }))
}
