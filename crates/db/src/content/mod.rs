//! Posts and videos as shown in lists. The numbers come from the view `content`.
//!
//! Ids that a query finds first are passed on as `ANY (ARRAY(...))`: the planner then looks them up, whereas
//! a join with an unknown number of ids makes it scan every post.

pub mod listing;

use std::collections::HashMap;
use std::fmt;

use chrono::{DateTime, NaiveDate, Utc};
use clipmeter_domain::metric::Metric;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use self::listing::PlatformItem;
use crate::codes;
use crate::pictures::shown;

/// A post or video with its numbers; an unknown number is `None`.
#[derive(Clone, Debug)]
pub struct ContentItem {
    pub id: i64,
    /// The platform's id.
    pub external_id: String,
    /// Instagram only.
    pub shortcode: Option<String>,
    /// Public URL.
    pub url: String,
    /// `video`, `image` or `carousel`; `None`: unknown.
    pub media_kind: Option<String>,
    /// May be empty.
    pub caption: String,
    /// The caption exceeded the platform's limit and was truncated.
    pub caption_cut: bool,
    /// The author's name.
    pub username: String,
    /// `tracked_accounts.id` of its account in the viewer's group, or in one of the groups in scope; `None`: none of them tracks it.
    pub account_id: Option<i64>,
    pub views: Option<i64>,
    /// Views that are usual for its account at this age; `None` if unknown, or not added by [`add_usual_views`].
    pub usual_views: Option<i64>,
    /// Views gained in the period of a list; `None` if the list has none, or the gain is unknown.
    pub gained_views: Option<i64>,
    pub likes: Option<i64>,
    pub comments: Option<i64>,
    pub shares: Option<i64>,
    pub saves: Option<i64>,
    /// Cost of its views so far, 2 decimals.
    pub cost: Option<f64>,
    /// Cost of a thousand views, 4 decimals.
    pub cpm: Option<f64>,
    /// Percent, 2 decimals.
    pub engagement_rate: Option<f64>,
    pub posted_at: Option<DateTime<Utc>>,
    /// When its numbers last changed.
    pub updated_at: DateTime<Utc>,
    /// `public`, `removed` or `private`.
    pub availability: String,
    /// When it was first found not to be public.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// The name of its picture, if it was added by [`add_pictures`].
    pub picture: Option<String>,
    /// Names of the groups in scope that track it, in alphabetical order, if they were added by [`add_groups`].
    pub groups: Vec<String>,
}

impl ContentItem {
    /// Returns the ID in its address: the shortcode on a platform that has them, or else the platform's ID.
    #[must_use]
    pub fn public_id(&self, platform: Platform) -> &str {
        let shortcode = self.shortcode.as_deref();
        shortcode
            .filter(|_| platform.descriptor().has_shortcodes)
            .unwrap_or(&self.external_id)
    }

    /// Returns the value of a metric; `None` if it is unknown.
    #[must_use]
    pub fn metric(&self, metric: Metric) -> Option<Number> {
        let count = |value: Option<i64>| value.map(Number::Integer);
        match metric {
            Metric::Views => count(self.views),
            Metric::Likes => count(self.likes),
            Metric::Comments => count(self.comments),
            Metric::Shares => count(self.shares),
            Metric::Saves => count(self.saves),
            Metric::Cpm => self.cpm.map(Number::Real),
            Metric::EngagementRate => self.engagement_rate.map(Number::Real),
        }
    }
}

/// The value of a metric: a count, or a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Integer(i64),
    Real(f64),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Real(value) => value.fmt(f),
        }
    }
}

/// One page of a list.
#[derive(Clone, Debug)]
pub struct ContentPage {
    pub items: Vec<ContentItem>,
    /// Length of the whole list, or [`listing::MAX_COUNTED`] if a filtered list is longer than it is counted.
    pub total: i64,
    /// Whether the list is longer than `total`.
    pub total_is_minimum: bool,
}

/// Selects items from the view `content`; `$rest` follows the view's name in the statement.
macro_rules! items {
    ($($rest:literal)+, $($argument:expr),+) => {
        sqlx::query_as!(
            ContentItem,
            r#"SELECT id AS "id!", external_id AS "external_id!", shortcode, url AS "url!", caption AS "caption!",
                      caption_cut AS "caption_cut!", media_kind, username AS "username!",
                      (SELECT min(t.id) FROM tracked_accounts t
                       WHERE t.account_id = content.account_id AND coalesce(t.group_id = (SELECT viewing_group()), true)) AS account_id,
                      views, NULL::bigint AS usual_views,
                      NULL::bigint AS gained_views, likes, comments, shares, saves, round(cost, 2)::float8 AS cost, cpm, engagement_rate, posted_at,
                      updated_at AS "updated_at!", availability AS "availability!", unavailable_since, NULL::text AS picture,
                      '{}'::text[] AS "groups!"
               FROM content "# $(+ $rest)+,
            $($argument),+
        )
    };
}

/// Finds the first items of each platform in this order that the group in scope tracks: finds the first of each account, takes the
/// accounts with the first of those, and the first of their items. No other account has one of the first items. Reads both platforms
/// at once, because looking up each account's platform takes as long as looking up its first item.
macro_rules! first_of_group {
    ($order:literal, $connection:expr, $take:expr) => {{
        let firsts = sqlx::query!(
            r#"WITH firsts AS MATERIALIZED (
                 SELECT first.* FROM tracked_accounts t
                 CROSS JOIN LATERAL (
                     SELECT platform, account_id, id, views, sort_at FROM posts WHERE account_id = t.account_id
                     ORDER BY "# + $order + r#" LIMIT 1
                 ) first
                 WHERE t.group_id = (SELECT current_group())
               ), videos AS MATERIALIZED (
                 SELECT platform, id, views, sort_at FROM posts WHERE id = ANY (ARRAY(SELECT post_id FROM tracked_videos))
               )
               SELECT p.code AS "platform!", ARRAY(
                   SELECT id FROM (
                       SELECT best.* FROM (
                           SELECT account_id FROM firsts WHERE platform = p.code
                           ORDER BY "# + $order + r#" LIMIT $1
                       ) t
                       CROSS JOIN LATERAL (
                           SELECT id, views, sort_at FROM posts WHERE account_id = t.account_id
                           ORDER BY "# + $order + r#" LIMIT $1
                       ) best
                       UNION
                       SELECT id, views, sort_at FROM videos WHERE platform = p.code
                   ) candidates
                   ORDER BY "# + $order + r#" LIMIT $1
               ) AS "ids!"
               FROM platforms p ORDER BY p.code"#,
            $take
        )
        .fetch_all(&mut *$connection)
        .await?;
        let firsts = firsts
            .into_iter()
            .map(|row| (codes::platform(&row.platform), row.ids))
            .collect();
        items_of_platforms($connection, firsts).await
    }};
}

/// Returns the items of these platforms with these IDs, in their order.
async fn items_of_platforms(
    connection: &mut PgConnection,
    found: Vec<(Platform, Vec<i64>)>,
) -> Result<Vec<PlatformItem>, sqlx::Error> {
    let ids: Vec<i64> = found.iter().flat_map(|(_, ids)| ids).copied().collect();
    let items = by_ids(connection, &ids).await?;
    let mut items: HashMap<i64, ContentItem> = items.into_iter().map(|item| (item.id, item)).collect();
    let of_platform = |(platform, ids): (Platform, Vec<i64>)| ids.into_iter().map(move |id| (platform, id));
    let ids = found.into_iter().flat_map(of_platform);
    Ok(ids
        .filter_map(|(platform, id)| Some((platform, items.remove(&id)?)))
        .collect())
}

/// Returns those of the items that the scope may see, in no order.
pub async fn by_ids(connection: &mut PgConnection, ids: &[i64]) -> Result<Vec<ContentItem>, sqlx::Error> {
    items!("WHERE id = ANY ($1)", ids).fetch_all(connection).await
}

/// Adds the views that are usual for the items' accounts at their ages, by the SQL function `usual_views`.
pub async fn add_usual_views(
    connection: &mut PgConnection,
    items: &mut [ContentItem],
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let ids: Vec<i64> = items.iter().map(|item| item.id).collect();
    let usual = sqlx::query!(
        r#"SELECT post_id AS "post_id!", views AS "views!" FROM usual_views($1, $2)"#,
        &ids,
        now
    )
    .fetch_all(connection)
    .await?;
    let usual: HashMap<i64, i64> = usual.into_iter().map(|row| (row.post_id, row.views)).collect();
    for item in items {
        item.usual_views = usual.get(&item.id).copied();
    }
    Ok(())
}

/// An item's id, and the views that it gained in a period: 0 if nothing was measured in it, `None` if the item was first seen later,
/// or if measurements of the period were deleted.
pub type Gain = (i64, Option<i64>);

/// Returns the gains of those of the items that the scope may see, in no order, by the SQL function `gains_of_posts`.
pub async fn gains(
    connection: &mut PgConnection,
    ids: &[i64],
    [first, last]: [NaiveDate; 2],
) -> Result<Vec<Gain>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT post_id AS "post_id!", views FROM gains_of_posts($1, $2, $3)"#,
        ids,
        first,
        last
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.post_id, row.views)).collect())
}

/// Adds the names of the groups in scope that track the items or their accounts.
pub async fn add_groups(connection: &mut PgConnection, items: &mut [ContentItem]) -> Result<(), sqlx::Error> {
    let ids: Vec<i64> = items.iter().map(|item| item.id).collect();
    let groups = sqlx::query!(
        r#"SELECT p.id, array_agg(g.name ORDER BY g.name) AS "names!"
           FROM posts p
           CROSS JOIN LATERAL (
               SELECT t.group_id FROM tracked_accounts t WHERE t.account_id = p.account_id
               UNION SELECT v.group_id FROM tracked_videos v WHERE v.post_id = p.id
           ) tracking
           JOIN groups g ON g.id = tracking.group_id
           WHERE p.id = ANY ($1)
           GROUP BY p.id"#,
        &ids
    )
    .fetch_all(connection)
    .await?;
    let mut groups: HashMap<i64, Vec<String>> = groups.into_iter().map(|row| (row.id, row.names)).collect();
    for item in items {
        item.groups = groups.remove(&item.id).unwrap_or_default();
    }
    Ok(())
}

/// Adds the names of the items' pictures.
pub async fn add_pictures(
    connection: &mut PgConnection,
    items: &mut [ContentItem],
) -> Result<(), sqlx::Error> {
    let ids: Vec<i64> = items.iter().map(|item| item.id).collect();
    let mut names = shown::of_posts(connection, &ids).await?;
    for item in items {
        item.picture = names.remove(&item.id);
    }
    Ok(())
}

/// Returns the most viewed items of all groups, at most `take` of each platform.
pub async fn top_of_all(connection: &mut PgConnection, take: i64) -> Result<Vec<PlatformItem>, sqlx::Error> {
    let firsts = sqlx::query!(
        r#"SELECT p.code AS "platform!",
                  ARRAY(SELECT id FROM posts WHERE platform = p.code ORDER BY views DESC NULLS LAST, id DESC LIMIT $1) AS "ids!"
           FROM platforms p ORDER BY p.code"#,
        take
    )
    .fetch_all(&mut *connection)
    .await?;
    let firsts = firsts
        .into_iter()
        .map(|row| (codes::platform(&row.platform), row.ids))
        .collect();
    items_of_platforms(connection, firsts).await
}

/// Returns the most viewed items that the group in scope tracks, at most `take` of each platform.
pub async fn top_of_group(
    connection: &mut PgConnection,
    take: i64,
) -> Result<Vec<PlatformItem>, sqlx::Error> {
    first_of_group!("views DESC NULLS LAST, id DESC", connection, take)
}

/// Returns the latest items that the group in scope tracks, at most `take` of each platform.
pub async fn latest_of_group(
    connection: &mut PgConnection,
    take: i64,
) -> Result<Vec<PlatformItem>, sqlx::Error> {
    first_of_group!("sort_at DESC, id DESC", connection, take)
}

/// One measurement of an item.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Rounded to the minute.
    pub observed_at: DateTime<Utc>,
    pub views: Option<i64>,
    pub likes: Option<i64>,
    pub comments: Option<i64>,
    pub shares: Option<i64>,
    pub saves: Option<i64>,
}

/// The measurements of an item.
#[derive(Clone, Debug)]
pub struct ItemHistory {
    /// When its counts were 0, so that its first counts are gains: when it was posted, if its account was already tracked then.
    /// `None`: unknown, or before these measurements.
    pub zero_at: Option<DateTime<Utc>>,
    /// Oldest first.
    pub points: Vec<Measurement>,
}

/// Returns the latest measurements of an item that the scope may see; `None` if there is no such item.
pub async fn history(
    connection: &mut PgConnection,
    platform: Platform,
    id: i64,
    take: i64,
) -> Result<Option<ItemHistory>, sqlx::Error> {
    let Some(zero_at) = sqlx::query_scalar!(
        "SELECT CASE WHEN p.from_zero AND p.first_seen_at >= s.history_begins::timestamp AT TIME ZONE 'UTC'
                     THEN p.posted_at END AS zero_at
         FROM posts p CROSS JOIN settings s WHERE p.id = $1 AND p.platform = $2",
        id,
        platform.code()
    )
    .fetch_optional(&mut *connection)
    .await?
    else {
        return Ok(None);
    };
    let mut points: Vec<Measurement> = sqlx::query_as!(
        Measurement,
        "SELECT observed_at, views, likes, comments, shares, saves FROM post_metrics
         WHERE post_id = $1 ORDER BY observed_at DESC LIMIT $2",
        id,
        take
    )
    .fetch_all(connection)
    .await?;
    points.reverse();
    let is_complete = points.len() < usize::try_from(take).unwrap_or(usize::MAX);
    Ok(Some(ItemHistory {
        zero_at: zero_at.filter(|_| is_complete),
        points,
    }))
}
