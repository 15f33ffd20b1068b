//! Users as admins manage them.

use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::User;
use super::present::null_as_default;
use crate::store::users::ListedUser;

/// A member of a group to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "username": "ann", "email": "ann@example.com", "full_name": "Ann Example", "is_group_admin": true
}))]
pub struct CreateUser {
    /// Letters a to z, digits, dots, hyphens and underscores, or the email; unique, kept in lower case.
    #[schema(min_length = 1, max_length = 254)]
    pub username: String,
    /// An address like name@example.com, unique.
    #[schema(min_length = 3, max_length = 254)]
    pub email: String,
    /// At most 100 characters; left out or null: empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, max_length = 100)]
    pub full_name: String,
    /// At least 8 characters and none of the most common passwords; left out or blank, one is made.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password, max_length = 256)]
    pub password: Option<SecretString>,
    /// Can manage the accounts of the group, also when its members may not.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<bool>)]
    pub is_group_admin: bool,
}

/// A new user with the password to hand over.
#[derive(Serialize, ToSchema)]
pub struct CreatedUser {
    /// Who it is.
    pub user: User,
    /// Said this once; it is kept as a hash only.
    pub password: String,
    /// For people.
    pub message: String,
}

/// A user in the list of users.
#[derive(Serialize, ToSchema)]
pub struct UserEntry {
    /// Who it is.
    #[serde(flatten)]
    pub user: User,
    /// When the user signed in last; absent when never.
    pub last_login: Option<DateTime<Utc>>,
}

/// Users.
#[derive(Serialize, ToSchema)]
pub struct Users {
    /// In alphabetical order of usernames.
    pub users: Vec<UserEntry>,
}

/// A user who was switched on or off.
#[derive(Serialize, ToSchema)]
pub struct ToggledUser {
    /// For people.
    pub message: String,
    /// As it is now.
    pub user: User,
}

/// A new password to hand over.
#[derive(Serialize, ToSchema)]
pub struct ResetPassword {
    /// For people.
    pub message: String,
    /// Said this once; it is kept as a hash only.
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
