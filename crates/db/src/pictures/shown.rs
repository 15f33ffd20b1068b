//! The pictures that pages show, under random names. None while pictures are off.

use std::collections::HashMap;

use sqlx::PgConnection;

use crate::database::connections::Pool;

/// Items whose pictures are deleted in one transaction, and as many accounts.
const AT_ONCE: i32 = 10_000;

/// Returns the names of the pictures of those items that have one and that the scope may see, by `posts.id`.
pub async fn of_posts(
    connection: &mut PgConnection,
    posts: &[i64],
) -> Result<HashMap<i64, String>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT r.post_id, p.name FROM post_pictures r JOIN pictures p ON p.id = r.picture_id
         WHERE r.post_id = ANY ($1) AND (SELECT pictures FROM settings)",
        posts
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.post_id, row.name)).collect())
}

/// Returns the names of the avatars of those accounts that have one and that the scope may see, by `platform_accounts.id`.
pub async fn of_accounts(
    connection: &mut PgConnection,
    accounts: &[i64],
) -> Result<HashMap<i64, String>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT r.account_id, p.name FROM account_pictures r JOIN pictures p ON p.id = r.picture_id
         WHERE r.account_id = ANY ($1) AND (SELECT pictures FROM settings)",
        accounts
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.account_id, row.name)).collect())
}

/// Returns the WebP file with this name, in any scope.
pub async fn named(pool: &Pool, name: &str) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar!("SELECT picture_named($1)", name)
        .fetch_one(pool.statement())
        .await
}

/// Deletes some of the pictures if they are off. Returns how many items and accounts had one or an attempt, and whether there may be
/// more.
pub async fn delete_if_off(connection: &mut PgConnection) -> Result<(u64, bool), sqlx::Error> {
    let deleted = sqlx::query_scalar!(r#"SELECT delete_pictures($1) AS "n!""#, AT_ONCE)
        .fetch_one(connection)
        .await?;
    Ok((deleted.unsigned_abs(), deleted >= i64::from(AT_ONCE)))
}

/// Different pictures, and the sum of their sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureUsage {
    pub pictures: i64,
    pub bytes: i64,
}

/// Returns the space that pictures use. Needs the scope of an admin.
pub async fn usage(connection: &mut PgConnection) -> Result<PictureUsage, sqlx::Error> {
    sqlx::query_as!(
        PictureUsage,
        r#"SELECT count(id) AS "pictures!", coalesce(sum(size), 0) AS "bytes!" FROM pictures"#
    )
    .fetch_one(connection)
    .await
}
