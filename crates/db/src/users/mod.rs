//! Users: their records, management by admins, and their own changes.

mod manage;
mod own;
mod sign_in;

use chrono::{DateTime, Utc};

pub use manage::{
    AddedContent, Edited, ListedUser, UserEdit, added_by, count, create, delete, detach_managed, edit, find,
    has_admin, list, lock, set_password, toggle,
};
pub use own::{NewRegistration, change_password, end_sign_in, end_sign_ins, note_sign_in, register};
pub use sign_in::{SignIn, sign_in, sign_in_by_id, sign_in_by_token};

/// A user as shown in the dashboard, or a viewer with a share link.
#[derive(Clone, Debug)]
pub struct UserRow {
    /// For a viewer the negative ID of the link.
    pub user_id: i64,
    /// Unique, case-insensitive.
    pub username: String,
    /// Unique, case-insensitive.
    pub email: Option<String>,
    /// May be empty.
    pub full_name: String,
    /// May be empty.
    pub company_name: String,
    /// Manages the whole platform.
    pub is_admin: bool,
    /// Can manage the accounts of the group.
    pub is_group_admin: bool,
    /// Whether the user may sign in.
    pub is_active: bool,
    /// `None` for admins and for users without a group.
    pub group_id: Option<i64>,
    pub group_name: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl UserRow {
    /// Returns the ID of the share link with which a viewer reads.
    #[must_use]
    pub fn share_link(&self) -> Option<i64> {
        (self.user_id < 0).then_some(-self.user_id)
    }
}

/// A user to create.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewUser<'a> {
    /// Unique, case-insensitive.
    pub username: &'a str,
    /// Unique, case-insensitive.
    pub email: Option<&'a str>,
    /// May be empty.
    pub full_name: &'a str,
    /// PHC string.
    pub password_hash: &'a str,
    /// Manages the whole platform.
    pub is_admin: bool,
    /// Can manage the accounts of the group.
    pub is_group_admin: bool,
    /// Required unless `is_admin`.
    pub group_id: Option<i64>,
    /// Whether the user must replace the password at the first sign-in, because an admin knows it.
    pub must_change_password: bool,
}
