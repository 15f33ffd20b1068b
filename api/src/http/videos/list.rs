//! `GET /api/tiktok/videos`

use std::collections::HashMap;

use axum::Json;
use clipmeter_db::content::{self, ContentItem};
use clipmeter_db::tracking::videos;
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Target;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::video::{SingleVideo, single_video};
use crate::http::common::AccountScope;
use crate::http::error::Problem;
use crate::http::input::SplitQuery;
use crate::http::page::{PageRequest, first_page};
use crate::http::scope::SignedIn;
use crate::http::waiting::Waits;

/// Maximum number of single videos per page, which limits the response for admins, who see every group's.
const MAX_SINGLE_VIDEOS: i64 = 5000;

/// The page of single videos to return.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SingleVideoPageQuery {
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub(crate) page: i64,
    /// 1 to 5000.
    #[serde(default = "longest_page")]
    #[param(default = 5000, minimum = 1, maximum = 5000)]
    pub(crate) per_page: i64,
}

fn longest_page() -> i64 {
    MAX_SINGLE_VIDEOS
}

/// The single videos in scope.
#[derive(Serialize, ToSchema)]
pub(crate) struct SingleVideos {
    /// Most recently added first, at most 5000.
    pub(crate) videos: Vec<SingleVideo>,
    /// Total number of single videos.
    pub(crate) total: i64,
    /// Number of pages; 0 without videos.
    pub(crate) pages: i64,
}

/// List the single TikTok videos
///
/// Videos that were added by URL: for members those of their own group, for admins those of one group or all.
/// Paginated; by default the first page has the latest 5000.
#[utoipa::path(
    get,
    path = "/api/tiktok/videos",
    tag = "TikTok",
    security(("token" = [])),
    params(AccountScope, SingleVideoPageQuery),
    responses(
        (status = 200, body = SingleVideos, description = "The page"),
    ),
)]
pub(crate) async fn list_tiktok_videos(
    caller: SignedIn,
    SplitQuery(params, page): SplitQuery<AccountScope, SingleVideoPageQuery>,
) -> Result<Json<SingleVideos>, Problem> {
    let request = PageRequest::new(page.page, page.per_page, MAX_SINGLE_VIDEOS)?;
    let scope = caller.in_group(params.group_id).await?;
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let total = videos::count(&mut transaction).await?;
    let rows = videos::list(&mut transaction, request.skip, request.take).await?;
    let posts: Vec<i64> = rows.iter().filter_map(|row| row.post_id).collect();
    let mut items = content::by_ids(&mut transaction, &posts).await?;
    content::add_pictures(&mut transaction, &mut items).await?;
    let items: HashMap<i64, ContentItem> = items.into_iter().map(|item| (item.id, item)).collect();
    let targets: Vec<Target> = rows.iter().map(|row| Target::Video(row.id)).collect();
    let waits = Waits::of(&mut transaction, Platform::Tiktok, &targets, now).await?;
    let videos: Vec<SingleVideo> = rows
        .into_iter()
        .map(|row| {
            let item = row.post_id.and_then(|id| items.get(&id).cloned());
            let blocks = waits.of_unit(Target::Video(row.id));
            single_video(row, item, now, blocks)
        })
        .collect();
    Ok(Json(SingleVideos {
        videos,
        total,
        pages: request.pages(total),
    }))
}
