//! Totals, and `GET /api/dashboard/stats`

use axum::Json;
use clipmeter_db::database::scope::reuse_plans;
use clipmeter_db::stats::{self, Totals, overview};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Target;
use serde::Serialize;
use utoipa::ToSchema;

use super::freshness::{Freshness, freshness};
use crate::http::common::AccountScope;
use crate::http::error::Problem;
use crate::http::metrics::{InstagramTotalCounts, TiktokTotalCounts};
use crate::http::scope::GroupScope;
use crate::http::waiting::Waits;

/// Tracked accounts of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct AccountCounts {
    /// Instagram accounts.
    pub(crate) instagram: i64,
    /// TikTok accounts.
    pub(crate) tiktok: i64,
}

/// Sums and averages over Instagram posts. The averages are ratios of totals over the posts whose views are known.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramTotals {
    /// Posts whose views are known; sums and averages of views cover these. Photos, for example, have none.
    pub(crate) viewed: i64,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) counts: InstagramTotalCounts,
    /// Cost per thousand views over all posts, 4 decimals; 0 without views or cost.
    pub(crate) avg_cpm: f64,
    /// Mean of the posts' CPMs: each post counts the same, however few views it has. 4 decimals; 0 without any.
    pub(crate) mean_cpm: f64,
    /// Likes and comments as a percentage of views over all posts, 2 decimals; 0 without views.
    pub(crate) avg_engagement: f64,
    /// Mean of the posts' engagement rates: each post counts the same. 2 decimals; 0 without any.
    pub(crate) mean_engagement: f64,
}

impl From<&Totals> for InstagramTotals {
    fn from(totals: &Totals) -> Self {
        Self {
            viewed: totals.viewed,
            counts: totals.counts.into(),
            avg_cpm: totals.cpm.unwrap_or_default(),
            mean_cpm: totals.mean_cpm.unwrap_or_default(),
            avg_engagement: totals.engagement_rate.unwrap_or_default(),
            mean_engagement: totals.mean_engagement_rate.unwrap_or_default(),
        }
    }
}

/// Sums and averages over TikTok videos. The averages are ratios of totals over the videos whose views are known.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct TiktokTotals {
    /// Videos whose views are known; sums and averages of views cover these.
    pub(crate) viewed: i64,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) counts: TiktokTotalCounts,
    /// Cost per thousand views over all videos, 4 decimals; 0 without views or cost.
    pub(crate) avg_cpm: f64,
    /// Mean of the videos' CPMs: each video counts the same, however few views it has. 4 decimals; 0 without any.
    pub(crate) mean_cpm: f64,
    /// Likes, comments and shares as a percentage of views over all videos, 2 decimals; 0 without views.
    pub(crate) avg_engagement: f64,
    /// Mean of the videos' engagement rates: each video counts the same. 2 decimals; 0 without any.
    pub(crate) mean_engagement: f64,
}

impl From<&Totals> for TiktokTotals {
    fn from(totals: &Totals) -> Self {
        Self {
            viewed: totals.viewed,
            counts: totals.counts.into(),
            avg_cpm: totals.cpm.unwrap_or_default(),
            mean_cpm: totals.mean_cpm.unwrap_or_default(),
            avg_engagement: totals.engagement_rate.unwrap_or_default(),
            mean_engagement: totals.mean_engagement_rate.unwrap_or_default(),
        }
    }
}

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
    reuse_plans(&mut transaction).await?;
    let totals = stats::totals(&mut transaction).await?;
    let [instagram, tiktok] = [Platform::Instagram, Platform::Tiktok].map(|platform| totals.of(platform));
    let scheduled = overview::scheduled(&mut transaction).await?;
    let targets = |platform: Platform| -> Vec<Target> {
        let its = scheduled.iter().filter(|account| account.platform == platform);
        its.map(|account| Target::Account(account.account_id)).collect()
    };
    let (instagram_targets, tiktok_targets) = (targets(Platform::Instagram), targets(Platform::Tiktok));
    let instagram_waits = Waits::of(&mut transaction, Platform::Instagram, &instagram_targets, now).await?;
    let tiktok_waits = Waits::of(&mut transaction, Platform::Tiktok, &tiktok_targets, now).await?;
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
            instagram: freshness(&scheduled, Platform::Instagram, now, &instagram_waits),
            tiktok: freshness(&scheduled, Platform::Tiktok, now, &tiktok_waits),
        },
    }))
}
