//! The measurements of an item over time.

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::content::{self, Measurement};
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::SignedIn;

/// Maximum number of measurements for a chart; one every 15 minutes for three weeks.
const MAX_MEASUREMENTS: i64 = 2000;

/// One measurement. Unlike in lists, an unknown count is null, so that a chart does not draw it as 0.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct HistoryPoint {
    /// Time, to the minute.
    pub(crate) observed_at: DateTime<Utc>,
    /// Null if unknown.
    pub(crate) views: Option<i64>,
    /// Null if unknown.
    pub(crate) likes: Option<i64>,
    /// Null if unknown.
    pub(crate) comments: Option<i64>,
    /// Null if unknown, and always null on Instagram.
    pub(crate) shares: Option<i64>,
    /// Null if unknown, and always null on Instagram.
    pub(crate) saves: Option<i64>,
}

/// All measurements of an item.
#[derive(Serialize, ToSchema)]
pub(crate) struct History {
    /// Oldest first; only the latest 2000.
    pub(crate) points: Vec<HistoryPoint>,
}

impl From<Measurement> for HistoryPoint {
    fn from(row: Measurement) -> Self {
        Self {
            observed_at: row.observed_at,
            views: row.views,
            likes: row.likes,
            comments: row.comments,
            shares: row.shares,
            saves: row.saves,
        }
    }
}

/// Show the measurements of an Instagram post
///
/// Oldest first, at most one per minute.
#[utoipa::path(
    get,
    path = "/api/instagram/posts/{id}/history",
    tag = "Instagram",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The post")),
    responses(
        (status = 200, body = History, description = "The measurements"),
    ),
)]
pub(crate) async fn instagram_post_history(
    caller: SignedIn,
    PathId(id): PathId,
) -> Result<Json<History>, Problem> {
    Ok(Json(history(&caller, Platform::Instagram, id).await?))
}

/// Show the measurements of a TikTok video
///
/// Oldest first, at most one per minute.
#[utoipa::path(
    get,
    path = "/api/tiktok/videos/{id}/history",
    tag = "TikTok",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The video")),
    responses(
        (status = 200, body = History, description = "The measurements"),
    ),
)]
pub(crate) async fn tiktok_video_history(
    caller: SignedIn,
    PathId(id): PathId,
) -> Result<Json<History>, Problem> {
    Ok(Json(history(&caller, Platform::Tiktok, id).await?))
}

async fn history(caller: &SignedIn, platform: Platform, id: i64) -> Result<History, Problem> {
    let mut transaction = caller.read().await?;
    let points = content::history(&mut transaction, platform, id, MAX_MEASUREMENTS)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    Ok(History {
        points: points.into_iter().map(HistoryPoint::from).collect(),
    })
}
