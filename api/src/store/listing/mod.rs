//! Filtered and sorted lists of items, a page at a time or from beginning to end.

mod rows;

use std::collections::HashMap;

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use super::content::{self, ContentItem, ContentPage};

pub use rows::ContentRows;

/// How long a list may be looked for: people do not wait longer, and few such searches at once would keep all connections
/// from everybody else.
const SEARCH_TIMEOUT: &str = "5s";

/// Which items a list has, and in which order.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The items' platform.
    pub platform: Platform,
    /// One of the orders of the function `find_posts`.
    pub sort: &'static str,
    /// Highest or newest first.
    pub descending: bool,
    /// A part of the text or of the author's name, in any case.
    pub search: Option<String>,
    /// The first day of posting.
    pub from: Option<NaiveDate>,
    /// The last day of posting.
    pub to: Option<NaiveDate>,
    /// Only these platform accounts'.
    pub accounts: Option<Vec<i64>>,
    /// Only what the group in scope tracks, even if it may browse everything.
    pub own_only: bool,
}

/// A page of the items that the scope may browse. `skip` may lie behind the end.
pub async fn page(
    connection: &mut PgConnection,
    listing: &Listing,
    skip: i64,
    take: i64,
) -> Result<ContentPage, sqlx::Error> {
    sqlx::query!("SELECT set_config('statement_timeout', $1, true)", SEARCH_TIMEOUT)
        .fetch_one(&mut *connection)
        .await?;
    let found = sqlx::query!(
        r#"SELECT total AS "total!", ids AS "ids!"
           FROM find_posts($1, $2, $3, lower($4), $5, $6, $7, $8, $9, $10)"#,
        listing.platform.code(),
        listing.sort,
        listing.descending,
        listing.search.as_deref().map(pattern),
        listing.from,
        listing.to,
        listing.accounts.as_deref(),
        listing.own_only,
        skip,
        take
    )
    .fetch_one(&mut *connection)
    .await?;
    Ok(ContentPage {
        items: in_order(connection, &found.ids).await?,
        total: found.total,
    })
}

/// The items of these ids, in the ids' order.
async fn in_order(connection: &mut PgConnection, ids: &[i64]) -> Result<Vec<ContentItem>, sqlx::Error> {
    let places: HashMap<i64, usize> = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    let mut items = content::by_ids(connection, ids).await?;
    items.sort_by_key(|item| places.get(&item.id).copied());
    Ok(items)
}

/// The platform accounts of this name that the scope may see; several after a name went to somebody else.
pub async fn accounts_named(
    connection: &mut PgConnection,
    platform: Platform,
    username: &str,
) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT id FROM platform_accounts WHERE platform = $1 AND username = lower($2)",
        platform.code(),
        username
    )
    .fetch_all(connection)
    .await
}

/// The LIKE pattern of what contains `text`.
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
    fn a_search_means_its_characters() {
        assert_eq!(pattern("50%_\\"), "%50\\%\\_\\\\%");
    }
}
