//! `POST /api/tiktok/scrape-all`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{PlatformScrape, ScrapeScope};

/// Scrape all TikTok accounts
///
/// Scrapes every account in scope ahead of the queue and waits a while for the end.
#[utoipa::path(
    post,
    path = "/api/tiktok/scrape-all",
    tag = "TikTok",
    security(("token" = [])),
    request_body = Option<ScrapeScope>,
    responses(
        (status = 200, body = PlatformScrape, description = "Ended, or going on in the background"),
        (status = 400, body = crate::http::error::ErrorBody, description = "`no_accounts`: No accounts to scrape"),
    ),
)]
pub async fn scrape_all_tiktok() -> Result<Json<PlatformScrape>, Problem> {
    Err(Code::Unavailable.into())
}
