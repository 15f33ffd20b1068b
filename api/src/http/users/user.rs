//! A user in responses.

use chrono::{DateTime, Utc};
use clipmeter_db::users::UserRow;
use serde::Serialize;
use utoipa::ToSchema;

/// Remaining length besides the name of the group.
pub(crate) const MAX_FULL_NAME_LENGTH: usize = 100;

/// The role of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UserRole {
    /// Manages groups, users and sessions of the whole platform.
    Admin,
    /// Has access to one group.
    Member,
    /// Reads the dashboard of one group with a share link.
    Viewer,
}

/// A user.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct User {
    /// User ID; for a viewer the negative ID of the share link.
    pub(crate) id: i64,
    /// Unique, lower case.
    pub(crate) username: String,
    /// Empty if none was given.
    pub(crate) email: String,
    /// Empty if none was given.
    pub(crate) full_name: String,
    /// The user's company, or else the name of the group; may be empty.
    pub(crate) company_name: String,
    /// `admin`, `member` or `viewer`.
    pub(crate) role: UserRole,
    /// Whether the role is `admin`.
    pub(crate) is_admin: bool,
    /// An inactive user cannot sign in.
    pub(crate) is_active: bool,
    /// Absent for an admin.
    pub(crate) group_id: Option<i64>,
    /// Absent for an admin.
    pub(crate) group_name: Option<String>,
    /// Whether the user can manage the accounts and the users of the group.
    pub(crate) is_group_admin: bool,
    /// When the user was created.
    pub(crate) created_at: DateTime<Utc>,
}

impl From<&UserRow> for User {
    fn from(user: &UserRow) -> Self {
        Self {
            id: user.user_id,
            username: user.username.clone(),
            email: user.email.clone().unwrap_or_default(),
            full_name: user.full_name.clone(),
            company_name: match &user.group_name {
                Some(group) if user.company_name.is_empty() => group.clone(),
                _ => user.company_name.clone(),
            },
            role: match user.share_link() {
                Some(_) => UserRole::Viewer,
                None if user.is_admin => UserRole::Admin,
                None => UserRole::Member,
            },
            is_admin: user.is_admin,
            is_active: user.is_active,
            group_id: user.group_id,
            group_name: user.group_name.clone(),
            is_group_admin: user.is_group_admin,
            created_at: user.created_at,
        }
    }
}
