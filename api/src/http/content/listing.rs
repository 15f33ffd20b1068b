//! Sorting and filtering of item lists.

use std::iter;

use chrono::{Datelike, NaiveDate};
use clipmeter_db::content::listing::{self, GAINED, ListError, Listing, MAX_GAINS};
use clipmeter_db::tracking::accounts::TrackedAccount;
use clipmeter_domain::metric::Metric;
use clipmeter_proto::v1::Platform;
use serde::Deserialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::item::MediaKind;
use crate::http::database::Transaction;
use crate::http::error::Problem;
use crate::http::input::searched;
use crate::http::period::Period;

/// Sort key of an item list: a metric or a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum ItemSort {
    /// Time of posting.
    #[default]
    Date,
    Metric(Metric),
    /// When the metrics last changed.
    Updated,
    /// Views gained in the period from `gained_from` to `gained_to`.
    Gained,
}

impl ItemSort {
    fn all() -> impl Iterator<Item = Self> {
        let metrics = Metric::ALL.into_iter().map(Self::Metric);
        iter::once(Self::Date)
            .chain(metrics)
            .chain([Self::Updated, Self::Gained])
    }

    /// Returns the name in queries, which is also the one in the database.
    fn key(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Metric(metric) => metric.sort_key(),
            Self::Updated => "updated",
            Self::Gained => GAINED,
        }
    }
}

impl TryFrom<String> for ItemSort {
    type Error = String;

    fn try_from(key: String) -> Result<Self, Self::Error> {
        Self::all().find(|sort| sort.key() == key).ok_or_else(|| {
            let keys: Vec<_> = Self::all().map(|sort| format!("`{}`", sort.key())).collect();
            format!("unknown variant `{key}`, expected one of {}", keys.join(", "))
        })
    }
}

impl PartialSchema for ItemSort {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "Sort key of an item list. Unknown values come last in both directions. Equal values are ordered by ID. `gained` \
                 needs `gained_from` and `gained_to`, and at most 50,000 items of a platform.",
            ))
            .enum_values(Some(Self::all().map(Self::key)));
        RefOr::T(Schema::Object(schema.build()))
    }
}

impl ToSchema for ItemSort {}

/// Sort direction of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SortOrder {
    /// Lowest or oldest first.
    Asc,
    /// Highest or newest first.
    #[default]
    Desc,
}

/// Filters and order of the table of all content.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ContentFilter {
    /// Sort key.
    #[serde(default)]
    #[param(inline)]
    pub(crate) sort: ItemSort,
    /// Sort direction.
    #[serde(default)]
    #[param(inline)]
    pub(crate) order: SortOrder,
    /// Words, in any order: each must be a case-insensitive part of the caption, the platform's ID or shortcode, or the account's
    /// handle. If all have fewer than three letters or digits, the first one matches only the beginning of the handle, unless the
    /// list is filtered by account or group.
    #[param(max_length = 100)]
    pub(crate) q: Option<String>,
    /// First day of posting, in the time zone of the group in scope, or else of the installation.
    pub(crate) from: Option<NaiveDate>,
    /// Last day of posting, in the time zone of the group in scope, or else of the installation.
    pub(crate) to: Option<NaiveDate>,
    /// Handles of accounts, separated by commas, at most 10; a part of a handle if no account of the listed platforms has it.
    #[param(max_length = 400)]
    pub(crate) account: Option<String>,
    /// Only items tracked by this group: any for admins, their own for members.
    pub(crate) group_id: Option<i64>,
    /// What the items consist of.
    #[param(inline)]
    pub(crate) kind: Option<MediaKind>,
    /// Minimum of the views; items whose views are unknown are left out.
    #[param(minimum = 0)]
    pub(crate) min_views: Option<i64>,
    /// First day of the period for `gained_views`; with `gained_to` only. Both absent: `gained_views` is null.
    pub(crate) gained_from: Option<NaiveDate>,
    /// Last day of the period for `gained_views`, which has at most 366 days.
    pub(crate) gained_to: Option<NaiveDate>,
}

/// Filters and order of an account's items.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AccountItemsQuery {
    /// Sort key.
    #[serde(default)]
    #[param(inline)]
    pub(crate) sort: ItemSort,
    /// Sort direction.
    #[serde(default)]
    #[param(inline)]
    pub(crate) order: SortOrder,
    /// Words, in any order: each must be a case-insensitive part of the caption, the platform's ID or shortcode, or the account's
    /// handle.
    #[param(max_length = 100)]
    pub(crate) q: Option<String>,
    /// First day of posting, in the time zone of the account's group.
    pub(crate) from: Option<NaiveDate>,
    /// Last day of posting, in the time zone of the account's group.
    pub(crate) to: Option<NaiveDate>,
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
    /// First day of the period for `gained_views`; with `gained_to` only. Both absent: `gained_views` is null.
    pub(crate) gained_from: Option<NaiveDate>,
    /// Last day of the period for `gained_views`, which has at most 366 days.
    pub(crate) gained_to: Option<NaiveDate>,
}

/// Maximum number of accounts in a filter.
const MAX_ACCOUNTS: usize = 10;

/// Maximum length of their handles, with commas, characters.
const MAX_NAMES_LENGTH: usize = 400;

/// Maximum length of a search text, characters. Longer searches of a caption are not useful.
const MAX_SEARCH_LENGTH: usize = 100;

/// The years that a calendar shows.
const YEARS: std::ops::RangeInclusive<i32> = 1..=9999;

/// Returns the listings of the table of all content, one for each platform.
pub(crate) async fn of_platforms(
    transaction: &mut Transaction,
    platforms: &[Platform],
    filter: &ContentFilter,
) -> Result<Vec<Listing>, Problem> {
    let named = named_accounts(transaction, platforms, filter).await?;
    let listing = |platform: &Platform| table_listing(*platform, filter, named.as_deref());
    platforms.iter().map(listing).collect()
}

/// Returns the listing of the table of a platform's content.
pub(crate) async fn of_table(
    transaction: &mut Transaction,
    platform: Platform,
    filter: &ContentFilter,
) -> Result<Listing, Problem> {
    let named = named_accounts(transaction, &[platform], filter).await?;
    table_listing(platform, filter, named.as_deref())
}

/// Returns a platform's listing, restricted to its accounts among those named if there are any.
fn table_listing(
    platform: Platform,
    filter: &ContentFilter,
    named: Option<&[(Platform, i64)]>,
) -> Result<Listing, Problem> {
    let accounts = named.map(|named| {
        let own = named.iter().filter(|(of, _)| *of == platform);
        own.map(|(_, id)| *id).collect()
    });
    Ok(Listing {
        platform,
        sort: filter.sort.key(),
        descending: filter.order == SortOrder::Desc,
        words: words(filter.q.clone())?,
        from: day("from", filter.from)?,
        to: day("to", filter.to)?,
        accounts,
        own_only: filter.group_id.is_some(),
        kind: filter.kind.map(MediaKind::code),
        least_views: least_views(filter.min_views)?,
        gained: gained(filter.sort, filter.gained_from, filter.gained_to)?,
    })
}

/// Returns the accounts to which a filter restricts the table; `None` if it names none.
async fn named_accounts(
    transaction: &mut Transaction,
    platforms: &[Platform],
    filter: &ContentFilter,
) -> Result<Option<Vec<(Platform, i64)>>, Problem> {
    let Some(names) = searched("account", filter.account.clone(), MAX_NAMES_LENGTH)? else {
        return Ok(None);
    };
    if names.split(',').count() > MAX_ACCOUNTS {
        return Err(Problem::invalid(format!(
            "account may contain at most {MAX_ACCOUNTS} handles, separated by commas"
        )));
    }
    let own_only = filter.group_id.is_some();
    let mut accounts = Vec::new();
    for name in names.split(',') {
        let name = name.trim().trim_start_matches('@');
        accounts.extend(listing::accounts_named(transaction, platforms, name, own_only).await?);
    }
    accounts.sort_unstable_by_key(|(_, id)| *id);
    accounts.dedup();
    Ok(Some(accounts))
}

/// Returns the listing of an account.
pub(crate) fn of_account(
    platform: Platform,
    account: &TrackedAccount,
    query: AccountItemsQuery,
) -> Result<Listing, Problem> {
    Ok(Listing {
        platform,
        sort: query.sort.key(),
        descending: query.order == SortOrder::Desc,
        words: words(query.q)?,
        from: day("from", query.from)?,
        to: day("to", query.to)?,
        accounts: Some(vec![account.account_id]),
        own_only: false,
        kind: None,
        least_views: None,
        gained: gained(query.sort, query.gained_from, query.gained_to)?,
    })
}

/// Returns the words of the search text `q`.
fn words(q: Option<String>) -> Result<Vec<String>, Problem> {
    let text = searched("q", q, MAX_SEARCH_LENGTH)?.unwrap_or_default();
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

/// Returns the period of the gained views.
fn gained(
    sort: ItemSort,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
) -> Result<Option<[NaiveDate; 2]>, Problem> {
    match (from, to) {
        (Some(from), Some(to)) => {
            let period = Period::checked(from, to)?;
            Ok(Some([period.from, period.to]))
        }
        (None, None) if sort != ItemSort::Gained => Ok(None),
        (None, None) => Err(Problem::invalid("sort=gained needs gained_from and gained_to")),
        _ => Err(Problem::invalid(
            "gained_from and gained_to must be sent together",
        )),
    }
}

impl From<ListError> for Problem {
    fn from(error: ListError) -> Self {
        match error {
            ListError::Database(error) => error.into(),
            ListError::TooLong => Self::invalid(format!(
                "at most {MAX_GAINS} items can be sorted by gained views; select a group, an account, or days of posting"
            )),
        }
    }
}

fn least_views(views: Option<i64>) -> Result<Option<i64>, Problem> {
    if views.is_some_and(i64::is_negative) {
        return Err(Problem::invalid("min_views must not be negative"));
    }
    Ok(views)
}

fn day(name: &'static str, day: Option<NaiveDate>) -> Result<Option<NaiveDate>, Problem> {
    if day.is_some_and(|day| !YEARS.contains(&day.year())) {
        return Err(Problem::invalid(format!("{name} must be a day like 2026-01-31")));
    }
    Ok(day)
}
