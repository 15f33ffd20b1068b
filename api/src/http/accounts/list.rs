//! Lists the tracked accounts.

use std::collections::HashMap;

use axum::Json;
use chrono::NaiveDate;
use clipmeter_db::stats::days;
use clipmeter_db::tracking::accounts::{self, AccountFilter, AccountOrder, MatchingAccounts};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::account::{InstagramAccount, TiktokAccount};
use super::gains::{AccountsGains, Costs, GainedByAccount};
use super::view::AccountView;
use crate::http::content::listing::SortOrder;
use crate::http::error::Problem;
use crate::http::input::{MAX_IDS, Query, ids, searched};
use crate::http::page::{MAX_PER_PAGE, PageRequest, first_page};
use crate::http::period::Period;
use crate::http::platforms::each_platform;
use crate::http::scope::SignedIn;

/// Page size if only a page is requested.
const PER_PAGE: i64 = 25;

/// Maximum length of a search text and of a status, characters.
const MAX_LENGTH: usize = 100;

/// Filters, order and page of the accounts.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AccountsQuery {
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
    /// Page number from 1; a page after the last one is empty. Without `page` and `per_page`, all accounts are returned.
    #[param(minimum = 1)]
    pub(crate) page: Option<i64>,
    /// Page size, 1 to 100; 25 if only `page` is given.
    #[param(minimum = 1, maximum = 100)]
    pub(crate) per_page: Option<i64>,
    /// Part of the current or a former username, with or without @.
    #[param(max_length = 100)]
    pub(crate) search: Option<String>,
    /// Only accounts with this `status`, such as `private`.
    #[param(max_length = 100)]
    pub(crate) status: Option<String>,
    /// Only accounts with these IDs, separated by commas; at most 100.
    #[param(pattern = r"^[0-9]{1,18}(,[0-9]{1,18}){0,99}$", example = "3,7")]
    pub(crate) ids: Option<String>,
    /// Sort key. Without it, a page begins with the accounts that fail or have a handle conflict, and is in alphabetical order
    /// otherwise.
    #[param(inline)]
    pub(crate) sort: Option<AccountSort>,
    /// Sort direction; ignored without `sort`.
    #[serde(default)]
    #[param(inline)]
    pub(crate) order: SortOrder,
    /// First day of the period for the order by `gained` or `cost`; 6 days before the last one if absent.
    pub(crate) from: Option<NaiveDate>,
    /// Last day of that period, which has at most 366 days; yesterday if absent.
    pub(crate) to: Option<NaiveDate>,
}

/// Sort key of the accounts. Unknown values come last in both directions, and equal ones are in alphabetical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AccountSort {
    /// Current username.
    Name,
    /// As reported by the platform.
    Followers,
    /// Collected posts or videos.
    Items,
    /// Sum of the known views.
    Views,
    /// Views gained in the period.
    Gained,
    /// Cost of the views gained in the period.
    Cost,
    /// Last successful scrape.
    Updated,
}

/// What the accounts are ordered by.
enum Ordered {
    /// In the database; whether in descending order.
    By(AccountOrder, bool),
    /// By the views gained in the period, or by their cost.
    Gains { by_cost: bool },
}

impl AccountsQuery {
    fn filter(&self) -> Result<AccountFilter, Problem> {
        let name = searched("search", self.search.clone(), MAX_LENGTH)?.unwrap_or_default();
        Ok(AccountFilter {
            ids: self
                .ids
                .as_deref()
                .map(|list| ids("ids", list, MAX_IDS))
                .transpose()?,
            name: name.trim_start_matches('@').to_lowercase(),
            status: searched("status", self.status.clone(), MAX_LENGTH)?,
        })
    }

    fn page(&self) -> Result<Option<PageRequest>, Problem> {
        if self.page.is_none() && self.per_page.is_none() {
            return Ok(None);
        }
        let page = self.page.unwrap_or_else(first_page);
        PageRequest::new(page, self.per_page.unwrap_or(PER_PAGE), MAX_PER_PAGE).map(Some)
    }

    fn ordered_by(&self) -> Ordered {
        let descending = self.order == SortOrder::Desc;
        let is_paged = self.page.is_some() || self.per_page.is_some();
        match self.sort {
            None if is_paged => Ordered::By(AccountOrder::Failing, false),
            None => Ordered::By(AccountOrder::Name, false),
            Some(AccountSort::Name) => Ordered::By(AccountOrder::Name, descending),
            Some(AccountSort::Followers) => Ordered::By(AccountOrder::Followers, descending),
            Some(AccountSort::Items) => Ordered::By(AccountOrder::Items, descending),
            Some(AccountSort::Views) => Ordered::By(AccountOrder::Views, descending),
            Some(AccountSort::Updated) => Ordered::By(AccountOrder::Updated, descending),
            Some(AccountSort::Gained) => Ordered::Gains { by_cost: false },
            Some(AccountSort::Cost) => Ordered::Gains { by_cost: true },
        }
    }
}

/// The Instagram accounts in scope.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstagramAccounts {
    /// In alphabetical order, or as requested.
    pub(crate) accounts: Vec<InstagramAccount>,
    /// Number of all accounts that match.
    pub(crate) total: usize,
}

/// The TikTok accounts in scope.
#[derive(Serialize, ToSchema)]
pub(crate) struct TiktokAccounts {
    /// In alphabetical order, or as requested.
    pub(crate) accounts: Vec<TiktokAccount>,
    /// Number of all accounts that match.
    pub(crate) total: usize,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;
            use crate::http::platforms::$module::Accounts;

            #[utoipa::path(
                        get,
                        path = concat!("/api/", $code, "/accounts"),
                        tag = $name,
                        operation_id = concat!("list_", $code, "_accounts"),
                        summary = concat!("List the tracked ", $name, " accounts"),
                        description = "Members see their own group; admins see one group or all groups. All accounts in alphabetical \
                                       order, unless a page, an order or a filter is requested.",
                        security(("token" = [])),
                        params(AccountsQuery),
                        responses(
                            (status = 200, body = Accounts, description = "The accounts"),
                        ),
                    )]
            pub(crate) async fn handler(
                caller: SignedIn,
                Query(query): Query<AccountsQuery>,
            ) -> Result<Json<Accounts>, Problem> {
                let (accounts, total) = list(caller, Platform::$Platform, query).await?;
                Ok(Json(Accounts { accounts, total }))
            }
        }
    };
}

each_platform!(operations);

async fn list<A: From<AccountView>>(
    caller: SignedIn,
    platform: Platform,
    query: AccountsQuery,
) -> Result<(Vec<A>, usize), Problem> {
    let filter = query.filter()?;
    let page = query.page()?;
    let descending = query.order == SortOrder::Desc;
    let scope = caller.in_group(query.group_id).await?;
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let found = match query.ordered_by() {
        Ordered::By(order, descending) => {
            let page = page.map(|page| [page.skip, page.take]);
            accounts::matching(&mut transaction, platform, &filter, order, descending, page).await?
        }
        Ordered::Gains { by_cost } => {
            let name = AccountOrder::Name;
            let all = accounts::matching(&mut transaction, platform, &filter, name, false, None).await?;
            let today = days::today(&mut transaction, now).await?;
            let period = Period::or_usual(query.from, query.to, today)?;
            let costs = if by_cost { Costs::OfPeriod } else { Costs::None };
            let gains =
                AccountsGains::read(&mut transaction, platform, period, period.previous(), costs).await?;
            let value = |gain: &GainedByAccount| if by_cost { gain.cost } else { gained_views(gain) };
            let values = gains.accounts.iter().map(|gain| (gain.id, value(gain))).collect();
            let ids = by_gains(all.ids, &values, descending);
            MatchingAccounts {
                ids: on_page(ids, page),
                total: all.total,
            }
        }
    };
    let rows = accounts::listed(&mut transaction, platform, &found.ids).await?;
    let views = AccountView::all(&mut transaction, platform, rows, now).await?;
    let total = usize::try_from(found.total).unwrap_or_default();
    Ok((views.into_iter().map(A::from).collect(), total))
}

/// Returns the part of a list that is on the page; the whole list without a page.
fn on_page(mut ids: Vec<i64>, page: Option<PageRequest>) -> Vec<i64> {
    if let Some(page) = page {
        let skip = usize::try_from(page.skip).unwrap_or(usize::MAX).min(ids.len());
        ids.drain(..skip);
        ids.truncate(usize::try_from(page.take).unwrap_or_default());
    }
    ids
}

#[allow(
    clippy::cast_precision_loss,
    reason = "only compared; views beyond 2^53 do not exist"
)]
fn gained_views(gain: &GainedByAccount) -> Option<f64> {
    gain.gained_views.map(|views| views as f64)
}

/// Sorts by what the accounts gained. Equal ones stay in order, and unknown values come last in both directions.
fn by_gains(mut ids: Vec<i64>, values: &HashMap<i64, Option<f64>>, descending: bool) -> Vec<i64> {
    let value = |id: &i64| values.get(id).copied().flatten();
    ids.sort_by(|a, b| match (value(a), value(b)) {
        (Some(a), Some(b)) if descending => b.total_cmp(&a),
        (Some(a), Some(b)) => a.total_cmp(&b),
        (a, b) => a.is_none().cmp(&b.is_none()),
    });
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_with_unknown_gains_are_last_in_both_directions() {
        let values = HashMap::from([(1, None), (2, Some(5.0)), (3, Some(-1.0)), (4, Some(5.0))]);
        let sorted = |descending| by_gains(vec![1, 2, 3, 4, 5], &values, descending);
        assert_eq!(sorted(true), [2, 4, 3, 1, 5]);
        assert_eq!(sorted(false), [3, 2, 4, 1, 5]);
    }
}
