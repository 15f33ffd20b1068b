//! `GET /api/admin/users`

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::groups;
use clipmeter_db::users::{self, ListedUser};
use serde::Serialize;
use utoipa::ToSchema;

use super::user::User;
use crate::http::common::AccountScope;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::Query;
use crate::http::scope::UserManager;

/// A user in the list of users.
#[derive(Serialize, ToSchema)]
pub(crate) struct UserEntry {
    /// The user.
    #[serde(flatten)]
    pub(crate) user: User,
    /// When the user last signed in; absent if never.
    pub(crate) last_login: Option<DateTime<Utc>>,
}

impl From<&ListedUser> for UserEntry {
    fn from(row: &ListedUser) -> Self {
        Self {
            user: (&row.user).into(),
            last_login: row.last_login,
        }
    }
}

/// Users.
#[derive(Serialize, ToSchema)]
pub(crate) struct Users {
    /// In alphabetical order of usernames.
    pub(crate) users: Vec<UserEntry>,
}

/// List the users
///
/// Admins: all users, or with `group_id` the users of one group. Group admins: the users of their group.
#[utoipa::path(
    get,
    path = "/api/admin/users",
    tag = "Admin",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = Users, description = "The users"),
    ),
)]
pub(crate) async fn list_users(
    manager: UserManager,
    Query(scope): Query<AccountScope>,
) -> Result<Json<Users>, Problem> {
    let mut transaction = manager.read().await?;
    if let Some(group_id) = scope.group_id
        && !groups::exists(&mut transaction, group_id).await?
    {
        return Err(Problem::new(ErrorCode::NotFound, "The group does not exist"));
    }
    let users = users::list(&mut transaction, scope.group_id).await?;
    Ok(Json(Users {
        users: users.iter().map(UserEntry::from).collect(),
    }))
}
