//! Series of accounts or groups, to compare them.

mod ages;
mod days;
mod export;

use std::sync::Arc;

use chrono::NaiveDate;
use clipmeter_db::groups;
use clipmeter_db::stats::compare::{self, DailyViews, ViewsByAge};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::common::PlatformName;
use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::ids;
use crate::http::period::Period;
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;

/// The calls that are polled.
pub(super) fn charts() -> OpenApiRouter<Arc<HttpState>> {
    OpenApiRouter::new()
        .routes(routes!(days::compare_days))
        .routes(routes!(ages::compare_ages))
}

/// The export, which is not cached.
pub(super) fn exports() -> OpenApiRouter<Arc<HttpState>> {
    OpenApiRouter::new().routes(routes!(export::export_comparison))
}

/// Maximum number of compared accounts or groups: as many lines can be told apart on a chart.
const MAX_SERIES: usize = 6;

/// Query of a comparison: what is compared, and the period.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CompareQuery {
    /// Account IDs of any platform, separated by commas; at most 6. Either `accounts` or `groups` is required.
    #[param(example = "3,7")]
    pub(crate) accounts: Option<String>,
    /// Group IDs, separated by commas; at most 6. Members have only their own group.
    pub(crate) groups: Option<String>,
    /// First day of the period; 6 days before the last one if absent.
    pub(crate) from: Option<NaiveDate>,
    /// Last day of the period, which has at most 366 days; yesterday if absent.
    pub(crate) to: Option<NaiveDate>,
}

/// An account or a group that is compared.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Compared {
    /// Account or group ID.
    pub(crate) id: i64,
    /// Username of the account, without @, or name of the group.
    pub(crate) name: String,
    /// The account's platform; null for a group.
    pub(crate) platform: Option<PlatformName>,
    /// The account's group; null for a group.
    pub(crate) group_id: Option<i64>,
}

/// What is compared.
#[derive(Debug, PartialEq, Eq)]
enum Selection {
    Accounts(Vec<i64>),
    Groups(Vec<i64>),
}

impl CompareQuery {
    fn period(&self, today: NaiveDate) -> Result<Period, Problem> {
        Period::or_usual(self.from, self.to, today)
    }

    fn selection(&self) -> Result<Selection, Problem> {
        match (&self.accounts, &self.groups) {
            (Some(accounts), None) => ids("accounts", accounts, MAX_SERIES).map(Selection::Accounts),
            (None, Some(groups)) => ids("groups", groups, MAX_SERIES).map(Selection::Groups),
            _ => Err(Problem::invalid("specify either accounts or groups")),
        }
    }
}

/// The values of a series.
trait Values: Sized {
    /// Reads the values for a period: of an account (`platform_accounts.id`), or of everything in the transaction's scope.
    fn read(
        transaction: &mut Transaction,
        account_id: Option<i64>,
        period: Period,
    ) -> impl Future<Output = Result<Self, sqlx::Error>> + Send;
}

impl Values for DailyViews {
    async fn read(
        transaction: &mut Transaction,
        account_id: Option<i64>,
        period: Period,
    ) -> Result<Self, sqlx::Error> {
        let days = [period.from, period.to];
        match account_id {
            Some(id) => compare::days_of_account(transaction, id, days).await,
            None => compare::days_of_scope(transaction, days).await,
        }
    }
}

impl Values for ViewsByAge {
    async fn read(
        transaction: &mut Transaction,
        account_id: Option<i64>,
        period: Period,
    ) -> Result<Self, sqlx::Error> {
        compare::ages(transaction, account_id, [period.from, period.to]).await
    }
}

/// Reads a series of everything that is compared, in the order of the request. Anything that the caller may not see is not
/// found.
async fn series<T: Values>(
    caller: &SignedIn,
    selection: &Selection,
    period: Period,
) -> Result<Vec<(Compared, T)>, Problem> {
    let mut series = Vec::new();
    match selection {
        Selection::Accounts(ids) => {
            let mut transaction = caller.read().await?;
            let accounts = compare::accounts(&mut transaction, ids).await?;
            for id in ids {
                let account = accounts.iter().find(|account| account.id == *id);
                let account = account.ok_or(ErrorCode::NotFound)?;
                let compared = Compared {
                    id: account.id,
                    name: account.username.clone(),
                    platform: Some(account.platform.into()),
                    group_id: Some(account.group_id),
                };
                let values = T::read(&mut transaction, Some(account.account_id), period).await?;
                series.push((compared, values));
            }
        }
        Selection::Groups(ids) => {
            for id in ids {
                let scope = caller.clone().in_group(Some(*id)).await?;
                let mut transaction = scope.read().await?;
                let group = groups::find(&mut transaction, *id).await?;
                let compared = Compared {
                    id: *id,
                    name: group.ok_or(ErrorCode::NotFound)?.name,
                    platform: None,
                    group_id: None,
                };
                series.push((compared, T::read(&mut transaction, None, period).await?));
            }
        }
    }
    Ok(series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparison_is_of_at_most_six_accounts_or_groups() {
        let selection = |accounts: Option<&str>, groups: Option<&str>| {
            let query = CompareQuery {
                accounts: accounts.map(ToOwned::to_owned),
                groups: groups.map(ToOwned::to_owned),
                from: None,
                to: None,
            };
            query.selection().ok()
        };
        for (accounts, groups, expected) in [
            (Some("3"), None, Some(Selection::Accounts(vec![3]))),
            (None, Some("7,3,7"), Some(Selection::Groups(vec![7, 3]))),
            (
                Some("1,2,3,4,5,6,1"),
                None,
                Some(Selection::Accounts(vec![1, 2, 3, 4, 5, 6])),
            ),
            (Some("1,2,3,4,5,6,7"), None, None),
            (Some("1"), Some("1"), None),
            (None, None, None),
            (Some(""), None, None),
            (Some("1,"), None, None),
            (Some("1;2"), None, None),
            (Some("99999999999999999999"), None, None),
        ] {
            assert_eq!(selection(accounts, groups), expected, "{accounts:?} {groups:?}");
        }
    }
}
