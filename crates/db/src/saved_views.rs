//! Views of a page that users saved by name, for themselves or for a group.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// A saved view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewRow {
    pub id: i64,
    /// Code of the page.
    pub page: String,
    /// Unique for the page among the user's own views, or among those of the group; case-insensitive.
    pub name: String,
    /// The query string of the page's address, without the question mark.
    pub query: String,
    /// The group it is shared with; `None`: only its user sees it.
    pub group_id: Option<i64>,
    pub group_name: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// A view to save.
#[derive(Clone, Copy, Debug)]
pub struct NewView<'a> {
    pub user_id: i64,
    /// The group to share it with.
    pub group_id: Option<i64>,
    /// Code of the page.
    pub page: &'a str,
    pub name: &'a str,
    pub query: &'a str,
}

/// The result of saving a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// ID of the view.
    Done(i64),
    /// The user, or the group, has another view with this name.
    NameTaken,
    /// The user has too many views.
    LimitReached,
}

/// The result of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    Done,
    /// The user, or the group, has another view with this name.
    NameTaken,
    /// The view was deleted.
    NotFound,
}

/// Returns a user's own views and those that are shared with a group, in alphabetical order; without a page, those of
/// all pages.
pub async fn list(
    connection: &mut PgConnection,
    user_id: i64,
    group_id: Option<i64>,
    page: Option<&str>,
) -> Result<Vec<ViewRow>, sqlx::Error> {
    sqlx::query_as!(
        ViewRow,
        r#"SELECT v.id, v.page, v.name, v.query, v.group_id, g.name AS "group_name?", v.created_at
           FROM saved_views v LEFT JOIN groups g ON g.id = v.group_id
           WHERE (v.user_id = $1 OR v.group_id = $2) AND ($3::text IS NULL OR v.page = $3)
           ORDER BY lower(v.name), v.id"#,
        user_id,
        group_id,
        page
    )
    .fetch_all(connection)
    .await
}

/// Returns and locks a view that is the user's own, or shared with a group in scope.
pub async fn find(
    connection: &mut PgConnection,
    id: i64,
    user_id: i64,
) -> Result<Option<ViewRow>, sqlx::Error> {
    sqlx::query_as!(
        ViewRow,
        r#"SELECT v.id, v.page, v.name, v.query, v.group_id, g.name AS "group_name?", v.created_at
           FROM saved_views v LEFT JOIN groups g ON g.id = v.group_id
           WHERE v.id = $1 AND (v.user_id = $2 OR v.group_id IS NOT NULL) FOR UPDATE OF v"#,
        id,
        user_id
    )
    .fetch_optional(connection)
    .await
}

/// Saves a view unless its user has `most` views, also in concurrent transactions.
pub async fn create(
    connection: &mut PgConnection,
    view: &NewView<'_>,
    most: i64,
    now: DateTime<Utc>,
) -> Result<Created, sqlx::Error> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('saved_views', $1))",
        view.user_id
    )
    .execute(&mut *connection)
    .await?;
    let saved = sqlx::query_scalar!(
        r#"SELECT count(*) AS "saved!" FROM saved_views WHERE user_id = $1"#,
        view.user_id
    )
    .fetch_one(&mut *connection)
    .await?;
    if saved >= most {
        return Ok(Created::LimitReached);
    }
    let id = sqlx::query_scalar!(
        "INSERT INTO saved_views (user_id, group_id, page, name, query, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING
         RETURNING id",
        view.user_id,
        view.group_id,
        view.page,
        view.name,
        view.query,
        now
    )
    .fetch_optional(connection)
    .await?;
    Ok(id.map_or(Created::NameTaken, Created::Done))
}

/// Replaces the name, the query string, and the group with which a view is shared. A view that is no longer shared becomes the user's
/// own.
pub async fn change(
    connection: &mut PgConnection,
    id: i64,
    user_id: i64,
    name: &str,
    query: &str,
    group_id: Option<i64>,
) -> Result<Changed, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE saved_views
         SET name = $3, query = $4, group_id = $5, user_id = CASE WHEN group_id IS NOT NULL AND $5::bigint IS NULL THEN $2 ELSE user_id END
         WHERE id = $1",
        id,
        user_id,
        name,
        query,
        group_id
    )
    .execute(connection)
    .await;
    match result {
        Ok(done) if done.rows_affected() == 0 => Ok(Changed::NotFound),
        Ok(_) => Ok(Changed::Done),
        Err(sqlx::Error::Database(refusal)) if refusal.is_unique_violation() => Ok(Changed::NameTaken),
        Err(error) => Err(error),
    }
}

/// Deletes a view. Returns false if it was already deleted.
pub async fn delete(connection: &mut PgConnection, id: i64) -> Result<bool, sqlx::Error> {
    let deleted = sqlx::query!("DELETE FROM saved_views WHERE id = $1", id)
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected() > 0)
}
