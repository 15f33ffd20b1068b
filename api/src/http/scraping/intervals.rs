//! `GET /api/scraping/intervals`

use axum::Json;
use clipmeter_db::settings;

use crate::http::error::Problem;
use crate::http::scope::SignedIn;
use crate::http::types::Intervals;

/// Show how often the platforms are scraped
///
/// Defaults, unless a group or an account has its own interval.
#[utoipa::path(
    get,
    path = "/api/scraping/intervals",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = Intervals, description = "The intervals"),
    ),
)]
pub(super) async fn intervals(signed_in: SignedIn) -> Result<Json<Intervals>, Problem> {
    let mut transaction = signed_in.read().await?;
    let intervals = settings::intervals(&mut transaction).await?;
    Ok(Json(Intervals {
        instagram: intervals.instagram,
        tiktok: intervals.tiktok,
    }))
}
