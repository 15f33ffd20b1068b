//! Users, for admins.

mod delete;
mod list;
mod reset_password;
mod toggle;
mod update;
pub(crate) mod user;

use clipmeter_db::users::{self, UserRow};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::routing::Routes;

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_users))
        .routes(routes!(delete::delete_user, update::update_user))
        .routes(routes!(toggle::toggle_user))
        .routes(routes!(reset_password::reset_password))
}

/// Returns the user with this ID.
pub(crate) async fn user(transaction: &mut Transaction, user_id: i64) -> Result<UserRow, Problem> {
    users::find(transaction, user_id)
        .await?
        .map(|found| found.user)
        .ok_or_else(no_such_user)
}

/// Returns the user unless it is an admin: admins cannot be deactivated or deleted, so that one always remains.
pub(crate) async fn unprotected_user(
    transaction: &mut Transaction,
    user_id: i64,
) -> Result<UserRow, Problem> {
    let user = user(transaction, user_id).await?;
    if user.is_admin {
        return Err(ErrorCode::AdminProtected.into());
    }
    Ok(user)
}

/// No user has this ID.
pub(crate) fn no_such_user() -> Problem {
    Problem::new(ErrorCode::NotFound, "The user does not exist")
}
