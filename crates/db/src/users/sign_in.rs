//! Signs users in and checks tokens, before a scope is known.

use uuid::Uuid;

use super::UserRow;
use crate::database::connections::Pool;

/// The data for signing in and for checking a token.
#[derive(Clone, Debug)]
pub struct SignIn {
    pub user: UserRow,
    /// Whether the users of the group may sign in.
    pub group_is_active: Option<bool>,
    /// PHC string.
    pub password_hash: String,
    /// Incremented to revoke every token of the user.
    pub token_version: i32,
    /// Whether an admin set the password, and the user has not replaced it yet.
    pub must_change_password: bool,
}

impl SignIn {
    /// Returns whether user and group are active.
    #[must_use]
    pub fn may_sign_in(&self) -> bool {
        self.user.is_active && self.group_is_active.unwrap_or(true)
    }
}

/// Reads a user's record from one of the functions that may return it without a scope.
macro_rules! sign_in_record {
    ($pool:expr, $from:literal, $($key:expr),+) => {
        sqlx::query!(
            r#"SELECT user_id AS "user_id!", username AS "username!", email, full_name AS "full_name!",
                      company_name AS "company_name!", is_admin AS "is_admin!", is_group_admin AS "is_group_admin!",
                      is_active AS "is_active!", group_id, group_name, group_is_active,
                      password_hash AS "password_hash!", token_version AS "token_version!", created_at AS "created_at!",
                      must_change_password AS "must_change_password!"
               FROM "# + $from,
            $($key),+
        )
        .fetch_optional($pool.statement())
        .await?
        .map(|row| SignIn {
            user: UserRow {
                user_id: row.user_id,
                username: row.username,
                email: row.email,
                full_name: row.full_name,
                company_name: row.company_name,
                is_admin: row.is_admin,
                is_group_admin: row.is_group_admin,
                is_active: row.is_active,
                group_id: row.group_id,
                group_name: row.group_name,
                created_at: row.created_at,
            },
            group_is_active: row.group_is_active,
            password_hash: row.password_hash,
            token_version: row.token_version,
            must_change_password: row.must_change_password,
        })
    };
}

/// Returns the user named in a sign-in form, by username or, if no user has that username, by email. Always
/// one statement that looks for both, so that its duration does not reveal which of them was found, or
/// whether one was.
pub async fn sign_in(pool: &Pool, name: &str) -> Result<Option<SignIn>, sqlx::Error> {
    Ok(sign_in_record!(
        pool,
        "(SELECT 1 AS preference, * FROM sign_in_by_username($1)
          UNION ALL SELECT 2, * FROM sign_in_by_email($1)
          ORDER BY preference LIMIT 1) AS named",
        name
    ))
}

/// Returns the user of a token, unless the token's sign-in has ended. A token of an earlier version
/// identifies no sign-in.
pub async fn sign_in_by_token(
    pool: &Pool,
    id: i64,
    sign_in: Option<Uuid>,
) -> Result<Option<SignIn>, sqlx::Error> {
    Ok(sign_in_record!(pool, "sign_in_by_token($1, $2)", id, sign_in))
}

/// Returns the user with this id.
pub async fn sign_in_by_id(pool: &Pool, id: i64) -> Result<Option<SignIn>, sqlx::Error> {
    Ok(sign_in_record!(pool, "sign_in_by_id($1)", id))
}
