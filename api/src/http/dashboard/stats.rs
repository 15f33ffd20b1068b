//! `GET /api/dashboard/stats`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::error::Problem;
use crate::http::scope::GroupScope;
use crate::http::types::{
    AccountCounts, AccountScope, ContentCounts, DashboardStats, InstagramTotals, TiktokTotals,
};
use crate::store::stats;

/// Totals of the dashboard
///
/// Exact, over a member's own group, or for admins over one group or all.
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
pub(super) async fn dashboard_stats(scope: GroupScope) -> Result<Json<DashboardStats>, Problem> {
    let mut transaction = scope.read().await?;
    let instagram = stats::totals(&mut transaction, Platform::Instagram).await?;
    let tiktok = stats::totals(&mut transaction, Platform::Tiktok).await?;
    Ok(Json(DashboardStats {
        accounts: AccountCounts {
            instagram: instagram.accounts,
            tiktok: tiktok.accounts,
        },
        content: ContentCounts {
            instagram_posts: instagram.items,
            tiktok_videos: tiktok.items,
        },
        instagram: InstagramTotals {
            total_views: instagram.views,
            total_likes: instagram.likes,
            total_comments: instagram.comments,
            avg_cpm: instagram.cpm.unwrap_or_default(),
            avg_engagement: instagram.engagement_rate.unwrap_or_default(),
        },
        tiktok: TiktokTotals {
            total_views: tiktok.views,
            total_likes: tiktok.likes,
            total_comments: tiktok.comments,
            total_shares: tiktok.shares,
            avg_cpm: tiktok.cpm.unwrap_or_default(),
            avg_engagement: tiktok.engagement_rate.unwrap_or_default(),
        },
    }))
}
