//! `GET /api/tiktok/accounts/{id}/videos`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::content::{LONGEST_ACCOUNT_LIST, tiktok_video};
use crate::http::error::{Code, Problem};
use crate::http::input::PathId;
use crate::http::scope::GroupScope;
use crate::http::types::{AccountScope, TiktokVideos};
use crate::store::{content, tracked};

/// List the videos of a TikTok account
///
/// Newest first.
#[utoipa::path(
    get,
    path = "/api/tiktok/accounts/{id}/videos",
    tag = "TikTok",
    security(("token" = [])),
    params(AccountScope, ("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = TiktokVideos, description = "The videos"),
    ),
)]
pub(super) async fn tiktok_account_videos(
    scope: GroupScope,
    PathId(id): PathId,
) -> Result<Json<TiktokVideos>, Problem> {
    let mut transaction = scope.read().await?;
    let account = tracked::find(&mut transaction, Platform::Tiktok, id)
        .await?
        .ok_or(Code::NotFound)?;
    let page = content::of_account(&mut transaction, &account, LONGEST_ACCOUNT_LIST).await?;
    Ok(Json(TiktokVideos {
        videos: page.items.into_iter().map(tiktok_video).collect(),
        total: page.total,
    }))
}
