//! `GET /api/instagram/accounts/{id}/history`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::accounts;
use crate::http::error::Problem;
use crate::http::input::{PathId, Query};
use crate::http::scope::SignedIn;
use crate::http::types::{AccountHistory, AccountHistoryQuery};

/// Show the daily totals and gains of an Instagram account
///
/// Days are UTC; the totals of the last day equal the account's.
#[utoipa::path(
    get,
    path = "/api/instagram/accounts/{id}/history",
    tag = "Instagram",
    security(("token" = [])),
    params(AccountHistoryQuery, ("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = AccountHistory, description = "The days"),
    ),
)]
pub(super) async fn instagram_account_history(
    caller: SignedIn,
    PathId(id): PathId,
    Query(query): Query<AccountHistoryQuery>,
) -> Result<Json<AccountHistory>, Problem> {
    let history = accounts::history(&caller, Platform::Instagram, id, query).await?;
    Ok(Json(history))
}
