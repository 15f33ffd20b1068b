//! `GET /api/dashboard/statement` and its export

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chrono::{Datelike, NaiveDate};
use clipmeter_db::cost::{self, CostTerms};
use clipmeter_db::groups;
use clipmeter_db::stats::days;
use clipmeter_db::stats::gains::{self, AccountGain};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::cost::Cost;
use crate::http::error::{ErrorBody, Problem};
use crate::http::export::{StatementExport, statement_response};
use crate::http::input::Query;
use crate::http::period::{Period, before, is_cost_known};
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;

/// Query of a statement: group and period.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatementQuery {
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
    /// First day of the period; with `to` only. Both absent: the last complete month.
    pub(crate) from: Option<NaiveDate>,
    /// Last day of the period, which has at most 366 days.
    pub(crate) to: Option<NaiveDate>,
}

impl StatementQuery {
    fn period(&self, today: NaiveDate) -> Result<Period, Problem> {
        match (self.from, self.to) {
            (Some(from), Some(to)) => Period::checked(from, to),
            (None, None) => {
                let to = before(today, u64::from(today.day()));
                let from = before(to, u64::from(to.day0()));
                Ok(Period { from, to })
            }
            _ => Err(Problem::invalid("from and to must be sent together")),
        }
    }
}

/// What the gained views of a period cost, by account.
#[derive(Serialize, ToSchema)]
pub(crate) struct Statement {
    /// The days of the statement.
    pub(crate) period: Period,
    /// Name of the group; null: all groups.
    pub(crate) group_name: Option<String>,
    /// ISO 4217 code of all costs; null: amounts have no currency.
    #[schema(example = "EUR")]
    pub(crate) currency: Option<String>,
    /// The cost of each post: that of the group, or the default.
    pub(crate) cost_rule: Cost,
    /// Whether some accounts of the group have another cost.
    pub(crate) has_exceptions: bool,
    /// First day of which all measurements are kept; null: of all days. If the period begins earlier, its costs are not
    /// known, and its views are those of the days that are left.
    pub(crate) history_begins: Option<NaiveDate>,
    /// Instagram.
    pub(crate) instagram: StatementPart,
    /// TikTok.
    pub(crate) tiktok: StatementPart,
    /// The sum of both platforms.
    pub(crate) total: StatementSum,
}

/// The accounts of a platform.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatementPart {
    /// Accounts with a measurement in the period, highest cost first.
    pub(crate) accounts: Vec<StatementAccount>,
    /// The sum of the accounts.
    pub(crate) total: StatementSum,
}

/// What the items of an account gained.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatementAccount {
    /// The handle, without @.
    pub(crate) username: String,
    /// Whether only single videos of the account are tracked.
    pub(crate) single_videos: bool,
    /// Names of the groups in scope that track it or, if none does, its single videos.
    #[schema(example = json!(["Northwind"]))]
    pub(crate) groups: Vec<String>,
    /// The sum of the items.
    #[serde(flatten)]
    pub(crate) sum: StatementSum,
}

/// Sums of items with a gain or a cost.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub(crate) struct StatementSum {
    /// Number of items.
    pub(crate) items: i64,
    /// Gained views; negative if the platform took more back.
    pub(crate) gained_views: i64,
    /// Their cost, 2 decimals: the sum of the items' costs, each rounded to 2 decimals. Null if no cost is set, or if the
    /// period begins before `history_begins`.
    pub(crate) cost: Option<f64>,
}

impl StatementSum {
    fn of(sums: impl IntoIterator<Item = Self>, is_cost_known: bool) -> Self {
        let (mut items, mut gained_views, mut cents) = (0, 0, 0.0);
        for sum in sums {
            items += sum.items;
            gained_views += sum.gained_views;
            cents += (sum.cost.unwrap_or(0.0) * 100.0).round();
        }
        Self {
            items,
            gained_views,
            cost: is_cost_known.then_some(cents / 100.0),
        }
    }
}

impl StatementPart {
    fn new(accounts: Vec<AccountGain>, is_cost_known: bool) -> Self {
        let accounts: Vec<_> = accounts
            .into_iter()
            .map(|account| StatementAccount {
                username: account.username,
                single_videos: !account.is_tracked,
                groups: account.groups,
                sum: StatementSum {
                    items: account.items,
                    gained_views: account.views,
                    cost: account.cost.filter(|_| is_cost_known),
                },
            })
            .collect();
        Self {
            total: StatementSum::of(accounts.iter().map(|account| account.sum), is_cost_known),
            accounts,
        }
    }
}

/// Statement
///
/// What the views that were gained in a period cost, by account: for an invoice, or to pay the group's creators. Computed at the
/// time of the request, with the current cost, for what is tracked now. Days are in the time zone of the
/// group in scope, or else of the installation.
#[utoipa::path(
    get,
    path = "/api/dashboard/statement",
    tag = "Dashboard",
    security(("token" = [])),
    params(StatementQuery),
    responses(
        (status = 200, body = Statement, description = "The statement"),
    ),
)]
pub(crate) async fn statement(
    caller: SignedIn,
    Query(query): Query<StatementQuery>,
) -> Result<Json<Statement>, Problem> {
    let scope = caller.in_group(query.group_id).await?;
    let mut transaction = scope.read().await?;
    let period = query.period(days::today(&mut transaction, scope.caller().now()).await?)?;
    let terms = cost::terms(&mut transaction).await?;
    let group_name = match scope.group_id() {
        Some(id) => groups::find(&mut transaction, id).await?.map(|group| group.name),
        None => None,
    };
    let is_cost_known = is_cost_known(&terms, period);
    let mut read = async |platform| {
        let accounts = gains::of_accounts(&mut transaction, platform, period.from, period.to).await?;
        Ok::<_, Problem>(StatementPart::new(accounts, is_cost_known))
    };
    let instagram = read(Platform::Instagram).await?;
    let tiktok = read(Platform::Tiktok).await?;
    let CostTerms {
        cost,
        has_exceptions,
        currency,
        history_begins,
    } = terms;
    Ok(Json(Statement {
        period,
        group_name,
        currency,
        cost_rule: cost.0.into(),
        has_exceptions,
        history_begins,
        total: StatementSum::of([instagram.total, tiktok.total], is_cost_known),
        instagram,
        tiktok,
    }))
}

/// Export a statement
///
/// One line for each item with a gain or a cost, of both platforms, as one CSV file. `views_before` is the number before the
/// period, or at the first measurement if that is in the period; 0 if the item was posted then while its account was tracked.
/// `gained_views` can differ from the difference if the platform counted differently in between. At most 200,000 lines. The file is UTF-8 with a byte order mark; unknown numbers are empty cells; a text that a
/// spreadsheet would treat as a formula is prefixed with `'`. The body is streamed: a truncated one is not complete.
#[utoipa::path(
    get,
    path = "/api/dashboard/statement/export",
    tag = "Dashboard",
    security(("token" = [])),
    params(StatementQuery),
    responses(
        (status = 200, body = String, content_type = "text/csv", description = "The file",
         headers(("Content-Disposition" = String, description = "The suggested file name")),
         example = json!("platform,account,url,date_posted,views_before,views_after,gained_views,cost,currency,groups\r\n")),
        (status = 429, body = ErrorBody, description = "`export_under_way`: an export of the caller is already in progress; wait for Retry-After seconds"),
    ),
)]
pub(crate) async fn export_statement(
    State(state): State<Arc<HttpState>>,
    caller: SignedIn,
    Query(query): Query<StatementQuery>,
) -> Result<Response, Problem> {
    let period = query.period(caller.today(query.group_id).await?)?;
    let export = StatementExport {
        group_id: query.group_id,
        from: period.from,
        to: period.to,
    };
    statement_response(&state.exports, caller, export, |terms| {
        is_cost_known(terms, period)
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statement_period_is_last_complete_month() {
        for (today, from, to) in [
            ("2026-11-26", "2026-10-01", "2026-10-31"),
            ("2026-11-01", "2026-10-01", "2026-10-31"),
            ("2026-01-31", "2025-12-01", "2025-12-31"),
            ("2024-03-01", "2024-02-01", "2024-02-29"),
        ] {
            let query = StatementQuery {
                group_id: None,
                from: None,
                to: None,
            };
            let period = query.period(today.parse().unwrap()).unwrap();
            let expected = Period {
                from: from.parse().unwrap(),
                to: to.parse().unwrap(),
            };
            assert_eq!(period, expected, "{today}");
        }
    }
}
