//! `POST /api/dashboard/scrape-all`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::http::error::{ErrorBody, Problem};
use crate::http::scope::AccountManager;
use crate::http::scrape;
use crate::http::state::HttpState;
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
        (status = 400, body = ErrorBody, description = "`no_accounts`: No accounts to scrape"),
    ),
)]
pub(super) async fn scrape_everything(
    State(state): State<Arc<HttpState>>,
    scope: AccountManager,
) -> Result<Json<ScrapeAll>, Problem> {
    Ok(Json(scrape::everything(&state, &scope).await?))
}
