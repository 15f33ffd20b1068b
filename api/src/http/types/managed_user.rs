//! Users as admins see them.

use chrono::{DateTime, Utc};
use clipmeter_db::users::ListedUser;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::User;
use super::present::null_as_default;

/// A member of a group to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "username": "ann", "email": "ann@example.com", "full_name": "Ann Example", "is_group_admin": true
}))]
pub struct CreateUser {
    /// Letters a to z, digits, dots, hyphens and underscores, or the email; unique, stored in lower case.
    #[schema(min_length = 1, max_length = 254)]
    pub username: String,
    /// An address like name@example.com, unique.
    #[schema(min_length = 3, max_length = 254)]
    pub email: String,
    /// At most 100 characters; omitted or null: empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, max_length = 100)]
    pub full_name: String,
    /// At least 8 characters and not one of the most common passwords; generated if omitted or blank.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password, max_length = 256)]
    pub password: Option<SecretString>,
    /// Whether the user can manage the accounts of the group, even if its members cannot.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<bool>)]
    pub is_group_admin: bool,
}

/// A new user with the password to hand over.
#[derive(Serialize, ToSchema)]
pub struct CreatedUser {
    /// The user.
    pub user: User,
    /// Returned only this once; only a hash is stored.
    pub password: String,
    /// Human-readable text.
    pub message: String,
}

/// A user in the list of users.
#[derive(Serialize, ToSchema)]
pub struct UserEntry {
    /// The user.
    #[serde(flatten)]
    pub user: User,
    /// When the user last signed in; absent if never.
    pub last_login: Option<DateTime<Utc>>,
}

/// Users.
#[derive(Serialize, ToSchema)]
pub struct Users {
    /// In alphabetical order of usernames.
    pub users: Vec<UserEntry>,
}

/// A user who was activated or deactivated.
#[derive(Serialize, ToSchema)]
pub struct ToggledUser {
    /// Human-readable text.
    pub message: String,
    /// The user after the change.
    pub user: User,
}

/// A new password to hand over.
#[derive(Serialize, ToSchema)]
pub struct ResetPassword {
    /// Human-readable text.
    pub message: String,
    /// Returned only this once; only a hash is stored.
    pub password: String,
}

impl From<&ListedUser> for UserEntry {
    fn from(row: &ListedUser) -> Self {
        Self {
            user: (&row.user).into(),
            last_login: row.last_login,
        }
    }
}
