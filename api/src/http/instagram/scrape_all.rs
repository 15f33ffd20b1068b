//! `POST /api/instagram/scrape-all`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_proto::v1::Platform;

use crate::http::error::{ErrorBody, Problem};
use crate::http::input::JsonOrDefault;
use crate::http::scope::SignedIn;
use crate::http::scrape::{self, ScrapeParams};
use crate::http::state::HttpState;
use crate::http::types::{PlatformScrape, ScrapeQuery, ScrapeScope};

/// Scrape all Instagram accounts
///
/// Scrapes every account in scope with priority over the queue and waits a limited time for the end. The group may be
/// named in the query or in the body.
#[utoipa::path(
    post,
    path = "/api/instagram/scrape-all",
    tag = "Instagram",
    security(("token" = [])),
    params(ScrapeQuery),
    request_body = Option<ScrapeScope>,
    responses(
        (status = 200, body = PlatformScrape, description = "Finished, or continuing in the background"),
        (status = 400, body = ErrorBody, description = "`no_accounts`: No accounts to scrape"),
    ),
)]
pub(super) async fn scrape_all_instagram(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    params: ScrapeParams,
    JsonOrDefault(input): JsonOrDefault<ScrapeScope>,
) -> Result<Json<PlatformScrape>, Problem> {
    let scope = signed_in
        .managing_accounts(input.group_id.or(params.group_id))
        .await?;
    Ok(Json(
        scrape::scrape_platform(&state, &scope, Platform::Instagram, params.wait).await?,
    ))
}
