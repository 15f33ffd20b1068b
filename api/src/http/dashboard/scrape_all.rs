//! `POST /api/dashboard/scrape-all`

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::JsonOrDefault;
use crate::http::scope::{GroupScope, SignedIn};
use crate::http::scrape::params::{ScrapeParams, ScrapeQuery, ScrapeScope};
use crate::http::scrape::selection::ScrapeSelection;
use crate::http::scrape::{PlatformSummary, RunStatus, message, status_of};
use crate::http::state::HttpState;
use crate::http::waiting::Waiting;

/// Result of scraping all accounts of both platforms.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ScrapeAll {
    /// `processing` when the scrape continues in the background; the summary then counts finished accounts only.
    pub(crate) status: RunStatus,
    /// Human-readable message.
    pub(crate) message: String,
    /// Completed accounts.
    pub(crate) summary: ScrapeSummary,
    /// The runs that scrape the accounts; `GET /api/scraping/runs/{id}` returns their progress.
    pub(crate) run_ids: Vec<Uuid>,
    /// Why a platform cannot be scraped now, one entry per platform; absent if everything was scraped or nothing blocks it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) waiting: Vec<Waiting>,
}

/// Number of accounts by result.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ScrapeSummary {
    /// Instagram accounts.
    pub(crate) instagram: PlatformSummary,
    /// TikTok accounts.
    pub(crate) tiktok: PlatformSummary,
}

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
        (status = 200, body = ScrapeAll, description = "Completed, or continuing in the background"),
        (status = 400, body = ErrorBody, description = "`no_accounts`: No accounts to scrape"),
    ),
)]
pub(crate) async fn scrape_everything(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    params: ScrapeParams,
    JsonOrDefault(input): JsonOrDefault<ScrapeScope>,
) -> Result<Json<ScrapeAll>, Problem> {
    let scope = signed_in
        .managing_accounts(input.group_id.or(params.group_id))
        .await?;
    Ok(Json(everything(&state, &scope, params.wait).await?))
}

/// Scrapes everything on both platforms in scope.
async fn everything(state: &HttpState, scope: &GroupScope, wait: Duration) -> Result<ScrapeAll, Problem> {
    let instagram = ScrapeSelection::all(state, scope, Platform::Instagram).await?;
    let tiktok = ScrapeSelection::all(state, scope, Platform::Tiktok).await?;
    if instagram.is_empty() && tiktok.is_empty() {
        return Err(ErrorCode::NoAccounts.into());
    }
    for selection in [&instagram, &tiktok] {
        selection.note(scope).await?;
    }
    let (instagram_targets, tiktok_targets) = (instagram.targets(), tiktok.targets());
    let (of_instagram, of_tiktok) = futures::try_join!(
        state.scrapes.scrape(instagram.platform, &instagram_targets, wait),
        state.scrapes.scrape(tiktok.platform, &tiktok_targets, wait)
    )?;
    scope.scraped();
    let status = status_of(of_instagram.ended() && of_tiktok.ended());
    let summary = ScrapeSummary {
        instagram: instagram.account_summary(&of_instagram),
        tiktok: tiktok.account_summary(&of_tiktok),
    };
    let both = PlatformSummary {
        successful: summary.instagram.successful + summary.tiktok.successful,
        failed: summary.instagram.failed + summary.tiktok.failed,
    };
    let now = state.clock.now();
    let waits = [
        instagram.waits(scope, &of_instagram, now).await?,
        tiktok.waits(scope, &of_tiktok, now).await?,
    ];
    Ok(ScrapeAll {
        waiting: waits.iter().filter_map(|waits| waits.of_all(now)).collect(),
        status,
        message: message(status, both, tiktok.video_summary(&of_tiktok)),
        summary,
        run_ids: of_instagram.runs.into_iter().chain(of_tiktok.runs).collect(),
    })
}
