//! Users: signing in, and what an admin does with them.

use chrono::{DateTime, Utc};
use sqlx::{FromRow, PgConnection, PgPool};

/// What signing in and checking a token need, before a scope is known.
#[derive(Clone, Debug, FromRow)]
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

/// The user whom a sign-in form names, by username or, when nobody has that username, by email.
pub async fn sign_in(pool: &PgPool, name: &str) -> Result<Option<SignIn>, sqlx::Error> {
    let user = sqlx::query_as("SELECT * FROM sign_in_by_username($1)")
        .bind(name)
        .fetch_optional(pool)
        .await?;
    if user.is_some() {
        return Ok(user);
    }
    sqlx::query_as("SELECT * FROM sign_in_by_email($1)")
        .bind(name)
        .fetch_optional(pool)
        .await
}

/// The user whom a token names.
pub async fn sign_in_by_id(pool: &PgPool, id: i64) -> Result<Option<SignIn>, sqlx::Error> {
    sqlx::query_as("SELECT * FROM sign_in_by_id($1)")
        .bind(id)
        .fetch_optional(pool)
        .await
}

/// Whether any admin exists.
pub async fn has_admin(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM users WHERE is_admin)")
        .fetch_one(connection)
        .await
}

/// Makes a user and returns the id; None when the username or email is taken.
pub async fn create(
    connection: &mut PgConnection,
    user: &NewUser<'_>,
    now: DateTime<Utc>,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar(
        "INSERT INTO users (username, email, full_name, password_hash, is_admin, is_group_admin, group_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT DO NOTHING
         RETURNING id",
    )
    .bind(user.username)
    .bind(user.email)
    .bind(user.full_name)
    .bind(user.password_hash)
    .bind(user.is_admin)
    .bind(user.is_group_admin)
    .bind(user.group_id)
    .bind(now)
    .fetch_optional(connection)
    .await
}

/// Sets a password and revokes every token of the user.
pub async fn set_password(
    connection: &mut PgConnection,
    user_id: i64,
    password_hash: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE users SET password_hash = $2, token_version = token_version + 1 WHERE id = $1")
        .bind(user_id)
        .bind(password_hash)
        .execute(connection)
        .await?;
    Ok(())
}
