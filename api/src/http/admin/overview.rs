//! `GET /api/admin/stats/overview`

use axum::Json;
use clipmeter_db::database::scope::reuse_plans;
use clipmeter_db::stats::{self, overview};
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::RECENT;
use crate::http::common::AccountScope;
use crate::http::dashboard::stats::AccountCounts;
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::metrics::{CountSums, InstagramSums};
use crate::http::scope::Admin;

/// Totals over all groups or one group.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AdminOverview {
    /// Users.
    pub(crate) users: UserCounts,
    /// Tracked accounts; one tracked by several groups counts once.
    pub(crate) accounts: AccountCounts,
    /// Collected items.
    pub(crate) content: CollectedContent,
    /// Sums of the known counts.
    pub(crate) engagement: Engagement,
}

/// Number of users.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct UserCounts {
    /// All users, including platform admins when the totals cover all groups.
    pub(crate) total: i64,
    /// Active users.
    pub(crate) active: i64,
}

/// Collected items of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct CollectedContent {
    /// Instagram posts.
    pub(crate) instagram_posts: i64,
    /// TikTok videos.
    pub(crate) tiktok_videos: i64,
    /// Instagram posts first collected within the last 24 hours.
    pub(crate) recent_instagram: i64,
    /// TikTok videos first collected within the last 24 hours.
    pub(crate) recent_tiktok: i64,
}

/// Sums of the known counts of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Engagement {
    /// Over Instagram posts.
    pub(crate) instagram: InstagramEngagement,
    /// Over TikTok videos.
    pub(crate) tiktok: TiktokEngagement,
}

/// Sums over Instagram posts.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramEngagement {
    /// Posts whose views are known.
    pub(crate) viewed: i64,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) counts: InstagramSums,
}

/// Sums over TikTok videos.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct TiktokEngagement {
    /// Videos whose views are known.
    pub(crate) viewed: i64,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) counts: CountSums,
}

/// Show the platform's totals
///
/// Over all groups, or over one. Recent items were first collected within the last 24 hours.
#[utoipa::path(
    get,
    path = "/api/admin/stats/overview",
    tag = "Admin",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = AdminOverview, description = "The totals"),
    ),
)]
pub(crate) async fn admin_overview(
    admin: Admin,
    Query(params): Query<AccountScope>,
) -> Result<Json<AdminOverview>, Problem> {
    let scope = admin.in_group(params.group_id).await?;
    let since = scope.caller().now() - RECENT;
    let mut transaction = scope.read().await?;
    reuse_plans(&mut transaction).await?;
    let users = overview::users(&mut transaction).await?;
    let totals = stats::totals(&mut transaction).await?;
    let [instagram, tiktok] = [Platform::Instagram, Platform::Tiktok].map(|platform| totals.of(platform));
    let recent = overview::items_since(&mut transaction, since).await?;
    Ok(Json(AdminOverview {
        users: UserCounts {
            total: users.total,
            active: users.active,
        },
        accounts: AccountCounts {
            instagram: instagram.accounts,
            tiktok: tiktok.accounts,
        },
        content: CollectedContent {
            instagram_posts: instagram.items,
            tiktok_videos: tiktok.items,
            recent_instagram: recent.of(Platform::Instagram),
            recent_tiktok: recent.of(Platform::Tiktok),
        },
        engagement: Engagement {
            instagram: InstagramEngagement {
                viewed: instagram.viewed,
                counts: instagram.counts.into(),
            },
            tiktok: TiktokEngagement {
                viewed: tiktok.viewed,
                counts: tiktok.counts.into(),
            },
        },
    }))
}
