//! `POST /api/dashboard/scrape-all`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::http::error::{ErrorBody, Problem};
use crate::http::input::JsonOrDefault;
use crate::http::scope::SignedIn;
use crate::http::scrape::{self, ScrapeParams};
use crate::http::state::HttpState;
use crate::http::types::{ScrapeAll, ScrapeQuery, ScrapeScope};

/// Scrape all accounts
///
/// Scrapes every account in scope on both platforms, with priority over the queue, and waits a limited time for the
/// end. The group may be named in the query or in the body.
#[utoipa::path(
    post,
    path = "/api/dashboard/scrape-all",
    tag = "Dashboard",
    security(("token" = [])),
    params(ScrapeQuery),
    request_body = Option<ScrapeScope>,
    responses(
        (status = 200, body = ScrapeAll, description = "Finished, or continuing in the background"),
        (status = 400, body = ErrorBody, description = "`no_accounts`: No accounts to scrape"),
    ),
)]
pub(super) async fn scrape_everything(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    params: ScrapeParams,
    JsonOrDefault(input): JsonOrDefault<ScrapeScope>,
) -> Result<Json<ScrapeAll>, Problem> {
    let scope = signed_in
        .managing_accounts(input.group_id.or(params.group_id))
        .await?;
    Ok(Json(scrape::everything(&state, &scope, params.wait).await?))
}
