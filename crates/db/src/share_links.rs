//! Links that show a group's dashboard without a sign-in. Only digests of their tokens are stored.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::database::connections::Pool;
use crate::users::UserRow;

/// A share link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareLinkRow {
    pub id: i64,
    pub group_id: i64,
    pub group_name: String,
    /// What the creator calls it, such as the recipient; need not be unique.
    pub name: String,
    /// Username of its creator; `None` if the user was deleted or is in another group than the caller.
    pub created_by: Option<String>,
    pub created_at: DateTime<Utc>,
    /// `None`: valid until it is deleted.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was used, at most an hour too early; `None`: never.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// A link to create.
#[derive(Clone, Copy, Debug)]
pub struct NewShareLink<'a> {
    pub group_id: i64,
    pub name: &'a str,
    /// SHA-256 of the token.
    pub token_digest: &'a [u8; 32],
    /// ID of the user who creates it.
    pub created_by: i64,
    /// `None`: valid until it is deleted.
    pub expires_at: Option<DateTime<Utc>>,
}

/// The result of creating a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// ID of the link.
    Done(i64),
    /// The group has too many links.
    LimitReached,
}

/// Returns the links of a group, or of all groups in scope; the newest first.
pub async fn list(
    connection: &mut PgConnection,
    group_id: Option<i64>,
) -> Result<Vec<ShareLinkRow>, sqlx::Error> {
    select(connection, group_id, None).await
}

/// Returns a link in scope.
pub async fn find(connection: &mut PgConnection, id: i64) -> Result<Option<ShareLinkRow>, sqlx::Error> {
    Ok(select(connection, None, Some(id)).await?.pop())
}

async fn select(
    connection: &mut PgConnection,
    group_id: Option<i64>,
    id: Option<i64>,
) -> Result<Vec<ShareLinkRow>, sqlx::Error> {
    sqlx::query_as!(
        ShareLinkRow,
        r#"SELECT l.id, l.group_id, g.name AS group_name, l.name, u.username AS "created_by?", l.created_at, l.expires_at,
                  l.last_used_at
           FROM share_links l JOIN groups g ON g.id = l.group_id LEFT JOIN users u ON u.id = l.created_by
           WHERE ($1::bigint IS NULL OR l.group_id = $1) AND ($2::bigint IS NULL OR l.id = $2)
           ORDER BY l.created_at DESC, l.id DESC"#,
        group_id,
        id
    )
    .fetch_all(connection)
    .await
}

/// Creates a link unless its group has `most` links, also in concurrent transactions.
pub async fn create(
    connection: &mut PgConnection,
    link: &NewShareLink<'_>,
    most: i64,
    now: DateTime<Utc>,
) -> Result<Created, sqlx::Error> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('share_links', $1))",
        link.group_id
    )
    .execute(&mut *connection)
    .await?;
    let existing = sqlx::query_scalar!(
        r#"SELECT count(*) AS "existing!" FROM share_links WHERE group_id = $1"#,
        link.group_id
    )
    .fetch_one(&mut *connection)
    .await?;
    if existing >= most {
        return Ok(Created::LimitReached);
    }
    let id = sqlx::query_scalar!(
        "INSERT INTO share_links (group_id, name, token_digest, created_by, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
        link.group_id,
        link.name,
        link.token_digest.as_slice(),
        link.created_by,
        now,
        link.expires_at
    )
    .fetch_one(connection)
    .await?;
    Ok(Created::Done(id))
}

/// Deletes a link, whose token is then refused. Returns whether it existed.
pub async fn delete(connection: &mut PgConnection, id: i64) -> Result<bool, sqlx::Error> {
    let deleted = sqlx::query!("DELETE FROM share_links WHERE id = $1", id)
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected() > 0)
}

/// Who uses a link.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// The viewer as a caller.
    pub user: UserRow,
    /// When the link was last used, as stored.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// Returns the viewer whom the digest of a token identifies; `None` if the link was deleted or has expired, or its group is
/// deactivated.
pub async fn viewer(
    pool: &Pool,
    token_digest: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<Option<Viewer>, sqlx::Error> {
    let link = sqlx::query!(
        r#"SELECT id AS "id!", name AS "name!", group_id AS "group_id!", group_name AS "group_name!",
                  created_at AS "created_at!", last_used_at
           FROM share_link_by_digest($1, $2)"#,
        token_digest.as_slice(),
        now
    )
    .fetch_optional(pool.statement())
    .await?;
    Ok(link.map(|link| Viewer {
        user: UserRow {
            user_id: -link.id,
            // No username contains spaces.
            username: format!("share link {}", link.id),
            email: None,
            full_name: link.name,
            company_name: String::new(),
            is_admin: false,
            is_group_admin: false,
            is_active: true,
            group_id: Some(link.group_id),
            group_name: Some(link.group_name),
            created_at: link.created_at,
        },
        last_used_at: link.last_used_at,
    }))
}

/// Stores that a link is used now.
pub async fn note_use(connection: &mut PgConnection, id: i64, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    sqlx::query!("SELECT note_share_link($1, $2)", id, now)
        .execute(connection)
        .await?;
    Ok(())
}
