//! `GET /api/admin/scraping/status`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::sessions;
use clipmeter_db::stats::overview::{self, ScheduledAccount};
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::saturate;
use serde::Serialize;
use utoipa::ToSchema;

use super::RECENT;
use crate::http::common::AccountScope;
use crate::http::dashboard::stats::AccountCounts;
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::progress::Progress;
use crate::http::scope::Admin;
use crate::http::state::HttpState;

/// Scraping status, in accounts of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ScrapingStatus {
    /// Never scraped, due, or being scraped.
    pub(crate) pending: AccountCounts,
    /// Successfully scraped within the last 24 hours.
    pub(crate) recent: AccountCounts,
    /// Being scraped, or in a run that waits for its scraper.
    pub(crate) running: AccountCounts,
    /// The last attempt failed.
    pub(crate) failing: AccountCounts,
    /// The pool of Instagram sessions, independent of the group. Up to a minute old.
    pub(crate) sessions: SessionCounts,
}

/// Whether there are enough Instagram sessions.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct SessionCounts {
    /// Sessions that are in use or can be leased now.
    #[schema(example = 14)]
    pub(crate) usable: i64,
    /// Sessions that the tracked accounts need if each runs at half of its rate limit.
    #[schema(example = 3)]
    pub(crate) required: i64,
}

/// Show the scraping status
///
/// Counts the accounts of all active groups, or of one group; one tracked by several groups counts once.
#[utoipa::path(
    get,
    path = "/api/admin/scraping/status",
    tag = "Admin",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = ScrapingStatus, description = "The counts"),
    ),
)]
pub(crate) async fn scraping_status(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    Query(params): Query<AccountScope>,
) -> Result<Json<ScrapingStatus>, Problem> {
    let now = admin.caller().now();
    // Sessions belong to no group, and are not visible in the scope of one.
    let pool = sessions::counts(&mut *admin.read().await?, &state.secrets, now).await?;
    let scope = admin.in_group(params.group_id).await?;
    let mut transaction = scope.read().await?;
    let accounts = overview::scheduled(&mut transaction).await?;
    let assigned = overview::assigned_accounts(&mut transaction).await?;
    let is_running = |account: &ScheduledAccount| assigned.contains(&account.account_id);
    let since = now - RECENT;
    Ok(Json(ScrapingStatus {
        pending: count(&accounts, |account| {
            is_running(account) || (!account.is_undecided && Progress::from(account).is_due(now))
        }),
        recent: count(&accounts, |account| {
            account.last_success_at.is_some_and(|time| time >= since)
        }),
        running: count(&accounts, is_running),
        failing: count(&accounts, |account| account.consecutive_failures > 0),
        sessions: SessionCounts {
            usable: pool.usable,
            required: pool.required,
        },
    }))
}

fn count(accounts: &[ScheduledAccount], rule: impl Fn(&ScheduledAccount) -> bool) -> AccountCounts {
    let of = |platform| {
        let counted = accounts
            .iter()
            .filter(|account| account.platform == platform && rule(account))
            .count();
        saturate::<i64>(counted)
    };
    AccountCounts {
        instagram: of(Platform::Instagram),
        tiktok: of(Platform::Tiktok),
    }
}
