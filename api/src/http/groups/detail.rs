//! `GET /api/groups/{id}`

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::tracking::accounts as tracked;
use clipmeter_db::{content, groups, stats};
use clipmeter_proto::v1::Platform;

use crate::http::accounts::AccountView;
use crate::http::content::{instagram_post, tiktok_video};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::{SignedIn, Transaction};
use crate::http::types::{
    Cost, GroupDetail, GroupInstagram, GroupTiktok, GroupUser, InstagramTotals, Intervals, TiktokTotals,
};

/// Length of each list of latest items.
const RECENT: i64 = 10;

/// Show a client group in full
///
/// Admins may read any; others their own.
#[utoipa::path(
    get,
    path = "/api/groups/{id}",
    tag = "Groups",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The group")),
    responses(
        (status = 200, body = GroupDetail, description = "The group"),
    ),
)]
pub(super) async fn group_detail(
    signed_in: SignedIn,
    PathId(id): PathId,
) -> Result<Json<GroupDetail>, Problem> {
    let scope = signed_in.in_group(Some(id)).await?;
    let mut transaction = scope.read().await?;
    let group = groups::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let settings = groups::settings(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let user = if scope.caller().user().is_admin {
        GroupUser::for_admin
    } else {
        GroupUser::for_member
    };
    let now = scope.caller().now();
    let instagram = on_platform(&mut transaction, Platform::Instagram, now).await?;
    let tiktok = on_platform(&mut transaction, Platform::Tiktok, now).await?;
    Ok(Json(GroupDetail {
        group: group.into(),
        members_manage_accounts: settings.members_manage_accounts,
        cost: settings.cost.map(|cost| Cost::from(cost.0)),
        cost_in_effect: Cost::from(settings.cost_in_effect.0),
        instagram_interval: settings.instagram_interval,
        tiktok_interval: settings.tiktok_interval,
        intervals: Intervals {
            instagram: settings.instagram_interval_in_effect,
            tiktok: settings.tiktok_interval_in_effect,
        },
        instagram: GroupInstagram {
            totals: InstagramTotals::from(&instagram.totals),
            total_posts: instagram.totals.items,
            accounts: instagram.accounts.into_iter().map(Into::into).collect(),
            recent_posts: instagram.recent.into_iter().map(instagram_post).collect(),
        },
        tiktok: GroupTiktok {
            totals: TiktokTotals::from(&tiktok.totals),
            total_videos: tiktok.totals.items,
            accounts: tiktok.accounts.into_iter().map(Into::into).collect(),
            recent_videos: tiktok.recent.into_iter().map(tiktok_video).collect(),
        },
        users: groups::members(&mut transaction, id)
            .await?
            .into_iter()
            .map(user)
            .collect(),
    }))
}

/// Returns the data of the group in scope on a platform.
struct OnPlatform {
    totals: stats::Totals,
    accounts: Vec<AccountView>,
    recent: Vec<content::ContentItem>,
}

async fn on_platform(
    transaction: &mut Transaction,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<OnPlatform, Problem> {
    let accounts = tracked::list(transaction, platform, None).await?;
    Ok(OnPlatform {
        totals: stats::totals(transaction, platform).await?,
        accounts: AccountView::all(transaction, platform, accounts, now).await?,
        recent: content::latest_of_group(transaction, platform, RECENT).await?,
    })
}
