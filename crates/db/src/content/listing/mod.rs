//! Filtered and sorted lists of items, page by page or as a whole.

mod combined;
mod order;
mod rows;

use std::collections::HashMap;

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use super::{ContentItem, ContentPage, Gain};
use crate::content;
use crate::stats::days::Counts;

pub use combined::{CombinedPage, CombinedRows, PlatformItem, combined_page};
pub use rows::{ContentRows, wait_for_reader};

/// Timeout of a search: users do not wait longer, and a few such searches at once would use up all
/// connections.
const SEARCH_TIMEOUT: &str = "5s";

/// The filter and order of a list of items.
#[derive(Clone, Debug)]
pub struct Listing {
    pub platform: Platform,
    /// A sort order of the function `find_posts`, or [`GAINED`].
    pub sort: &'static str,
    /// Highest or newest first.
    pub descending: bool,
    /// Parts of the text or of the author's name, case-insensitive; all of them must match.
    pub words: Vec<String>,
    /// First day of posting.
    pub from: Option<NaiveDate>,
    /// Last day of posting.
    pub to: Option<NaiveDate>,
    /// Restricts to these platform accounts.
    pub accounts: Option<Vec<i64>>,
    /// Restricts to items that the group in scope tracks, even if it may see all.
    pub own_only: bool,
    /// `video`, `image` or `carousel`.
    pub kind: Option<&'static str>,
    /// Minimum of the views; unknown views are less.
    pub least_views: Option<i64>,
    /// First and last day of the period whose gained views are added to the items; needed to sort by them.
    pub gained: Option<[NaiveDate; 2]>,
}

impl Listing {
    /// Returns whether the list contains all items of the platform in scope.
    fn is_unrestricted(&self) -> bool {
        self.words.is_empty()
            && self.from.is_none()
            && self.to.is_none()
            && self.accounts.is_none()
            && !self.own_only
            && self.kind.is_none()
            && self.least_views.is_none()
    }
}

/// The order by the views gained in the list's period.
pub const GAINED: &str = "gained";

/// Longest list that can be sorted by gained views, or have their sum: up to three measurements of each item are read.
pub const MAX_GAINS: i64 = 50_000;

/// How far all content, or a group with more than twice as many items, is counted if words, a kind or a minimum of views restrict it:
/// counting a common word reads all of its items.
pub const MAX_COUNTED: i64 = 10_000;

/// Why a list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// More than [`MAX_GAINS`] items would have to be sorted by gained views.
    #[error("the list is too long to sort it by gained views")]
    TooLong,
}

/// Returns a page of the items that the scope may see. `skip` may be past the end; a list that is longer than its total ends there.
pub async fn page(
    connection: &mut PgConnection,
    listing: &Listing,
    skip: i64,
    take: i64,
) -> Result<ContentPage, ListError> {
    limit_time(connection).await?;
    if let (GAINED, Some(period)) = (listing.sort, listing.gained) {
        let gains = by_gain(connection, listing, period).await?;
        let total = i64::try_from(gains.len()).unwrap_or(i64::MAX);
        let [skip, take] = [skip, take].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        let page: Vec<Gain> = gains.into_iter().skip(skip).take(take).collect();
        let items = with_gains(connection, &page).await?;
        return Ok(ContentPage {
            items,
            total,
            total_is_minimum: false,
        });
    }
    let found = find(connection, listing, listing.sort, MAX_COUNTED, skip, take).await?;
    Ok(ContentPage {
        items: in_order(connection, &found.ids, listing.gained).await?,
        total: found.total,
        total_is_minimum: found.total_is_minimum,
    })
}

/// A page of a list, as the function `find_posts` returns it.
struct Found {
    total: i64,
    total_is_minimum: bool,
    ids: Vec<i64>,
}

/// Finds a page in an order of the function `find_posts`, which counts long lists up to `most` if words, a kind or a minimum of views
/// restrict them.
async fn find(
    connection: &mut PgConnection,
    listing: &Listing,
    sort: &str,
    most: i64,
    skip: i64,
    take: i64,
) -> Result<Found, sqlx::Error> {
    sqlx::query_as!(
        Found,
        r#"SELECT total AS "total!", total_is_minimum AS "total_is_minimum!", ids AS "ids!"
           FROM find_posts($1, $2, $3, (SELECT array_agg(lower(w)) FROM unnest($4::text[]) w), $5, $6, $7, $8, $9, $10, $11, $12, $13)"#,
        listing.platform.code(),
        sort,
        listing.descending,
        &patterns(&listing.words),
        listing.from,
        listing.to,
        listing.accounts.as_deref(),
        listing.own_only,
        listing.kind,
        listing.least_views,
        most,
        skip,
        take
    )
    .fetch_one(connection)
    .await
}

/// Returns the gains of the whole list in its order. Unknown ones are last in both directions.
async fn by_gain(
    connection: &mut PgConnection,
    listing: &Listing,
    period: [NaiveDate; 2],
) -> Result<Vec<Gain>, ListError> {
    let mut gains = gains_of_list(connection, listing, period)
        .await?
        .ok_or(ListError::TooLong)?;
    gains.sort_unstable_by(|(id, views), (other, other_views)| {
        let known = (views, id).cmp(&(other_views, other));
        let known = if listing.descending {
            known.reverse()
        } else {
            known
        };
        views.is_none().cmp(&other_views.is_none()).then(known)
    });
    Ok(gains)
}

/// Returns the sum of the gained views over a list; `None` if it has no period, is too long, or if no gain is known because measurements
/// of the period were deleted.
pub async fn gained_sum(
    connection: &mut PgConnection,
    listing: &Listing,
) -> Result<Option<i64>, sqlx::Error> {
    let Some(period) = listing.gained else {
        return Ok(None);
    };
    let Some(gains) = gains_of_list(connection, listing, period).await? else {
        return Ok(None);
    };
    let is_known = gains.is_empty()
        || gains.iter().any(|(_, views)| views.is_some())
        || !begins_before_history(connection, period[0]).await?;
    Ok(is_known.then(|| gains.iter().filter_map(|(_, views)| *views).sum()))
}

async fn begins_before_history(connection: &mut PgConnection, first: NaiveDate) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT $1 < first_whole_day() AS "is!""#, first)
        .fetch_one(connection)
        .await
}

/// Returns the gains of the whole list, in no order; `None` if it is too long.
async fn gains_of_list(
    connection: &mut PgConnection,
    listing: &Listing,
    period: [NaiveDate; 2],
) -> Result<Option<Vec<Gain>>, sqlx::Error> {
    // A part of a list that is longer than it is counted is of no use: none is returned if more are requested.
    let found = find(connection, listing, "date", MAX_GAINS, 0, MAX_GAINS + 1).await?;
    if found.total_is_minimum || found.total > MAX_GAINS {
        return Ok(None);
    }
    content::gains(connection, &found.ids, period).await.map(Some)
}

/// Sums over a whole list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListingSums {
    pub counts: Counts,
    /// The sum of the items' costs, each rounded to 2 decimals; `None` if none has a cost.
    pub cost: Option<f64>,
    /// Cost over views of the items that have a cost, per thousand views, 4 decimals.
    pub cpm: Option<f64>,
    /// Interactions over views of the items that have a rate, percent, 2 decimals.
    pub engagement_rate: Option<f64>,
}

/// Returns the sums over a list; `None` over all items of the platform, without a filter, or over more than 100,000 items.
pub async fn sums(
    connection: &mut PgConnection,
    listing: &Listing,
) -> Result<Option<ListingSums>, sqlx::Error> {
    limit_time(connection).await?;
    let row = sqlx::query!(
        r#"SELECT views, likes AS "likes!", comments AS "comments!", shares AS "shares!", saves AS "saves!",
                  cost::float8 AS cost, cpm::float8 AS cpm, engagement_rate::float8 AS engagement_rate
           FROM sum_posts($1, (SELECT array_agg(lower(w)) FROM unnest($2::text[]) w), $3, $4, $5, $6, $7, $8)
           WHERE views IS NOT NULL"#,
        listing.platform.code(),
        &patterns(&listing.words),
        listing.from,
        listing.to,
        listing.accounts.as_deref(),
        listing.own_only,
        listing.kind,
        listing.least_views
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.and_then(|row| {
        Some(ListingSums {
            counts: Counts {
                views: row.views?,
                likes: row.likes,
                comments: row.comments,
                shares: row.shares,
                saves: row.saves,
            },
            cost: row.cost,
            cpm: row.cpm,
            engagement_rate: row.engagement_rate,
        })
    }))
}

async fn limit_time(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!("SELECT set_config('statement_timeout', $1, true)", SEARCH_TIMEOUT)
        .fetch_one(connection)
        .await?;
    Ok(())
}

/// Returns the items with these ids, in the order of the ids, with what they gained in a period.
async fn in_order(
    connection: &mut PgConnection,
    ids: &[i64],
    gained: Option<[NaiveDate; 2]>,
) -> Result<Vec<ContentItem>, sqlx::Error> {
    let gains = match gained {
        Some(period) => gains_by_id(connection, ids, period).await?,
        None => HashMap::new(),
    };
    let page: Vec<Gain> = ids
        .iter()
        .map(|id| (*id, gains.get(id).copied().flatten()))
        .collect();
    with_gains(connection, &page).await
}

/// Returns the views that the items gained in a period; `None` if first seen later, or if measurements of the period were deleted.
async fn gains_by_id(
    connection: &mut PgConnection,
    ids: &[i64],
    period: [NaiveDate; 2],
) -> Result<HashMap<i64, Option<i64>>, sqlx::Error> {
    let gains = content::gains(connection, ids, period).await?;
    Ok(gains.into_iter().collect())
}

/// Returns the items with these ids and gains, in their order.
async fn with_gains(connection: &mut PgConnection, page: &[Gain]) -> Result<Vec<ContentItem>, sqlx::Error> {
    let ids: Vec<i64> = page.iter().map(|(id, _)| *id).collect();
    let mut items: HashMap<i64, ContentItem> = content::by_ids(connection, &ids)
        .await?
        .into_iter()
        .map(|item| (item.id, item))
        .collect();
    let items = page.iter().filter_map(|(id, views)| {
        let mut item = items.remove(id)?;
        item.gained_views = *views;
        Some(item)
    });
    Ok(items.collect())
}

/// Returns the accounts of the platforms with this name that the scope may see, which may be several after a name has changed hands; if
/// no platform has any, those whose name contains it. With `own_only`, only those of which the scope tracks something.
pub async fn accounts_named(
    connection: &mut PgConnection,
    platforms: &[Platform],
    username: &str,
    own_only: bool,
) -> Result<Vec<(Platform, i64)>, sqlx::Error> {
    if username.is_empty() {
        return Ok(Vec::new());
    }
    let codes: Vec<String> = platforms
        .iter()
        .map(|platform| platform.code().to_owned())
        .collect();
    let rows = sqlx::query!(
        r#"WITH named AS MATERIALIZED (
             SELECT a.platform, a.id, a.username = lower($2) AS is_exact FROM platform_accounts a
             WHERE a.platform = ANY ($1) AND a.username LIKE lower($3)
               AND (NOT $4
                    OR a.id IN (SELECT account_id FROM tracked_accounts)
                    OR a.id IN (SELECT p.account_id FROM posts p WHERE p.id = ANY (ARRAY(SELECT post_id FROM tracked_videos))))
         )
         SELECT platform AS "platform!", id AS "id!" FROM named
         WHERE is_exact OR NOT EXISTS (SELECT FROM named WHERE is_exact)"#,
        &codes,
        username,
        pattern(username),
        own_only
    )
    .fetch_all(connection)
    .await?;
    let named = rows.into_iter().filter_map(|row| {
        let platform = platforms
            .iter()
            .find(|platform| platform.code() == row.platform)?;
        Some((*platform, row.id))
    });
    Ok(named.collect())
}

/// Returns the LIKE pattern of each word.
fn patterns(words: &[String]) -> Vec<String> {
    words.iter().map(|word| pattern(word)).collect()
}

/// Returns the LIKE pattern for texts that contain `text`.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_pattern_escapes_like_wildcards() {
        assert_eq!(pattern("50%_\\"), "%50\\%\\_\\\\%");
    }
}
