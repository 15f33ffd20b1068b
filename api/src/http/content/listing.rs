//! Converts list parameters to queries of the store.

use chrono::{Datelike, NaiveDate};
use clipmeter_db::content::listing::{self, Listing};
use clipmeter_db::tracking::accounts::TrackedAccount;
use clipmeter_proto::v1::Platform;

use crate::http::error::Problem;
use crate::http::scope::Transaction;
use crate::http::types::{AccountItemsQuery, ContentFilter, ItemSort, SortOrder};

/// Maximum length of a search text, characters. Longer searches of a caption are not useful.
const LONGEST_SEARCH: usize = 100;

/// The years that a calendar shows.
const YEARS: std::ops::RangeInclusive<i32> = 1..=9999;

/// Returns the listing of the table of all content.
pub(crate) async fn of_table(
    transaction: &mut Transaction,
    platform: Platform,
    filter: ContentFilter,
) -> Result<Listing, Problem> {
    let accounts = match searched("account", filter.account)? {
        Some(name) => {
            Some(listing::accounts_named(transaction, platform, name.trim_start_matches('@')).await?)
        }
        None => None,
    };
    Ok(Listing {
        platform,
        sort: code(filter.sort),
        descending: filter.order == SortOrder::Desc,
        search: searched("q", filter.q)?,
        from: day("from", filter.from)?,
        to: day("to", filter.to)?,
        accounts,
        own_only: filter.group_id.is_some(),
    })
}

/// Returns the listing of an account.
pub(crate) fn of_account(
    platform: Platform,
    account: &TrackedAccount,
    query: AccountItemsQuery,
) -> Result<Listing, Problem> {
    Ok(Listing {
        platform,
        sort: code(query.sort),
        descending: query.order == SortOrder::Desc,
        search: searched("q", query.q)?,
        from: day("from", query.from)?,
        to: day("to", query.to)?,
        accounts: Some(vec![account.account_id]),
        own_only: false,
    })
}

/// Converts the sort order.
fn code(sort: ItemSort) -> &'static str {
    match sort {
        ItemSort::Date => "date",
        ItemSort::Views => "views",
        ItemSort::Likes => "likes",
        ItemSort::Comments => "comments",
        ItemSort::Shares => "shares",
        ItemSort::Cpm => "cpm",
        ItemSort::Engagement => "engagement",
        ItemSort::Updated => "updated",
    }
}

/// Returns a search text; None if it is empty. Postgres stores no NUL, so a text with one cannot match.
fn searched(name: &'static str, text: Option<String>) -> Result<Option<String>, Problem> {
    let text = text.unwrap_or_default();
    let text = text.trim();
    if text.chars().count() > LONGEST_SEARCH || text.contains('\0') {
        return Err(Problem::invalid(format!(
            "{name} must be a text of at most {LONGEST_SEARCH} characters"
        )));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

fn day(name: &'static str, day: Option<NaiveDate>) -> Result<Option<NaiveDate>, Problem> {
    if day.is_some_and(|day| !YEARS.contains(&day.year())) {
        return Err(Problem::invalid(format!("{name} must be a day like 2026-01-31")));
    }
    Ok(day)
}
