//! `POST /api/scraping/retry`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::runs::open::Why;
use clipmeter_proto::v1::Platform;
use futures::future::try_join_all;

use super::trying_again;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::JsonOrDefault;
use crate::http::scope::SignedIn;
use crate::http::scrape::{ScrapeSelection, waiting};
use crate::http::state::HttpState;
use crate::http::types::{RetryScope, TriggeredScrape};

/// Retry failed scrapes
///
/// Opens runs with priority over the queue for every account and single video in scope whose last attempt failed, and
/// joins runs that already read them. Units that require an administrator's decision (`identity_changed`) are excluded.
/// Responds without waiting.
#[utoipa::path(
    post,
    path = "/api/scraping/retry",
    tag = "Scraping",
    security(("token" = [])),
    request_body = Option<RetryScope>,
    responses(
        (status = 200, body = TriggeredScrape, description = "Started, or running already"),
        (status = 400, body = ErrorBody, description = "`nothing_failed`: There are no failed scrapes to retry"),
    ),
)]
pub(super) async fn retry_failed_scrapes(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    JsonOrDefault(input): JsonOrDefault<RetryScope>,
) -> Result<Json<TriggeredScrape>, Problem> {
    let scope = signed_in.managing_accounts(input.group_id).await?;
    let platforms = match input.platform {
        Some(platform) => vec![platform.into()],
        None => vec![Platform::Instagram, Platform::Tiktok],
    };
    let mut failed = Vec::new();
    for platform in platforms {
        failed.push(ScrapeSelection::failed(&state, &scope, platform).await?);
    }
    failed.retain(|selection| !selection.is_empty());
    if failed.is_empty() {
        return Err(ErrorCode::NothingFailed.into());
    }
    for selection in &failed {
        selection.note(&scope).await?;
    }
    let targets: Vec<_> = failed
        .iter()
        .map(|selection| (selection.platform, selection.targets()))
        .collect();
    let started = targets
        .iter()
        .map(|(platform, targets)| state.scrapes.start_or_join(*platform, targets, Why::Retry(None)));
    let runs = try_join_all(started).await?;
    let units = targets.iter().map(|(_, targets)| targets.len()).sum();
    let mut waits = Vec::new();
    for (platform, _) in &targets {
        waits.extend(waiting(&state, &scope, *platform).await?);
    }
    trying_again(units, runs.into_iter().flatten(), waits).map(Json)
}
