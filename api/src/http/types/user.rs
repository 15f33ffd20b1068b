//! Users and how they sign in.

use chrono::{DateTime, Utc};
use clipmeter_db::users::UserRow;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::present::null_as_default;

/// The sign-in form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// Username or email, case-insensitive.
    #[schema(example = "admin")]
    pub username: String,
    /// The password.
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
}

/// A self-registration.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "email": "ann@example.com", "password": "correct horse battery", "company_name": "Example Ltd"
}))]
pub struct Registration {
    /// An address like name@example.com; also becomes the username.
    #[schema(min_length = 3, max_length = 254)]
    pub email: String,
    /// At least 8 characters and not one of the most common passwords.
    #[schema(value_type = String, format = Password, min_length = 8, max_length = 256)]
    pub password: SecretString,
    /// At most 100 characters; omitted or null: empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, max_length = 100)]
    pub company_name: String,
}

/// A change of the caller's own password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"current_password": "correct horse battery", "new_password": "wrong staple donkey"}))]
pub struct PasswordChange {
    /// The current password.
    #[schema(value_type = String, format = Password)]
    pub current_password: SecretString,
    /// At least 8 characters and not one of the most common passwords.
    #[schema(value_type = String, format = Password, min_length = 8, max_length = 256)]
    pub new_password: SecretString,
}

/// A signed-in user, with the token for later calls.
#[derive(Serialize, ToSchema)]
pub struct SignedInUser {
    /// The user who signed in.
    pub user: User,
    /// Sent as `Authorization: Bearer` with every later call; valid for 12 hours.
    pub access_token: String,
}

/// The user to whom the token of a call belongs.
#[derive(Serialize, ToSchema)]
pub struct CurrentUser {
    /// The user as stored now, not as it was at sign-in.
    pub user: User,
}

/// The role of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserRole {
    /// Manages groups, users and sessions of the whole platform.
    Admin,
    /// Has access to one group.
    Member,
}

/// A user.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct User {
    /// User ID.
    pub id: i64,
    /// Unique, lower case.
    pub username: String,
    /// Empty when none was given.
    pub email: String,
    /// Empty when none was given.
    pub full_name: String,
    /// The user's company, or else the name of the group; may be empty.
    pub company_name: String,
    /// `admin` or `member`.
    pub role: UserRole,
    /// Whether the role is `admin`.
    pub is_admin: bool,
    /// An inactive user cannot sign in.
    pub is_active: bool,
    /// Absent for an admin.
    pub group_id: Option<i64>,
    /// Absent for an admin.
    pub group_name: Option<String>,
    /// Whether the user can manage the accounts of the group.
    pub is_group_admin: bool,
    /// When the user was created.
    pub created_at: DateTime<Utc>,
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
            role: if user.is_admin {
                UserRole::Admin
            } else {
                UserRole::Member
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
