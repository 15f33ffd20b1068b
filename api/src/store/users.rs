//! Users: signing in, and what an admin does with them.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

/// What signing in and checking a token need, before a scope is known.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// The user's id.
    pub user_id: i64,
    /// Unique without regard to case.
    pub username: String,
    /// Unique without regard to case.
    pub email: Option<String>,
    /// Empty when none was given.
    pub full_name: String,
    /// Empty when none was given.
    pub company_name: String,
    /// Manages the whole platform.
    pub is_admin: bool,
    /// Can manage the accounts of the group.
    pub is_group_admin: bool,
    /// Whether the user may sign in.
    pub is_active: bool,
    /// None for admins and for users who wait for a group.
    pub group_id: Option<i64>,
    /// The group's name.
    pub group_name: Option<String>,
    /// Whether the users of the group may sign in.
    pub group_is_active: Option<bool>,
    /// PHC string.
    pub password_hash: String,
    /// Raised to revoke every token of the user.
    pub token_version: i32,
    /// When the user was made.
    pub created_at: DateTime<Utc>,
}

impl SignIn {
    /// Whether user and group are switched on.
    #[must_use]
    pub fn may_sign_in(&self) -> bool {
        self.is_active && self.group_is_active.unwrap_or(true)
    }
}

/// A user to make.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewUser<'a> {
    /// Unique without regard to case.
    pub username: &'a str,
    /// Unique without regard to case.
    pub email: Option<&'a str>,
    /// May be empty.
    pub full_name: &'a str,
    /// PHC string.
    pub password_hash: &'a str,
    /// Manages the whole platform.
    pub is_admin: bool,
    /// Can manage the accounts of the group.
    pub is_group_admin: bool,
    /// Required unless `is_admin`.
    pub group_id: Option<i64>,
}

/// Reads the record of a user from one of the functions that may give it away without a scope.
macro_rules! sign_in_record {
    ($from:literal, $key:expr) => {
        sqlx::query_as!(
            SignIn,
            r#"SELECT user_id AS "user_id!", username AS "username!", email, full_name AS "full_name!",
                      company_name AS "company_name!", is_admin AS "is_admin!", is_group_admin AS "is_group_admin!",
                      is_active AS "is_active!", group_id, group_name, group_is_active,
                      password_hash AS "password_hash!", token_version AS "token_version!", created_at AS "created_at!"
               FROM "# + $from,
            $key
        )
    };
}

/// The user whom a sign-in form names, by username or, when nobody has that username, by email.
pub async fn sign_in(pool: &PgPool, name: &str) -> Result<Option<SignIn>, sqlx::Error> {
    let user = sign_in_record!("sign_in_by_username($1)", name)
        .fetch_optional(pool)
        .await?;
    if user.is_some() {
        return Ok(user);
    }
    sign_in_record!("sign_in_by_email($1)", name)
        .fetch_optional(pool)
        .await
}

/// The user whom a token names.
pub async fn sign_in_by_id(pool: &PgPool, id: i64) -> Result<Option<SignIn>, sqlx::Error> {
    sign_in_record!("sign_in_by_id($1)", id)
        .fetch_optional(pool)
        .await
}

/// Whether any admin exists.
pub async fn has_admin(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM users WHERE is_admin) AS "has_admin!""#)
        .fetch_one(connection)
        .await
}

/// Makes a user and returns the id; None when the username or email is taken.
pub async fn create(
    connection: &mut PgConnection,
    user: &NewUser<'_>,
    now: DateTime<Utc>,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("INSERT INTO users (username, email, full_name, password_hash, is_admin, is_group_admin, group_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT DO NOTHING
         RETURNING id", user.username, user.email, user.full_name, user.password_hash, user.is_admin, user.is_group_admin, user.group_id, now)
    .fetch_optional(connection)
    .await
}

/// Sets a password and revokes every token of the user.
pub async fn set_password(
    connection: &mut PgConnection,
    user_id: i64,
    password_hash: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE users SET password_hash = $2, token_version = token_version + 1 WHERE id = $1",
        user_id,
        password_hash
    )
    .execute(connection)
    .await?;
    Ok(())
}
