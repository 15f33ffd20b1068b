//! Details of one client group.

use chrono::{DateTime, Utc};
use clipmeter_db::groups::GroupMember;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Cost, Group, InstagramAccount, InstagramPost, InstagramTotals, Intervals, TiktokAccount, TiktokTotals,
    TiktokVideo,
};

/// A client group with its settings, totals, accounts, latest items and users.
#[derive(Serialize, ToSchema)]
pub struct GroupDetail {
    /// As in the list of groups.
    #[serde(flatten)]
    pub group: Group,
    /// Whether every member may add, scrape and delete accounts, or only the group's admins.
    pub members_manage_accounts: bool,
    /// Cost of the group's posts; null when the platform's cost applies.
    pub cost: Option<Cost>,
    /// The group's cost, or else the platform's.
    pub cost_in_effect: Cost,
    /// Minutes; null when the platform's interval applies.
    pub instagram_interval: Option<i32>,
    /// Minutes; null when the platform's interval applies.
    pub tiktok_interval: Option<i32>,
    /// The group's intervals, or else the platform's.
    pub intervals: Intervals,
    /// The group's Instagram accounts and their posts.
    pub instagram: GroupInstagram,
    /// The group's TikTok accounts and their videos.
    pub tiktok: GroupTiktok,
    /// The group's users, in alphabetical order.
    pub users: Vec<GroupUser>,
}

/// The Instagram data of a group.
#[derive(Serialize, ToSchema)]
pub struct GroupInstagram {
    /// Sums and averages over the posts.
    #[serde(flatten)]
    pub totals: InstagramTotals,
    /// Posts collected.
    pub total_posts: i64,
    /// In alphabetical order.
    pub accounts: Vec<InstagramAccount>,
    /// The 10 latest, newest first.
    pub recent_posts: Vec<InstagramPost>,
}

/// The TikTok data of a group.
#[derive(Serialize, ToSchema)]
pub struct GroupTiktok {
    /// Sums and averages over the videos.
    #[serde(flatten)]
    pub totals: TiktokTotals,
    /// Videos collected, including single ones.
    pub total_videos: i64,
    /// In alphabetical order.
    pub accounts: Vec<TiktokAccount>,
    /// The 10 latest, newest first.
    pub recent_videos: Vec<TiktokVideo>,
}

/// A user of a group. Members see only the names of their colleagues; platform admins see all fields.
#[derive(Serialize, ToSchema)]
pub struct GroupUser {
    /// User ID.
    pub id: i64,
    /// The username for sign-in.
    pub username: String,
    /// Empty when none was given.
    pub full_name: String,
    /// Whether the user can manage the accounts of the group.
    pub is_group_admin: bool,
    /// An inactive user cannot sign in.
    pub is_active: bool,
    /// Null for members, and when none was given.
    pub email: Option<String>,
    /// When the user was created; null for members.
    pub created_at: Option<DateTime<Utc>>,
}

impl GroupUser {
    /// Returns the user as shown to platform admins.
    pub(crate) fn for_admin(user: GroupMember) -> Self {
        Self {
            email: user.email.clone(),
            created_at: Some(user.created_at),
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
        }
    }
}
