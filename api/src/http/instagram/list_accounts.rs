//! `GET /api/instagram/accounts`

use axum::Json;
use clipmeter_db::tracking::accounts as tracked;
use clipmeter_proto::v1::Platform;

use crate::http::accounts::AccountView;
use crate::http::error::Problem;
use crate::http::scope::GroupScope;
use crate::http::types::{AccountScope, InstagramAccounts};

/// List the tracked Instagram accounts
///
/// For members those of their own group, for admins those of one group or all.
#[utoipa::path(
    get,
    path = "/api/instagram/accounts",
    tag = "Instagram",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = InstagramAccounts, description = "The accounts"),
    ),
)]
pub(super) async fn list_instagram_accounts(scope: GroupScope) -> Result<Json<InstagramAccounts>, Problem> {
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let rows = tracked::list(&mut transaction, Platform::Instagram, None).await?;
    let views = AccountView::all(&mut transaction, Platform::Instagram, rows, now).await?;
    let accounts = views.into_iter().map(Into::into).collect();
    Ok(Json(InstagramAccounts { accounts }))
}
