//! `GET /api/groups/{id}`

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::database::scope::reuse_plans;
use clipmeter_db::groups::{self, GroupMember};
use clipmeter_db::tracking::accounts;
use clipmeter_db::{content, stats};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::group::Group;
use crate::http::accounts::account::{InstagramAccount, TiktokAccount};
use crate::http::accounts::view::AccountView;
use crate::http::common::instagram_and_tiktok;
use crate::http::content::item::{InstagramPost, TiktokVideo};
use crate::http::content::view::{instagram_post, tiktok_video};
use crate::http::cost::Cost;
use crate::http::dashboard::stats::{InstagramTotals, TiktokTotals};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::{PathId, Query};
use crate::http::scope::SignedIn;
use crate::http::scraping::intervals::Intervals;

/// A client group with its settings, totals, accounts, latest items and users.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupDetail {
    /// The group as in the list of groups.
    #[serde(flatten)]
    pub(crate) group: Group,
    /// Whether all members may add, scrape and delete accounts, or only the group's admins.
    pub(crate) members_manage_accounts: bool,
    /// Cost of the group's posts; null when the platform's cost applies.
    pub(crate) cost: Option<Cost>,
    /// The group's cost, or else the platform's.
    pub(crate) cost_in_effect: Cost,
    /// ISO 4217 code of the costs, the group's or else the platform's; null: they have no currency.
    #[schema(example = "EUR")]
    pub(crate) currency_in_effect: Option<String>,
    /// Minutes; null when the platform's interval applies.
    pub(crate) instagram_interval: Option<i32>,
    /// Minutes; null when the platform's interval applies.
    pub(crate) tiktok_interval: Option<i32>,
    /// The group's intervals, or else the platform's.
    pub(crate) intervals: Intervals,
    /// The group's Instagram accounts and their posts.
    pub(crate) instagram: GroupInstagram,
    /// The group's TikTok accounts and their videos.
    pub(crate) tiktok: GroupTiktok,
    /// The group's users, in alphabetical order.
    pub(crate) users: Vec<GroupUser>,
}

/// The Instagram data of a group.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupInstagram {
    /// Sums and averages over the posts.
    #[serde(flatten)]
    pub(crate) totals: InstagramTotals,
    /// Posts collected.
    pub(crate) total_posts: i64,
    /// In alphabetical order.
    pub(crate) accounts: Vec<InstagramAccount>,
    /// The 10 latest, newest first.
    pub(crate) recent_posts: Vec<InstagramPost>,
}

/// The TikTok data of a group.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupTiktok {
    /// Sums and averages over the videos.
    #[serde(flatten)]
    pub(crate) totals: TiktokTotals,
    /// Videos collected, including single ones.
    pub(crate) total_videos: i64,
    /// In alphabetical order.
    pub(crate) accounts: Vec<TiktokAccount>,
    /// The 10 latest, newest first.
    pub(crate) recent_videos: Vec<TiktokVideo>,
}

/// A user of a group. Members see only the names of their colleagues; platform admins see all fields.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupUser {
    /// User ID.
    pub(crate) id: i64,
    /// The username for sign-in.
    pub(crate) username: String,
    /// Empty if none was given.
    pub(crate) full_name: String,
    /// Whether the user can manage the accounts and the users of the group.
    pub(crate) is_group_admin: bool,
    /// An inactive user cannot sign in.
    pub(crate) is_active: bool,
    /// Null for members, and when none was given.
    pub(crate) email: Option<String>,
    /// When the user was created; null for members.
    pub(crate) created_at: Option<DateTime<Utc>>,
    /// When the user last signed in; null for members, and if never.
    pub(crate) last_login: Option<DateTime<Utc>>,
}

impl GroupUser {
    /// Returns the user as shown to platform admins.
    pub(crate) fn for_admin(user: GroupMember) -> Self {
        Self {
            email: user.email.clone(),
            created_at: Some(user.created_at),
            last_login: user.last_login,
            ..Self::for_member(user)
        }
    }

    /// Returns the user as shown to other members.
    pub(crate) fn for_member(user: GroupMember) -> Self {
        Self {
            id: user.id,
            username: user.username,
            full_name: user.full_name,
            is_group_admin: user.is_group_admin,
            is_active: user.is_active,
            email: None,
            created_at: None,
            last_login: None,
        }
    }
}

/// How much of a group is shown.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GroupDetailQuery {
    /// Maximum number of accounts of each platform, 0 to 100; all if absent.
    #[param(minimum = 0, maximum = 100)]
    pub(crate) accounts: Option<usize>,
}

impl GroupDetailQuery {
    fn most_accounts(self) -> Result<Option<i64>, Problem> {
        match self.accounts {
            None => Ok(None),
            Some(most @ 0..=100) => Ok(i64::try_from(most).ok()),
            Some(_) => Err(Problem::invalid("accounts must be from 0 to 100")),
        }
    }
}

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
    params(GroupDetailQuery, ("id" = i64, Path, description = "The group")),
    responses(
        (status = 200, body = GroupDetail, description = "The group"),
    ),
)]
pub(crate) async fn group_detail(
    signed_in: SignedIn,
    PathId(id): PathId,
    Query(query): Query<GroupDetailQuery>,
) -> Result<Json<GroupDetail>, Problem> {
    let most = query.most_accounts()?;
    let scope = signed_in.in_group(Some(id)).await?;
    let mut transaction = scope.read().await?;
    reuse_plans(&mut transaction).await?;
    let group: Group = groups::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?
        .into();
    let settings = groups::settings(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let is_admin = scope.caller().user().is_admin;
    let user = if is_admin {
        GroupUser::for_admin
    } else {
        GroupUser::for_member
    };
    let now = scope.caller().now();
    let totals = stats::totals(&mut transaction).await?;
    let [instagram_totals, tiktok_totals] =
        [Platform::Instagram, Platform::Tiktok].map(|platform| totals.of(platform));
    let mut views = Vec::new();
    for (platform, rows) in accounts::first_by_name(&mut transaction, most).await? {
        let of_platform = AccountView::all(&mut transaction, platform, rows, now).await?;
        views.extend(of_platform.into_iter().map(|view| (platform, view)));
    }
    let [instagram_accounts, tiktok_accounts] = instagram_and_tiktok(views);
    let recent = content::latest_of_group(&mut transaction, RECENT).await?;
    let [recent_posts, recent_videos] = instagram_and_tiktok(recent);
    Ok(Json(GroupDetail {
        group: if is_admin { group } else { group.for_member() },
        members_manage_accounts: settings.members_manage_accounts,
        cost: settings.cost.map(|cost| Cost::from(cost.0)),
        cost_in_effect: Cost::from(settings.cost_in_effect.0),
        currency_in_effect: settings.currency_in_effect,
        instagram_interval: settings.instagram_interval,
        tiktok_interval: settings.tiktok_interval,
        intervals: Intervals {
            instagram: settings.instagram_interval_in_effect,
            tiktok: settings.tiktok_interval_in_effect,
        },
        instagram: GroupInstagram {
            totals: InstagramTotals::from(&instagram_totals),
            total_posts: instagram_totals.items,
            accounts: instagram_accounts.into_iter().map(Into::into).collect(),
            recent_posts: recent_posts.into_iter().map(instagram_post).collect(),
        },
        tiktok: GroupTiktok {
            totals: TiktokTotals::from(&tiktok_totals),
            total_videos: tiktok_totals.items,
            accounts: tiktok_accounts.into_iter().map(Into::into).collect(),
            recent_videos: recent_videos.into_iter().map(tiktok_video).collect(),
        },
        users: groups::members(&mut transaction, id)
            .await?
            .into_iter()
            .map(user)
            .collect(),
    }))
}
