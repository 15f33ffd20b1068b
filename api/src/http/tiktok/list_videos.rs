//! `GET /api/tiktok/videos`

use std::collections::HashMap;

use axum::Json;

use super::single_video::single_video;
use crate::http::error::Problem;
use crate::http::scope::GroupScope;
use crate::http::types::{AccountScope, SingleVideos};
use crate::store::content::{self, Item};
use crate::store::videos;

/// List the single TikTok videos
///
/// Those that were added by their addresses: a member's own group's, or for admins those of one group or all.
#[utoipa::path(
    get,
    path = "/api/tiktok/videos",
    tag = "TikTok",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = SingleVideos, description = "The videos"),
    ),
)]
pub(super) async fn list_tiktok_videos(scope: GroupScope) -> Result<Json<SingleVideos>, Problem> {
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let rows = videos::list(&mut transaction).await?;
    let posts: Vec<i64> = rows.iter().filter_map(|row| row.post_id).collect();
    let items: HashMap<i64, Item> = content::by_ids(&mut transaction, &posts)
        .await?
        .into_iter()
        .map(|item| (item.id, item))
        .collect();
    let videos = rows
        .into_iter()
        .map(|row| {
            let item = row.post_id.and_then(|id| items.get(&id).cloned());
            single_video(row, item, now)
        })
        .collect();
    Ok(Json(SingleVideos { videos }))
}
