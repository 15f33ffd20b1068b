//! `GET /api/scraping/captures`

use axum::Json;
use clipmeter_db::ingest::captured_responses;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::types::{CapturedResponse, CapturedResponses};

/// List the captured responses that could not be parsed
///
/// Admins only. At most 200, together 64 MiB, from the last two weeks, and no more than five of the same kind a day;
/// newest first.
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
