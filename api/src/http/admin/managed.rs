//! The user that a call names.

use clipmeter_db::users::{self, UserRow};

use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::Transaction;

/// Returns the user with this ID.
pub(super) async fn user(transaction: &mut Transaction, user_id: i64) -> Result<UserRow, Problem> {
    users::find(transaction, user_id)
        .await?
        .map(|found| found.user)
        .ok_or_else(no_such_user)
}

/// Returns the user unless it is an admin: admins cannot be deactivated or deleted, so that one always remains.
pub(super) async fn unprotected_user(
    transaction: &mut Transaction,
    user_id: i64,
) -> Result<UserRow, Problem> {
    let user = user(transaction, user_id).await?;
    if user.is_admin {
        return Err(ErrorCode::AdminProtected.into());
    }
    Ok(user)
}

/// No user has this ID, or no longer.
pub(super) fn no_such_user() -> Problem {
    Problem::new(ErrorCode::NotFound, "There is no such user")
}
