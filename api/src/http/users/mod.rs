//! Users, for admins and, in their group, for group admins.

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
use crate::http::scope::UserManager;

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_users))
        .routes(routes!(delete::delete_user, update::update_user))
        .routes(routes!(toggle::toggle_user))
        .routes(routes!(reset_password::reset_password))
}

/// Returns a user whose data the caller may change: only admins change other admins.
async fn user(
    manager: &UserManager,
    transaction: &mut Transaction,
    user_id: i64,
) -> Result<UserRow, Problem> {
    let found = users::find(transaction, user_id)
        .await?
        .ok_or_else(no_such_user)?;
    if found.user.is_admin && !manager.caller().user().is_admin {
        return Err(ErrorCode::AdminProtected.into());
    }
    Ok(found.user)
}

/// Returns a user whom the caller may deactivate and delete: never an admin, so that one always remains.
async fn removable_user(
    manager: &UserManager,
    transaction: &mut Transaction,
    user_id: i64,
) -> Result<UserRow, Problem> {
    let user = user(manager, transaction, user_id).await?;
    if user.is_admin {
        return Err(ErrorCode::AdminProtected.into());
    }
    manager.check_other(user_id)?;
    Ok(user)
}

/// No user has this ID.
fn no_such_user() -> Problem {
    Problem::new(ErrorCode::NotFound, "The user does not exist")
}
