//! `GET /api/admin/scraping/status`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::sessions;
use clipmeter_db::stats::overview::{self, ScheduledAccount};
use clipmeter_proto::v1::Platform;

use super::RECENT;
use crate::http::accounts::Progress;
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::{AccountCounts, AccountScope, ScrapingStatus, SessionCounts};

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
pub(super) async fn scraping_status(
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
        i64::try_from(counted).unwrap_or(i64::MAX)
    };
    AccountCounts {
        instagram: of(Platform::Instagram),
        tiktok: of(Platform::Tiktok),
    }
}
