//! User management by admins, and by group admins in the scope `GroupAdmin`.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::{NewUser, UserRow};
use crate::deletion;
use crate::tombstones::{self, Burial};

#[derive(Clone, Debug)]
pub struct ListedUser {
    pub user: UserRow,
    /// `None`: never signed in.
    pub last_login: Option<DateTime<Utc>>,
}

/// The accounts and videos that a user has added and that are still tracked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedContent {
    /// `tracked_accounts.id`, of both platforms.
    pub accounts: Vec<i64>,
    /// `tracked_videos.id`.
    pub videos: Vec<i64>,
}

/// Changes to a user. `None` leaves a field unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UserEdit<'a> {
    /// Unique, case-insensitive.
    pub email: Option<&'a str>,
    /// May be empty.
    pub full_name: Option<&'a str>,
    /// Can manage the accounts of the group.
    pub is_group_admin: Option<bool>,
}

/// The result of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edited {
    Done,
    /// The user was deleted.
    NotFound,
    /// Another user has the email, or has it as the username.
    EmailTaken,
}

/// Returns the users in scope in alphabetical order; if a group is given, only its users.
pub async fn list(
    connection: &mut PgConnection,
    group_id: Option<i64>,
) -> Result<Vec<ListedUser>, sqlx::Error> {
    select(connection, None, group_id).await
}

/// Returns a user in scope.
pub async fn find(connection: &mut PgConnection, user_id: i64) -> Result<Option<ListedUser>, sqlx::Error> {
    Ok(select(connection, Some(user_id), None).await?.pop())
}

async fn select(
    connection: &mut PgConnection,
    user_id: Option<i64>,
    group_id: Option<i64>,
) -> Result<Vec<ListedUser>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
                  u.group_id, g.name AS "group_name?", u.created_at, u.last_login
           FROM users u LEFT JOIN groups g ON g.id = u.group_id
           WHERE ($1::bigint IS NULL OR u.id = $1) AND ($2::bigint IS NULL OR u.group_id = $2)
           ORDER BY lower(u.username)"#,
        user_id,
        group_id
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ListedUser {
            user: UserRow {
                user_id: row.id,
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
            last_login: row.last_login,
        })
        .collect())
}

/// Returns the number of users of a group in scope. Another transaction that counts them waits for the end of this one, so that
/// concurrent ones do not create more than a limit allows.
pub async fn count(connection: &mut PgConnection, group_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('users', $1))",
        group_id
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "users!" FROM users WHERE group_id = $1"#,
        group_id
    )
    .fetch_one(connection)
    .await
}

/// Returns whether any admin exists.
pub async fn has_admin(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM users WHERE is_admin) AS "has_admin!""#)
        .fetch_one(connection)
        .await
}

/// Creates a user and returns the ID; `None` if the username or email is taken.
pub async fn create(
    connection: &mut PgConnection,
    user: &NewUser<'_>,
    now: DateTime<Utc>,
) -> Result<Option<i64>, sqlx::Error> {
    if let Some(email) = user.email
        && is_email_taken(connection, email, None).await?
    {
        return Ok(None);
    }
    sqlx::query_scalar!(
        "INSERT INTO users (username, email, full_name, password_hash, is_admin, is_group_admin, group_id, created_at,
                            must_change_password)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT DO NOTHING
         RETURNING id",
        user.username,
        user.email,
        user.full_name,
        user.password_hash,
        user.is_admin,
        user.is_group_admin,
        user.group_id,
        now,
        user.must_change_password
    )
    .fetch_optional(connection)
    .await
}

/// Returns whether a user other than `except`, in any scope, signs in with the email, or with a username that is equal to it.
async fn is_email_taken(
    connection: &mut PgConnection,
    email: &str,
    except: Option<i64>,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT is_email_taken($1, $2) AS "is_taken!""#, email, except)
        .fetch_one(connection)
        .await
}

/// Changes a user. A username that was the former email stays: the user signs in with it.
pub async fn edit(
    connection: &mut PgConnection,
    user_id: i64,
    edit: &UserEdit<'_>,
) -> Result<Edited, sqlx::Error> {
    if let Some(email) = edit.email
        && is_email_taken(connection, email, Some(user_id)).await?
    {
        return Ok(Edited::EmailTaken);
    }
    let result = sqlx::query!(
        "UPDATE users SET email = coalesce($2, email), full_name = coalesce($3, full_name),
                          is_group_admin = coalesce($4, is_group_admin)
         WHERE id = $1",
        user_id,
        edit.email,
        edit.full_name,
        edit.is_group_admin
    )
    .execute(connection)
    .await;
    match result {
        Ok(done) if done.rows_affected() == 0 => Ok(Edited::NotFound),
        Ok(_) => Ok(Edited::Done),
        // Another transaction took the email in the meantime.
        Err(sqlx::Error::Database(refusal)) if refusal.is_unique_violation() => Ok(Edited::EmailTaken),
        Err(error) => Err(error),
    }
}

/// Toggles whether a user is active and returns the new state; `None` if the user was deleted. Deactivation
/// revokes every token.
pub async fn toggle(connection: &mut PgConnection, user_id: i64) -> Result<Option<bool>, sqlx::Error> {
    sqlx::query_scalar!(
        "UPDATE users SET is_active = NOT is_active WHERE id = $1 RETURNING is_active",
        user_id
    )
    .fetch_optional(connection)
    .await
}

/// Sets a password, and revokes every token of the user. `must_change` makes the user replace it at the next sign-in.
pub async fn set_password(
    connection: &mut PgConnection,
    user_id: i64,
    password_hash: &str,
    must_change: bool,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE users SET password_hash = $2, must_change_password = $3 WHERE id = $1",
        user_id,
        password_hash,
        must_change
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Clears the user from accounts and videos that another tool than the dashboard manages by now, so that they
/// stay when the user is deleted.
pub async fn detach_managed(connection: &mut PgConnection, user_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE tracked_accounts SET added_by = NULL WHERE added_by = $1 AND managed_by <> ''",
        user_id
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE tracked_videos SET added_by = NULL WHERE added_by = $1 AND managed_by <> ''",
        user_id
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Locks a user for the rest of the transaction, so that nothing is added in the user's name. Waits as long as a deletion may.
pub async fn lock(connection: &mut PgConnection, user_id: i64) -> Result<(), sqlx::Error> {
    deletion::extend_timeouts(connection).await?;
    sqlx::query!("SELECT id FROM users WHERE id = $1 FOR UPDATE", user_id)
        .fetch_optional(connection)
        .await?;
    Ok(())
}

/// Returns the accounts and videos that are deleted together with a user.
pub async fn added_by(connection: &mut PgConnection, user_id: i64) -> Result<AddedContent, sqlx::Error> {
    sqlx::query_as!(
        AddedContent,
        r#"SELECT ARRAY(SELECT id FROM tracked_accounts WHERE added_by = $1) AS "accounts!",
                  ARRAY(SELECT id FROM tracked_videos WHERE added_by = $1) AS "videos!""#,
        user_id
    )
    .fetch_one(connection)
    .await
}

/// Deletes a user with the accounts and videos that the user added, which can be restored. Returns false if the
/// user was already deleted.
pub async fn delete(
    connection: &mut PgConnection,
    user_id: i64,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let accounts = sqlx::query_scalar!(
        "SELECT account_id FROM tracked_accounts WHERE added_by = $1",
        user_id
    )
    .fetch_all(&mut *connection)
    .await?;
    let added = added_by(connection, user_id).await?;
    deletion::begin(connection, &accounts, &added.videos).await?;
    tombstones::bury_videos(connection, &added.videos, Burial::at(now)).await?;
    tombstones::bury_accounts(connection, &added.accounts, Burial::at(now)).await?;
    let deleted = sqlx::query!("DELETE FROM users WHERE id = $1", user_id)
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected() > 0)
}
