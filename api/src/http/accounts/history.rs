//! Daily series of an account.

use clipmeter_db::stats::days;
use clipmeter_db::tracking::accounts as tracked;
use clipmeter_proto::v1::Platform;

use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::SignedIn;
use crate::http::types::{AccountHistory, AccountHistoryQuery, TrendDay};

/// Returns the daily series of a tracked account in the caller's scope.
pub(crate) async fn history(
    caller: &SignedIn,
    platform: Platform,
    id: i64,
    query: AccountHistoryQuery,
) -> Result<AccountHistory, Problem> {
    let today = caller.caller().now().date_naive();
    let from = query.days.map(|days| days.first_day(today));
    let mut transaction = caller.read().await?;
    let account = tracked::find(&mut transaction, platform, id)
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
