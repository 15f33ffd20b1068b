//! `GET /api/tiktok/accounts/{id}/videos`

use axum::Json;
use clipmeter_db::content::listing::page;
use clipmeter_db::database::scope::view_as_group;
use clipmeter_db::tracking::accounts as tracked;
use clipmeter_proto::v1::Platform;

use crate::http::content::{LONGEST_ACCOUNT_LIST, listing, tiktok_video};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::{PathId, Query};
use crate::http::scope::SignedIn;
use crate::http::types::{AccountItemsQuery, TiktokVideos};

/// List the videos of a TikTok account
///
/// Newest first by default, at most 5000.
#[utoipa::path(
    get,
    path = "/api/tiktok/accounts/{id}/videos",
    tag = "TikTok",
    security(("token" = [])),
    params(AccountItemsQuery, ("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = TiktokVideos, description = "The videos"),
    ),
)]
pub(super) async fn tiktok_account_videos(
    caller: SignedIn,
    PathId(id): PathId,
    Query(query): Query<AccountItemsQuery>,
) -> Result<Json<TiktokVideos>, Problem> {
    let mut transaction = caller.in_group(query.group_id).await?.read().await?;
    let account = tracked::find(&mut transaction, Platform::Tiktok, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let listing = listing::of_account(Platform::Tiktok, &account, query)?;
    // The group's costs apply, even for an admin.
    view_as_group(&mut transaction, account.group_id).await?;
    let page = page(&mut transaction, &listing, 0, LONGEST_ACCOUNT_LIST).await?;
    Ok(Json(TiktokVideos {
        videos: page.items.into_iter().map(tiktok_video).collect(),
        total: page.total,
    }))
}
