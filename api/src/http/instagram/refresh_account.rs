//! `POST /api/instagram/accounts/{id}/refresh`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_proto::v1::Platform;

use crate::http::error::{ErrorBody, Problem};
use crate::http::input::PathId;
use crate::http::scope::SignedIn;
use crate::http::scrape::{self, ScrapeParams};
use crate::http::state::HttpState;
use crate::http::types::{InstagramRefresh, ScrapeQuery};

/// Scrape an Instagram account now
///
/// Takes priority over the queue and waits a limited time for the end.
#[utoipa::path(
    post,
    path = "/api/instagram/accounts/{id}/refresh",
    tag = "Instagram",
    security(("token" = [])),
    params(ScrapeQuery, ("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = InstagramRefresh, description = "Finished, or continuing in the background"),
        (status = 404, body = ErrorBody, description = "`not_found`: the platform has no such account, or it is not tracked here"),
        (status = 502, body = ErrorBody, description = "`scrape_failed`: the platform did not return the account; the message contains the reason"),
    ),
)]
pub(super) async fn refresh_instagram_account(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    params: ScrapeParams,
    PathId(id): PathId,
) -> Result<Json<InstagramRefresh>, Problem> {
    let scope = signed_in.managing_accounts(params.group_id).await?;
    let scraped = scrape::one_account(&state, &scope, Platform::Instagram, id, params.wait).await?;
    Ok(Json(InstagramRefresh {
        status: scraped.status,
        message: scraped.message,
        posts_processed: scraped.items_new,
        items_updated: scraped.items_updated,
        run_id: scraped.run_id,
        waiting: scraped.waiting,
    }))
}
