//! Changes that users make to their own records, in a transaction of any scope.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// A self-registration.
#[derive(Clone, Copy, Debug)]
pub struct NewRegistration<'a> {
    /// Also becomes the username.
    pub email: &'a str,
    /// May be empty.
    pub company_name: &'a str,
    /// PHC string.
    pub password_hash: &'a str,
}

/// Creates a user without a group and returns the id; `None` when the email is taken.
pub async fn register(
    connection: &mut PgConnection,
    new: &NewRegistration<'_>,
    now: DateTime<Utc>,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT register_user($1, $2, $3, $4)",
        new.email,
        new.company_name,
        new.password_hash,
        now
    )
    .fetch_one(connection)
    .await
}

/// Stores the time of a user's last sign-in.
pub async fn note_sign_in(
    connection: &mut PgConnection,
    user_id: i64,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query!("SELECT note_sign_in($1, $2)", user_id, now)
        .execute(connection)
        .await?;
    Ok(())
}

/// Revokes the tokens of one sign-in, the last of which expires at `expires_at`.
pub async fn end_sign_in(
    connection: &mut PgConnection,
    user_id: i64,
    sign_in: Uuid,
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "SELECT end_sign_in($1, $2, $3, $4)",
        user_id,
        sign_in,
        expires_at,
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Revokes all tokens of a user.
pub async fn end_sign_ins(connection: &mut PgConnection, user_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("SELECT end_sign_ins($1)", user_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Sets a user's password, revokes all tokens of the user, and returns the token version of new ones; `None`
/// if the user was deleted or the known tokens were revoked meanwhile.
pub async fn change_password(
    connection: &mut PgConnection,
    user_id: i64,
    known_version: i32,
    password_hash: &str,
) -> Result<Option<i32>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT change_password($1, $2, $3)",
        user_id,
        known_version,
        password_hash
    )
    .fetch_one(connection)
    .await
}
