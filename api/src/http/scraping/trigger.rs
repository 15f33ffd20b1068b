//! `POST /api/scraping/trigger/{platform}`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::runs::open::Why;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::common::PlatformName;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, PathId};
use crate::http::scope::Admin;
use crate::http::scrape::TriggeredScrape;
use crate::http::scrape::selection::ScrapeSelection;
use crate::http::state::HttpState;
use crate::http::waiting::units_waiting;

/// Selects the group to scrape.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"group_id": 1}))]
pub(crate) struct TriggerScrape {
    /// The group.
    pub(crate) group_id: i64,
}

/// Scrape a platform for a group
///
/// Starts all accounts that are not being read yet, with priority over the queue, and responds without waiting.
#[utoipa::path(
    post,
    path = "/api/scraping/trigger/{platform}",
    tag = "Scraping",
    security(("token" = [])),
    params(("platform" = PlatformName, Path, description = "Which accounts")),
    request_body = TriggerScrape,
    responses(
        (status = 200, body = TriggeredScrape, description = "Started, or already running"),
        (status = 400, body = ErrorBody, description = "`no_accounts`: No accounts to scrape, or `malformed_json`"),
        (status = 404, body = ErrorBody, description = "`not_found`: no such group or platform"),
    ),
)]
pub(crate) async fn trigger_scrape(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PathId(platform): PathId<PlatformName>,
    input::Json(input): input::Json<TriggerScrape>,
) -> Result<Json<TriggeredScrape>, Problem> {
    let scope = admin.in_group(Some(input.group_id)).await?;
    let selection = ScrapeSelection::all(&state, &scope, platform.into()).await?;
    if selection.is_empty() {
        return Err(ErrorCode::NoAccounts.into());
    }
    selection.note(&scope).await?;
    let targets = selection.targets();
    let runs = state
        .scrapes
        .start_or_join(selection.platform, &targets, Why::Request)
        .await?;
    Ok(Json(TriggeredScrape {
        message: "Scraping started".to_owned(),
        run_ids: runs.into_iter().collect(),
        waiting: units_waiting(&state, &scope, selection.platform, &targets)
            .await?
            .into_iter()
            .collect(),
    }))
}
