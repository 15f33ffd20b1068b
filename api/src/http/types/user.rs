//! Users and how they sign in.

use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::present::null_as_default;
use crate::store::users::UserRow;

/// What the sign-in form sends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// Username or email, upper or lower case.
    #[schema(example = "admin")]
    pub username: String,
    /// The password.
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
}

/// Somebody who wants to become a user.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "email": "ann@example.com", "password": "correct horse battery", "company_name": "Example Ltd"
}))]
pub struct Registration {
    /// An address like name@example.com; becomes the username too.
    #[schema(min_length = 3, max_length = 254)]
    pub email: String,
    /// At least 8 characters and none of the most common passwords.
    #[schema(value_type = String, format = Password, min_length = 8, max_length = 256)]
    pub password: SecretString,
    /// At most 100 characters; left out or null: empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, max_length = 100)]
    pub company_name: String,
}

/// A new password for oneself.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"current_password": "correct horse battery", "new_password": "wrong staple donkey"}))]
pub struct PasswordChange {
    /// The password until now.
    #[schema(value_type = String, format = Password)]
    pub current_password: SecretString,
    /// At least 8 characters and none of the most common passwords.
    #[schema(value_type = String, format = Password, min_length = 8, max_length = 256)]
    pub new_password: SecretString,
}

/// A user who has signed in, with the token for later calls.
#[derive(Serialize, ToSchema)]
pub struct SignedInUser {
    /// Who signed in.
    pub user: User,
    /// Sent as `Authorization: Bearer` with every later call; good for 12 hours.
    pub access_token: String,
}

/// The user to whom the token of a call belongs.
#[derive(Serialize, ToSchema)]
pub struct CurrentUser {
    /// As stored now, not as it was at sign-in.
    pub user: User,
}

/// What a user may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserRole {
    /// Manages groups, users and sessions of the whole platform.
    Admin,
    /// Works in one group.
    Member,
}

/// A person who can sign in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct User {
    /// Names the user.
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
    /// The same as role `admin`.
    pub is_admin: bool,
    /// An inactive user cannot sign in.
    pub is_active: bool,
    /// Absent for an admin.
    pub group_id: Option<i64>,
    /// Absent for an admin.
    pub group_name: Option<String>,
    /// Can manage the accounts of the group.
    pub is_group_admin: bool,
    /// When the user was made.
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
