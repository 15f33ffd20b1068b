//! Scrapes one account now.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::tracking::accounts;
use clipmeter_proto::OutcomeSubject;
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_scheduler::Target;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::platforms::each_platform;
use crate::http::scope::SignedIn;
use crate::http::scrape::params::{ScrapeParams, ScrapeQuery};
use crate::http::scrape::selection::note;
use crate::http::scrape::{IN_BACKGROUND, INTERRUPTED, RunStatus};
use crate::http::scrapes::End;
use crate::http::state::HttpState;
use crate::http::waiting::{Waiting, units_waiting};

/// Result of scraping one Instagram account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramRefresh {
    /// `processing` if the scrape continues in the background.
    pub(crate) status: RunStatus,
    /// Human-readable message.
    pub(crate) message: String,
    /// Number of posts that were collected for the first time.
    pub(crate) posts_processed: i64,
    /// Number of posts with changed metrics.
    pub(crate) items_updated: i64,
    /// The run that scrapes the account; `GET /api/scraping/runs/{id}` returns its progress.
    pub(crate) run_id: Option<Uuid>,
    /// Why the account cannot be scraped now; absent if it was scraped or nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) waiting: Option<Waiting>,
}

/// Result of scraping one TikTok account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TiktokRefresh {
    /// `processing` if the scrape continues in the background.
    pub(crate) status: RunStatus,
    /// Human-readable message.
    pub(crate) message: String,
    /// Number of videos that were collected for the first time.
    pub(crate) videos_processed: i64,
    /// Number of videos with changed metrics.
    pub(crate) items_updated: i64,
    /// The run that scrapes the account; `GET /api/scraping/runs/{id}` returns its progress.
    pub(crate) run_id: Option<Uuid>,
    /// Why the account cannot be scraped now; absent if it was scraped or nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) waiting: Option<Waiting>,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;
            use crate::http::platforms::$module::Refresh;

            #[utoipa::path(
                post,
                path = concat!("/api/", $code, "/accounts/{id}/refresh"),
                tag = $name,
                operation_id = concat!("refresh_", $code, "_account"),
                summary = concat!("Scrape ", $named, " account now"),
                description = "The scrape takes priority over the queue. The response waits a limited time for its completion.",
                security(("token" = [])),
                params(ScrapeQuery, ("id" = i64, Path, description = "The account")),
                responses(
                    (status = 200, body = Refresh, description = "Completed, or continuing in the background"),
                    (status = 404, body = ErrorBody, description = "`not_found`: the platform has no such account, or it is not tracked here"),
                    (status = 502, body = ErrorBody, description = "`scrape_failed`: the platform did not return the account; the message contains the reason"),
                ),
            )]
            pub(crate) async fn handler(
                State(state): State<Arc<HttpState>>,
                signed_in: SignedIn,
                params: ScrapeParams,
                PathId(id): PathId,
            ) -> Result<Json<Refresh>, Problem> {
                let scraped = refresh(&state, signed_in, params, Platform::$Platform, id).await?;
                Ok(Json(scraped.into()))
            }
        }
    };
}

each_platform!(operations);

/// Message that the web app shows when a scrape found nothing new.
const UP_TO_DATE: &str = "Profile is up to date - no new posts/videos";

/// The result of scraping one account.
pub(crate) struct ScrapedAccount {
    pub(crate) status: RunStatus,
    pub(crate) message: String,
    pub(crate) items_new: i64,
    pub(crate) items_updated: i64,
    pub(crate) run_id: Option<Uuid>,
    pub(crate) waiting: Option<Waiting>,
}

impl From<ScrapedAccount> for InstagramRefresh {
    fn from(scraped: ScrapedAccount) -> Self {
        Self {
            status: scraped.status,
            message: scraped.message,
            posts_processed: scraped.items_new,
            items_updated: scraped.items_updated,
            run_id: scraped.run_id,
            waiting: scraped.waiting,
        }
    }
}

impl From<ScrapedAccount> for TiktokRefresh {
    fn from(scraped: ScrapedAccount) -> Self {
        Self {
            status: scraped.status,
            message: scraped.message,
            videos_processed: scraped.items_new,
            items_updated: scraped.items_updated,
            run_id: scraped.run_id,
            waiting: scraped.waiting,
        }
    }
}

/// Scrapes one tracked account.
async fn refresh(
    state: &HttpState,
    signed_in: SignedIn,
    params: ScrapeParams,
    platform: Platform,
    id: i64,
) -> Result<ScrapedAccount, Problem> {
    let scope = &*signed_in.managing_accounts(params.group_id).await?;
    let mut transaction = scope.read().await?;
    let account = accounts::find(&mut transaction, platform, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    drop(transaction);
    if account.handle_conflict_at.is_some() {
        return Err(Problem::new(
            ErrorCode::ScrapeFailed,
            Outcome::IdentityChanged.text(platform, OutcomeSubject::Account),
        ));
    }
    note(
        scope,
        json!({"platform": platform.code(), "username": account.username}),
    )
    .await?;
    let target = Target::Account(account.account_id);
    let scraped = state.scrapes.scrape(platform, &[target], params.wait).await?;
    scope.scraped();
    let run_id = scraped.runs.last().copied();
    match scraped.ends.get(&target) {
        Some(end) if end.outcome.is_success() => Ok(ScrapedAccount {
            status: RunStatus::Completed,
            message: completed_message(*end),
            items_new: end.items_new,
            items_updated: end.items_updated,
            run_id,
            waiting: None,
        }),
        Some(end) => {
            let code = match end.outcome {
                Outcome::NotFound => ErrorCode::NotFound,
                _ => ErrorCode::ScrapeFailed,
            };
            let text = end.outcome.text(platform, OutcomeSubject::Account);
            Err(Problem::new(code, text))
        }
        None if scraped.ended() => {
            // An account that was deleted after the lookup above is not scraped.
            let mut transaction = scope.read().await?;
            let still_tracked = accounts::find(&mut transaction, platform, id).await?;
            still_tracked.ok_or(ErrorCode::NotFound)?;
            drop(transaction);
            let waiting = units_waiting(state, scope, platform, &[target]).await?;
            let text = waiting.map_or(INTERRUPTED.into(), |waiting| Cow::from(waiting.message));
            Err(Problem::new(ErrorCode::ScrapeFailed, text))
        }
        None => Ok(ScrapedAccount {
            status: RunStatus::Processing,
            message: IN_BACKGROUND.to_owned(),
            items_new: 0,
            items_updated: 0,
            run_id,
            waiting: units_waiting(state, scope, platform, &[target]).await?,
        }),
    }
}

fn completed_message(end: End) -> String {
    match end.items_new {
        0 => UP_TO_DATE.to_owned(),
        1 => "1 new item".to_owned(),
        n => format!("{n} new items"),
    }
}
