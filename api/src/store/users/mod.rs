//! Users: who they are, what an admin does with them, and what they do with themselves.

mod manage;
mod own;
mod sign_in;

use chrono::{DateTime, Utc};

pub use manage::{
    AddedContent, ListedUser, added_by, create, delete, detach_managed, find, has_admin, list, set_password,
    toggle,
};
pub use own::{NewRegistration, change_password, end_sign_in, end_sign_ins, note_sign_in, register};
pub use sign_in::{SignIn, sign_in, sign_in_by_id, sign_in_by_token};

/// A user as shown to people.
#[derive(Clone, Debug)]
pub struct UserRow {
    /// The user's id.
    pub user_id: i64,
    /// Unique without regard to case.
    pub username: String,
    /// Unique without regard to case.
    pub email: Option<String>,
    /// Empty when none was given.
    pub full_name: String,
    /// Empty when none was given.
    pub company_name: String,
    /// Manages the whole platform.
    pub is_admin: bool,
    /// Can manage the accounts of the group.
    pub is_group_admin: bool,
    /// Whether the user may sign in.
    pub is_active: bool,
    /// None for admins and for users who wait for a group.
    pub group_id: Option<i64>,
    /// The group's name.
    pub group_name: Option<String>,
    /// When the user was made.
    pub created_at: DateTime<Utc>,
}

/// A user to make.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewUser<'a> {
    /// Unique without regard to case.
    pub username: &'a str,
    /// Unique without regard to case.
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
}
