//! `GET /api/dashboard/stats`

use axum::Json;
use clipmeter_db::runs::capacity;
use clipmeter_db::stats::{self, overview};
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::freshness::{Freshness, freshness};
use crate::http::common::AccountScope;
use crate::http::error::Problem;
use crate::http::scope::GroupScope;
use crate::http::totals::{AccountCounts, InstagramTotals, TiktokTotals};
use crate::http::waiting::Waits;

/// Totals over everything in scope: a member's own group, or all groups for an admin.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DashboardStats {
    /// Tracked accounts.
    pub(crate) accounts: AccountCounts,
    /// Collected items.
    pub(crate) content: ContentCounts,
    /// Instagram's totals.
    pub(crate) instagram: InstagramTotals,
    /// TikTok's totals.
    pub(crate) tiktok: TiktokTotals,
    /// The age of the metrics.
    pub(crate) freshness: Freshness,
}

/// Collected items of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ContentCounts {
    /// Instagram posts.
    pub(crate) instagram_posts: i64,
    /// TikTok videos.
    pub(crate) tiktok_videos: i64,
}

/// Totals of the dashboard
///
/// Exact totals over a member's own group, or for admins over one group or all, and the age of the metrics.
#[utoipa::path(
    get,
    path = "/api/dashboard/stats",
    tag = "Dashboard",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = DashboardStats, description = "The totals"),
    ),
)]
pub(crate) async fn dashboard_stats(scope: GroupScope) -> Result<Json<DashboardStats>, Problem> {
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let instagram = stats::totals(&mut transaction, Platform::Instagram).await?;
    let tiktok = stats::totals(&mut transaction, Platform::Tiktok).await?;
    let scheduled = overview::scheduled(&mut transaction).await?;
    let instagram_cooldown = capacity::cooldown_until(&mut transaction, Platform::Instagram, now).await?;
    let tiktok_cooldown = capacity::cooldown_until(&mut transaction, Platform::Tiktok, now).await?;
    let instagram_waits = Waits::of(&mut transaction, Platform::Instagram, now).await?;
    let tiktok_waits = Waits::of(&mut transaction, Platform::Tiktok, now).await?;
    Ok(Json(DashboardStats {
        accounts: AccountCounts {
            instagram: instagram.accounts,
            tiktok: tiktok.accounts,
        },
        content: ContentCounts {
            instagram_posts: instagram.items,
            tiktok_videos: tiktok.items,
        },
        instagram: InstagramTotals::from(&instagram),
        tiktok: TiktokTotals::from(&tiktok),
        freshness: Freshness {
            instagram: freshness(
                &scheduled,
                Platform::Instagram,
                now,
                instagram_cooldown,
                &instagram_waits,
            ),
            tiktok: freshness(&scheduled, Platform::Tiktok, now, tiktok_cooldown, &tiktok_waits),
        },
    }))
}
