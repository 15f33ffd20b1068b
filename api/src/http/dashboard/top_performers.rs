//! `GET /api/dashboard/top-performers`

use axum::Json;
use clipmeter_db::content::{add_pictures, add_usual_views, top_of_all, top_of_group};
use clipmeter_db::database::scope::reuse_plans;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::common::{AccountScope, instagram_and_tiktok};
use crate::http::content::item::{InstagramPost, TiktokVideo};
use crate::http::content::view::{instagram_post, tiktok_video};
use crate::http::error::Problem;
use crate::http::scope::GroupScope;

/// The most viewed items in scope.
#[derive(Serialize, ToSchema)]
pub(crate) struct TopPerformers {
    /// At most 5 posts, most views first.
    pub(crate) instagram: Vec<InstagramPost>,
    /// At most 5 videos, most views first.
    pub(crate) tiktok: Vec<TiktokVideo>,
}

/// Most viewed items
///
/// The 5 posts and 5 videos with the most views in scope.
#[utoipa::path(
    get,
    path = "/api/dashboard/top-performers",
    tag = "Dashboard",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = TopPerformers, description = "The items"),
    ),
)]
pub(crate) async fn top_performers(scope: GroupScope) -> Result<Json<TopPerformers>, Problem> {
    let mut transaction = scope.read().await?;
    reuse_plans(&mut transaction).await?;
    let top = match scope.group_id() {
        Some(_) => top_of_group(&mut transaction, LENGTH).await?,
        None if scope.is_everything() => top_of_all(&mut transaction, LENGTH).await?,
        // A user without a group sees no items, and the search for one would read all of them.
        None => Vec::new(),
    };
    let (platforms, mut items): (Vec<_>, Vec<_>) = top.into_iter().unzip();
    add_usual_views(&mut transaction, &mut items, scope.caller().now()).await?;
    add_pictures(&mut transaction, &mut items).await?;
    let [instagram, tiktok] = instagram_and_tiktok(platforms.into_iter().zip(items));
    Ok(Json(TopPerformers {
        instagram: instagram.into_iter().map(instagram_post).collect(),
        tiktok: tiktok.into_iter().map(tiktok_video).collect(),
    }))
}

/// Maximum number of items in the list of each platform.
const LENGTH: i64 = 5;
