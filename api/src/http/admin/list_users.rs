//! `GET /api/admin/users`

use axum::Json;
use clipmeter_db::{groups, users};

use crate::http::error::{ErrorCode, Problem};
use crate::http::input::Query;
use crate::http::scope::Admin;
use crate::http::types::{AccountScope, UserEntry, Users};

/// List the users
///
/// Admins only. All users, or with `group_id` the users of one group.
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
pub(super) async fn list_users(
    admin: Admin,
    Query(scope): Query<AccountScope>,
) -> Result<Json<Users>, Problem> {
    let mut transaction = admin.read().await?;
    if let Some(group_id) = scope.group_id
        && !groups::exists(&mut transaction, group_id).await?
    {
        return Err(Problem::new(ErrorCode::NotFound, "There is no such group"));
    }
    let users = users::list(&mut transaction, scope.group_id).await?;
    Ok(Json(Users {
        users: users.iter().map(UserEntry::from).collect(),
    }))
}
