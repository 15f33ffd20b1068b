//! Posts and videos as the lists show them. The numbers come from the view `content`.
//!
//! Ids that a query finds first are handed on as `ANY (ARRAY(...))`: the planner then looks them up, where a join with
//! their unknown number makes it read every post.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::{FromRow, PgConnection};

/// A post or video with its numbers; an unknown one is None.
#[derive(Clone, Debug, FromRow)]
pub struct Item {
    /// Names the item.
    pub id: i64,
    /// The platform's id.
    pub external_id: String,
    /// Instagram only.
    pub shortcode: Option<String>,
    /// Where a person can look at it.
    pub url: String,
    /// May be empty.
    pub caption: String,
    /// The author's name.
    pub username: String,
    /// None when unknown.
    pub views: Option<i64>,
    /// None when unknown.
    pub likes: Option<i64>,
    /// None when unknown.
    pub comments: Option<i64>,
    /// None when unknown.
    pub shares: Option<i64>,
    /// Cost of a thousand views, 4 decimals.
    pub cpm: Option<f64>,
    /// Per cent, 2 decimals.
    pub engagement_rate: Option<f64>,
    /// When it was posted.
    pub posted_at: Option<DateTime<Utc>>,
    /// When its numbers last changed.
    pub updated_at: DateTime<Utc>,
}

/// One page of a longer list.
#[derive(Clone, Debug)]
pub struct Page {
    /// The items of the page.
    pub items: Vec<Item>,
    /// The length of the whole list.
    pub total: i64,
}

/// A page of all items of a platform that the scope may browse, newest first. `skip` may lie behind the end.
pub async fn page(
    connection: &mut PgConnection,
    platform: Platform,
    skip: i64,
    take: i32,
) -> Result<Page, sqlx::Error> {
    let sees_all: bool = sqlx::query_scalar("SELECT sees_all_content()")
        .fetch_one(&mut *connection)
        .await?;
    if sees_all {
        page_of_everything(connection, platform, skip, take).await
    } else {
        page_of_own(connection, platform, skip, take).await
    }
}

/// Total and page come from the day histogram, so that any page costs the same.
async fn page_of_everything(
    connection: &mut PgConnection,
    platform: Platform,
    skip: i64,
    take: i32,
) -> Result<Page, sqlx::Error> {
    let total = sqlx::query_scalar("SELECT coalesce(sum(n), 0)::bigint FROM post_days WHERE platform = $1")
        .bind(platform.code())
        .fetch_one(&mut *connection)
        .await?;
    let items = sqlx::query_as(
        "SELECT * FROM content WHERE id = ANY (ARRAY(SELECT page_of_posts($1, $2, $3)))
         ORDER BY sort_at DESC, id DESC",
    )
    .bind(platform.code())
    .bind(skip)
    .bind(take)
    .fetch_all(connection)
    .await?;
    Ok(Page { items, total })
}

/// Row security hides the others' items, which the histogram counts; a group's own items are few enough to count.
async fn page_of_own(
    connection: &mut PgConnection,
    platform: Platform,
    skip: i64,
    take: i32,
) -> Result<Page, sqlx::Error> {
    let total = sqlx::query_scalar("SELECT count(*) FROM posts WHERE platform = $1")
        .bind(platform.code())
        .fetch_one(&mut *connection)
        .await?;
    let items = sqlx::query_as(
        "SELECT * FROM content WHERE platform = $1 ORDER BY sort_at DESC, id DESC OFFSET $2 LIMIT $3",
    )
    .bind(platform.code())
    .bind(skip)
    .bind(take)
    .fetch_all(connection)
    .await?;
    Ok(Page { items, total })
}

/// The items of a platform account, newest first, and how many there are in all.
pub async fn of_account(
    connection: &mut PgConnection,
    account_id: i64,
    take: i32,
) -> Result<Page, sqlx::Error> {
    let total = sqlx::query_scalar("SELECT posts FROM account_counters WHERE account_id = $1")
        .bind(account_id)
        .fetch_one(&mut *connection)
        .await?;
    let items =
        sqlx::query_as("SELECT * FROM content WHERE account_id = $1 ORDER BY sort_at DESC, id DESC LIMIT $2")
            .bind(account_id)
            .bind(take)
            .fetch_all(connection)
            .await?;
    Ok(Page { items, total })
}

/// The most viewed items of what all groups track.
pub async fn top_of_all(
    connection: &mut PgConnection,
    platform: Platform,
    take: i32,
) -> Result<Vec<Item>, sqlx::Error> {
    sqlx::query_as(
        "SELECT * FROM content WHERE platform = $1 ORDER BY views DESC NULLS LAST, id DESC LIMIT $2",
    )
    .bind(platform.code())
    .bind(take)
    .fetch_all(connection)
    .await
}

/// The most viewed items of what the group in scope tracks: the best of each account, and of those the best.
pub async fn top_of_group(
    connection: &mut PgConnection,
    platform: Platform,
    take: i32,
) -> Result<Vec<Item>, sqlx::Error> {
    sqlx::query_as(
        "SELECT * FROM content
         WHERE id = ANY (ARRAY(
             SELECT id FROM (
                 SELECT best.id, best.views FROM tracked_accounts t
                 CROSS JOIN LATERAL (
                     SELECT p.id, p.views FROM posts p WHERE p.account_id = t.account_id AND p.platform = $1
                     ORDER BY p.views DESC NULLS LAST, p.id DESC LIMIT $2
                 ) best
                 UNION
                 SELECT p.id, p.views FROM posts p
                 WHERE p.platform = $1 AND p.id = ANY (ARRAY(SELECT post_id FROM tracked_videos))
             ) candidates
             ORDER BY views DESC NULLS LAST, id DESC
             LIMIT $2
         ))
         ORDER BY views DESC NULLS LAST, id DESC",
    )
    .bind(platform.code())
    .bind(take)
    .fetch_all(connection)
    .await
}

/// One measurement of an item.
#[derive(Clone, Debug, FromRow)]
pub struct Measurement {
    /// To the minute.
    pub observed_at: DateTime<Utc>,
    /// None when unknown.
    pub views: Option<i64>,
    /// None when unknown.
    pub likes: Option<i64>,
    /// None when unknown.
    pub comments: Option<i64>,
    /// None when unknown.
    pub shares: Option<i64>,
}

/// The latest measurements of an item that the scope may browse, oldest first. None: there is no such item.
pub async fn history(
    connection: &mut PgConnection,
    platform: Platform,
    id: i64,
    take: i32,
) -> Result<Option<Vec<Measurement>>, sqlx::Error> {
    let exists: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM posts WHERE id = $1 AND platform = $2)")
            .bind(id)
            .bind(platform.code())
            .fetch_one(&mut *connection)
            .await?;
    if !exists {
        return Ok(None);
    }
    let mut points: Vec<Measurement> = sqlx::query_as(
        "SELECT observed_at, views, likes, comments, shares FROM post_metrics
         WHERE post_id = $1 ORDER BY observed_at DESC LIMIT $2",
    )
    .bind(id)
    .bind(take)
    .fetch_all(connection)
    .await?;
    points.reverse();
    Ok(Some(points))
}
