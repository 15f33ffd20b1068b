//! Scrapes all accounts of a platform.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use clipmeter_db::tracking::accounts::TrackedAccount;
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Target;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::JsonOrDefault;
use crate::http::platforms::each_platform;
use crate::http::scope::SignedIn;
use crate::http::scrape::params::{ScrapeParams, ScrapeQuery, ScrapeScope};
use crate::http::scrape::selection::ScrapeSelection;
use crate::http::scrape::{
    AccountResult, PlatformSummary, RunStatus, account_result, message, status_of, waiting_result,
};
use crate::http::scrapes::Scraped;
use crate::http::state::HttpState;
use crate::http::waiting::{Waiting, Waits};

/// Result of scraping all accounts of a platform.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlatformScrape {
    /// `processing` if the scrape continues in the background.
    pub(crate) status: RunStatus,
    /// Human-readable message.
    pub(crate) message: String,
    /// One per account, in alphabetical order.
    pub(crate) results: Vec<AccountResult>,
    /// Results of the single videos; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) videos: Option<PlatformSummary>,
    /// The runs that scrape the accounts; `GET /api/scraping/runs/{id}` returns their progress.
    pub(crate) run_ids: Vec<Uuid>,
    /// Why a platform cannot be scraped now, one entry per platform; absent if everything was scraped or nothing blocks it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) waiting: Vec<Waiting>,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;

            #[utoipa::path(
                post,
                path = concat!("/api/", $code, "/scrape-all"),
                tag = $name,
                operation_id = concat!("scrape_all_", $code),
                summary = concat!("Scrape all ", $name, " accounts"),
                description = "Scrapes every account in scope with priority over the queue and waits a limited time for the end. \
                    The group may be\nnamed in the query or in the body.",
                security(("token" = [])),
                params(ScrapeQuery),
                request_body = Option<ScrapeScope>,
                responses(
                    (status = 200, body = PlatformScrape, description = "Completed, or continuing in the background"),
                    (status = 400, body = ErrorBody, description = "`no_accounts`: No accounts to scrape"),
                ),
            )]
            pub(crate) async fn handler(
                State(state): State<Arc<HttpState>>,
                signed_in: SignedIn,
                params: ScrapeParams,
                JsonOrDefault(input): JsonOrDefault<ScrapeScope>,
            ) -> Result<Json<PlatformScrape>, Problem> {
                let scraped = scrape_all(&state, signed_in, params, input, Platform::$Platform).await?;
                Ok(Json(scraped))
            }
        }
    };
}

each_platform!(operations);

/// Scrapes everything on a platform in scope.
async fn scrape_all(
    state: &HttpState,
    signed_in: SignedIn,
    params: ScrapeParams,
    input: ScrapeScope,
    platform: Platform,
) -> Result<PlatformScrape, Problem> {
    let scope = &*signed_in
        .managing_accounts(input.group_id.or(params.group_id))
        .await?;
    let selection = ScrapeSelection::all(state, scope, platform).await?;
    if selection.is_empty() {
        return Err(ErrorCode::NoAccounts.into());
    }
    selection.note(scope).await?;
    let scraped = state
        .scrapes
        .scrape(platform, &selection.targets(), params.wait)
        .await?;
    scope.scraped();
    let status = status_of(scraped.ended());
    let videos = selection.video_summary(&scraped);
    let now = state.clock.now();
    let waits = selection.waits(scope, &scraped, now).await?;
    Ok(PlatformScrape {
        waiting: waits.of_all(now).into_iter().collect(),
        status,
        message: message(status, selection.account_summary(&scraped), videos),
        results: selection
            .accounts
            .iter()
            .map(|account| result_of(platform, account, &scraped, &waits, now))
            .collect(),
        videos,
        run_ids: scraped.runs.into_iter().collect(),
    })
}

fn result_of(
    platform: Platform,
    account: &TrackedAccount,
    scraped: &Scraped,
    waits: &Waits,
    now: DateTime<Utc>,
) -> AccountResult {
    let target = Target::Account(account.account_id);
    let username = account.username.clone();
    let ended = !scraped.pending.contains(&target);
    let end = scraped.ends.get(&target);
    if ended
        && end.is_none()
        && let Some(waiting) = waits.of_unit(target).without_address(now)
    {
        return waiting_result(username, waiting);
    }
    account_result(
        platform,
        username,
        end.map(|end| end.outcome),
        ended,
        end.map_or(0, |end| end.items_new),
        end.map_or(0, |end| end.items_updated),
    )
}
