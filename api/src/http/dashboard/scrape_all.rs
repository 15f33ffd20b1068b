//! `POST /api/dashboard/scrape-all`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{AccountScope, ScrapeAll};

/// Scrape all accounts
///
/// Scrapes every account in scope on both platforms, ahead of the queue, and waits a while for the end.
#[utoipa::path(
    post,
    path = "/api/dashboard/scrape-all",
    tag = "Dashboard",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = ScrapeAll, description = "Ended, or going on in the background"),
        (status = 400, body = crate::http::error::ErrorBody, description = "`no_accounts`: No accounts to scrape"),
    ),
)]
pub async fn scrape_everything() -> Result<Json<ScrapeAll>, Problem> {
    Err(Code::Unavailable.into())
}
