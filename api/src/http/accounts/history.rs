//! Daily series of an account.

use axum::Json;
use chrono::NaiveDate;
use clipmeter_db::stats::days;
use clipmeter_db::tracking::accounts;
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::{ErrorCode, Problem};
use crate::http::input::{PathId, Query};
use crate::http::platforms::each_platform;
use crate::http::scope::SignedIn;
use crate::http::series::{SeriesLength, TrendDay};

/// Query of an account's history: its range.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AccountHistoryQuery {
    /// Number of days up to today; all when absent.
    #[param(inline)]
    pub(crate) days: Option<SeriesLength>,
}

/// The days of an account: all from the first to today, oldest first; empty without any measurement.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AccountHistory {
    /// The first day: the start of the requested range, or the first day with a measurement if that is later; null
    /// without any measurement.
    pub(crate) from: Option<NaiveDate>,
    /// Today; null without any measurement.
    pub(crate) to: Option<NaiveDate>,
    /// The account's items.
    pub(crate) days: Vec<TrendDay>,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;

            #[utoipa::path(
                                get,
                                path = concat!("/api/", $code, "/accounts/{id}/history"),
                                tag = $name,
                                operation_id = concat!($code, "_account_history"),
                                summary = concat!("Show the daily totals and gains of ", $named, " account"),
                                description = "Days are in the time zone of the account's group; the totals of the last day equal the account's.",
                                security(("token" = [])),
                                params(AccountHistoryQuery, ("id" = i64, Path, description = "The account")),
                                responses(
                                    (status = 200, body = AccountHistory, description = "The days"),
                                ),
                            )]
            pub(crate) async fn handler(
                caller: SignedIn,
                PathId(id): PathId,
                Query(query): Query<AccountHistoryQuery>,
            ) -> Result<Json<AccountHistory>, Problem> {
                Ok(Json(
                    history(&caller, Platform::$Platform, id, query).await?,
                ))
            }
        }
    };
}

each_platform!(operations);

/// Returns the daily series of a tracked account in the caller's scope.
async fn history(
    caller: &SignedIn,
    platform: Platform,
    id: i64,
    query: AccountHistoryQuery,
) -> Result<AccountHistory, Problem> {
    let mut transaction = caller.read_account(id).await?;
    let today = days::today(&mut transaction, caller.caller().now()).await?;
    let from = query.days.map(|days| days.first_day(today));
    let account = accounts::find(&mut transaction, platform, id)
        .await?
        .ok_or(ErrorCode::NotFound)?
        .account_id;
    let now = days::account_totals(&mut transaction, account).await?;
    let changes = days::of_account(&mut transaction, account, from).await?;
    let first = days::first_day(now, &changes, from);
    let series = first.map(|first| days::series(now, &changes, first, today));
    Ok(AccountHistory {
        from: first,
        to: first.map(|_| today),
        days: series
            .unwrap_or_default()
            .into_iter()
            .map(TrendDay::from)
            .collect(),
    })
}
