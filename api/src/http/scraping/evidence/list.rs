//! `GET /api/scraping/evidence`

use axum::Json;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::types::{UnreadAnswer, UnreadAnswers};
use crate::store::evidence;

/// List the answers that were not understood
///
/// Admins only. The last 200 at most, 64 MiB together, of two weeks, and no more than five alike a day; the newest first.
#[utoipa::path(
    get,
    path = "/api/scraping/evidence",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = UnreadAnswers, description = "All of them, without their bodies"),
    ),
)]
pub(super) async fn list_evidence(admin: Admin) -> Result<Json<UnreadAnswers>, Problem> {
    let mut transaction = admin.read().await?;
    let rows = evidence::list(&mut transaction).await?;
    Ok(Json(UnreadAnswers {
        answers: rows.into_iter().map(UnreadAnswer::from).collect(),
    }))
}
