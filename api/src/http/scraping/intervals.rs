//! `GET /api/scraping/intervals`

use axum::Json;

use crate::http::error::Problem;
use crate::http::scope::SignedIn;
use crate::http::types::Intervals;
use crate::store::settings;

/// How often the platforms are scraped
///
/// Unless a group or an account has an interval of its own.
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
