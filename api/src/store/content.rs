//! Posts and videos as the lists show them. The numbers come from the view `content`.
//!
//! Ids that a query finds first are handed on as `ANY (ARRAY(...))`: the planner then looks them up, where a join with
//! their unknown number makes it read every post.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

/// A post or video with its numbers; an unknown one is None.
#[derive(Clone, Debug)]
pub struct ContentItem {
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
    /// The caption was longer than the platform's limit, and was cut.
    pub caption_cut: bool,
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
    /// `public`, `removed` or `private`.
    pub availability: String,
    /// When it was found not to be public any more.
    pub unavailable_since: Option<DateTime<Utc>>,
}

/// One page of a longer list.
#[derive(Clone, Debug)]
pub struct ContentPage {
    /// The items of the page.
    pub items: Vec<ContentItem>,
    /// The length of the whole list.
    pub total: i64,
}

/// Items of the view `content`; `$rest` is what follows its name.
macro_rules! items {
    ($($rest:literal)+, $($argument:expr),+) => {
        sqlx::query_as!(
            ContentItem,
            r#"SELECT id AS "id!", external_id AS "external_id!", shortcode, url AS "url!", caption AS "caption!",
                      caption_cut AS "caption_cut!",
                      username AS "username!", views, likes, comments, shares, cpm, engagement_rate, posted_at,
                      updated_at AS "updated_at!", availability AS "availability!", unavailable_since
               FROM content "# $(+ $rest)+,
            $($argument),+
        )
    };
}

/// The first items in this order of what the group in scope tracks: the first of each account, and of those the first.
macro_rules! first_of_group {
    ($order:literal, $connection:expr, $platform:expr, $take:expr) => {
        items!(
            "WHERE id = ANY (ARRAY(
                 SELECT id FROM (
                     SELECT best.* FROM tracked_accounts t
                     CROSS JOIN LATERAL (
                         SELECT id, views, sort_at FROM posts WHERE account_id = t.account_id AND platform = $1
                         ORDER BY " $order " LIMIT $2
                     ) best
                     UNION
                     SELECT id, views, sort_at FROM posts
                     WHERE platform = $1 AND id = ANY (ARRAY(SELECT post_id FROM tracked_videos))
                 ) candidates
                 ORDER BY " $order " LIMIT $2
             ))
             ORDER BY " $order,
            $platform.code(),
            $take
        )
        .fetch_all($connection)
        .await
    };
}

/// Those of the items that the scope may browse, in no order.
pub async fn by_ids(connection: &mut PgConnection, ids: &[i64]) -> Result<Vec<ContentItem>, sqlx::Error> {
    items!("WHERE id = ANY ($1)", ids).fetch_all(connection).await
}

/// The most viewed items of what all groups track.
pub async fn top_of_all(
    connection: &mut PgConnection,
    platform: Platform,
    take: i64,
) -> Result<Vec<ContentItem>, sqlx::Error> {
    items!(
        "WHERE platform = $1 ORDER BY views DESC NULLS LAST, id DESC LIMIT $2",
        platform.code(),
        take
    )
    .fetch_all(connection)
    .await
}

/// The most viewed items of what the group in scope tracks.
pub async fn top_of_group(
    connection: &mut PgConnection,
    platform: Platform,
    take: i64,
) -> Result<Vec<ContentItem>, sqlx::Error> {
    first_of_group!("views DESC NULLS LAST, id DESC", connection, platform, take)
}

/// The latest items of what the group in scope tracks.
pub async fn latest_of_group(
    connection: &mut PgConnection,
    platform: Platform,
    take: i64,
) -> Result<Vec<ContentItem>, sqlx::Error> {
    first_of_group!("sort_at DESC, id DESC", connection, platform, take)
}

/// One measurement of an item.
#[derive(Clone, Debug)]
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
    take: i64,
) -> Result<Option<Vec<Measurement>>, sqlx::Error> {
    let exists: bool = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM posts WHERE id = $1 AND platform = $2) AS "exists!""#,
        id,
        platform.code()
    )
    .fetch_one(&mut *connection)
    .await?;
    if !exists {
        return Ok(None);
    }
    let mut points: Vec<Measurement> = sqlx::query_as!(
        Measurement,
        "SELECT observed_at, views, likes, comments, shares FROM post_metrics
         WHERE post_id = $1 ORDER BY observed_at DESC LIMIT $2",
        id,
        take
    )
    .fetch_all(connection)
    .await?;
    points.reverse();
    Ok(Some(points))
}
