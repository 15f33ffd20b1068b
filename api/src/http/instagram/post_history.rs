//! `GET /api/instagram/posts/{id}/history`

use axum::Json;
use clipmeter_db::content;
use clipmeter_proto::v1::Platform;

use crate::http::content::LONGEST_HISTORY;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::SignedIn;
use crate::http::types::{History, HistoryPoint};

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
pub(super) async fn instagram_post_history(
    caller: SignedIn,
    PathId(id): PathId,
) -> Result<Json<History>, Problem> {
    let mut transaction = caller.read().await?;
    let points = content::history(&mut transaction, Platform::Instagram, id, LONGEST_HISTORY)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    Ok(Json(History {
        points: points.into_iter().map(HistoryPoint::from).collect(),
    }))
}
