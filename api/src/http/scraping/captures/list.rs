//! `GET /api/scraping/captures`

use axum::Json;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::types::{CapturedResponse, CapturedResponses};
use crate::store::captured_responses;

/// List the answers that were not understood
///
/// Admins only. The last 200 at most, 64 MiB together, of two weeks, and no more than five alike a day; the newest first.
#[utoipa::path(
    get,
    path = "/api/scraping/captures",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = CapturedResponses, description = "All of them, without their bodies"),
    ),
)]
pub(super) async fn list_captures(admin: Admin) -> Result<Json<CapturedResponses>, Problem> {
    let mut transaction = admin.read().await?;
    let rows = captured_responses::list(&mut transaction).await?;
    Ok(Json(CapturedResponses {
        captures: rows.into_iter().map(CapturedResponse::from).collect(),
    }))
}
