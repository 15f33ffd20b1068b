//! `GET /api/tiktok/accounts`

use axum::Json;
use clipmeter_db::tracking::accounts as tracked;
use clipmeter_proto::v1::Platform;

use crate::http::accounts::AccountView;
use crate::http::error::Problem;
use crate::http::scope::GroupScope;
use crate::http::types::{AccountScope, TiktokAccounts};

/// List the tracked TikTok accounts
///
/// For members those of their own group, for admins those of one group or all.
#[utoipa::path(
    get,
    path = "/api/tiktok/accounts",
    tag = "TikTok",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = TiktokAccounts, description = "The accounts"),
    ),
)]
pub(super) async fn list_tiktok_accounts(scope: GroupScope) -> Result<Json<TiktokAccounts>, Problem> {
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let rows = tracked::list(&mut transaction, Platform::Tiktok, None).await?;
    let views = AccountView::all(&mut transaction, Platform::Tiktok, rows, now).await?;
    let accounts = views.into_iter().map(Into::into).collect();
    Ok(Json(TiktokAccounts { accounts }))
}
