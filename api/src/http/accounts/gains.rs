//! What each tracked account gained in a period, compared with another one.

use std::collections::HashMap;

use axum::Json;
use chrono::NaiveDate;
use clipmeter_db::cost;
use clipmeter_db::stats::days;
use clipmeter_db::stats::gains::{self, TrackedGain};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::cost::Cost;
use crate::http::database::Transaction;
use crate::http::error::Problem;
use crate::http::input::{MAX_IDS, SplitQuery, ids};
use crate::http::period::{GainsQuery, Period, is_cost_known};
use crate::http::platforms::each_platform;
use crate::http::scope::SignedIn;

/// What the tracked accounts gained in a period and in another one, to compare with.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountsGains {
    /// The requested period.
    pub(crate) period: Period,
    /// The period to compare with.
    pub(crate) previous: Period,
    /// ISO 4217 code of all costs; null: amounts have no currency.
    #[schema(example = "EUR")]
    pub(crate) currency: Option<String>,
    /// The cost of each post: that of the group, or the default.
    pub(crate) cost_rule: Cost,
    /// Whether some accounts of the group have another cost.
    pub(crate) has_exceptions: bool,
    /// First day of which all measurements are kept; null: of all days. The cost of a period that begins earlier is not known.
    pub(crate) history_begins: Option<NaiveDate>,
    /// The accounts in scope, by ID.
    pub(crate) accounts: Vec<GainedByAccount>,
}

/// What an account gained.
#[derive(Serialize, ToSchema)]
pub(crate) struct GainedByAccount {
    /// The account.
    pub(crate) id: i64,
    /// Views gained in the period; null if the account was first read later.
    pub(crate) gained_views: Option<i64>,
    /// Views gained in the period to compare with; null if the account was not tracked all the time.
    pub(crate) previous_gained_views: Option<i64>,
    /// Cost of the views gained in the period, 2 decimals. Null if no cost is set, if `gained_views` is, or if the period begins before
    /// `history_begins`.
    pub(crate) cost: Option<f64>,
    /// Cost of the views gained in the period to compare with, 2 decimals. Null if no cost is set, if `previous_gained_views` is, or if
    /// that period begins before `history_begins`.
    pub(crate) previous_cost: Option<f64>,
}

/// Which accounts' gains are returned.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GainsFilter {
    /// Only accounts with these IDs, separated by commas; at most 100.
    #[param(pattern = r"^[0-9]{1,18}(,[0-9]{1,18}){0,99}$", example = "3,7")]
    pub(crate) ids: Option<String>,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;

            #[utoipa::path(
                get,
                path = concat!("/api/", $code, "/accounts/gains"),
                tag = $name,
                operation_id = concat!($code, "_accounts_gains"),
                summary = concat!("Show what the ", $name, " accounts gained"),
                description = concat!(
                    "The views that each tracked account gained in a period and in another one, and their cost. Days are in the \
                     time zone of the group in scope, or else of the installation.\n\
                     Single ", $items, " of other accounts are not included."
                ),
                security(("token" = [])),
                params(GainsQuery, GainsFilter),
                responses(
                    (status = 200, body = AccountsGains, description = "The gains"),
                ),
            )]
            pub(crate) async fn handler(
                caller: SignedIn,
                SplitQuery(query, filter): SplitQuery<GainsQuery, GainsFilter>,
            ) -> Result<Json<AccountsGains>, Problem> {
                let gains = accounts_gains(caller, Platform::$Platform, query, &filter).await?;
                Ok(Json(gains))
            }
        }
    };
}

each_platform!(operations);

async fn accounts_gains(
    caller: SignedIn,
    platform: Platform,
    query: GainsQuery,
    filter: &GainsFilter,
) -> Result<AccountsGains, Problem> {
    let chosen = filter.ids.as_deref();
    let chosen = chosen.map(|list| ids("ids", list, MAX_IDS)).transpose()?;
    let scope = caller.in_group(query.group_id).await?;
    let mut transaction = scope.read().await?;
    let today = days::today(&mut transaction, scope.caller().now()).await?;
    let (period, previous) = Period::requested(&query, today)?;
    let mut gains =
        AccountsGains::read(&mut transaction, platform, period, previous, Costs::OfBothPeriods).await?;
    if let Some(chosen) = chosen {
        gains.accounts.retain(|gain| chosen.contains(&gain.id));
    }
    Ok(gains)
}

/// Which costs to read: without them, a read takes less than half of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Costs {
    None,
    OfPeriod,
    OfBothPeriods,
}

impl AccountsGains {
    /// Reads what the accounts in scope gained.
    pub(super) async fn read(
        transaction: &mut Transaction,
        platform: Platform,
        period: Period,
        previous: Period,
        costs: Costs,
    ) -> Result<Self, Problem> {
        let terms = cost::terms(transaction).await?;
        let (has_cost, has_previous_cost) = (is_cost_known(&terms, period), is_cost_known(&terms, previous));
        let gained = gains::of_tracked(
            transaction,
            platform,
            [period.from, period.to],
            [previous.from, previous.to],
        )
        .await?;
        let of_previous = costs == Costs::OfBothPeriods;
        let is_known = has_cost || (of_previous && has_previous_cost);
        let costs = if costs != Costs::None && is_known {
            gains::costs_of_accounts(
                transaction,
                platform,
                [period.from, period.to],
                of_previous.then_some([previous.from, previous.to]),
            )
            .await?
        } else {
            HashMap::new()
        };
        let row = |gain: TrackedGain| {
            let is_known = gain.first_day.is_some_and(|day| day <= period.to);
            let is_previous_known = gain.first_day.is_some_and(|day| day < previous.from);
            let [cost, previous_cost] = costs.get(&gain.account_id).copied().unwrap_or_default();
            GainedByAccount {
                id: gain.id,
                gained_views: is_known.then_some(gain.views),
                previous_gained_views: is_previous_known.then_some(gain.previous),
                cost: cost.filter(|_| is_known && has_cost),
                previous_cost: previous_cost.filter(|_| is_previous_known && has_previous_cost),
            }
        };
        Ok(Self {
            period,
            previous,
            cost_rule: terms.cost.0.into(),
            has_exceptions: terms.has_exceptions,
            history_begins: terms.history_begins,
            currency: terms.currency,
            accounts: gained.into_iter().map(row).collect(),
        })
    }
}
