//! `GET /api/admin/stats/overview`

use axum::Json;
use clipmeter_db::stats::{self, overview};
use clipmeter_proto::v1::Platform;

use super::RECENT;
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::Admin;
use crate::http::types::{
    AccountCounts, AccountScope, AdminOverview, CollectedContent, Engagement, InstagramEngagement,
    TiktokEngagement, UserCounts,
};

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
pub(super) async fn admin_overview(
    admin: Admin,
    Query(params): Query<AccountScope>,
) -> Result<Json<AdminOverview>, Problem> {
    let scope = admin.in_group(params.group_id).await?;
    let since = scope.caller().now() - RECENT;
    let mut transaction = scope.read().await?;
    let users = overview::users(&mut transaction).await?;
    let instagram = stats::totals(&mut transaction, Platform::Instagram).await?;
    let tiktok = stats::totals(&mut transaction, Platform::Tiktok).await?;
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
            recent_instagram: overview::items_since(&mut transaction, Platform::Instagram, since).await?,
            recent_tiktok: overview::items_since(&mut transaction, Platform::Tiktok, since).await?,
        },
        engagement: Engagement {
            instagram: InstagramEngagement {
                viewed: instagram.viewed,
                views: instagram.views,
                likes: instagram.likes,
                comments: instagram.comments,
            },
            tiktok: TiktokEngagement {
                viewed: tiktok.viewed,
                views: tiktok.views,
                likes: tiktok.likes,
                comments: tiktok.comments,
                shares: tiktok.shares,
            },
        },
    }))
}
