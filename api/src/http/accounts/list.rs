//! Lists the tracked accounts.

use axum::Json;
use clipmeter_db::tracking::accounts;
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::account::{InstagramAccount, TiktokAccount};
use super::view::AccountView;
use crate::http::common::AccountScope;
use crate::http::error::Problem;
use crate::http::scope::GroupScope;

/// The Instagram accounts in scope.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstagramAccounts {
    /// In alphabetical order.
    pub(crate) accounts: Vec<InstagramAccount>,
}

/// The TikTok accounts in scope.
#[derive(Serialize, ToSchema)]
pub(crate) struct TiktokAccounts {
    /// In alphabetical order.
    pub(crate) accounts: Vec<TiktokAccount>,
}

/// List the tracked Instagram accounts
///
/// Members see their own group; admins see one group or all groups.
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
pub(crate) async fn list_instagram_accounts(scope: GroupScope) -> Result<Json<InstagramAccounts>, Problem> {
    let accounts = list(&scope, Platform::Instagram).await?;
    Ok(Json(InstagramAccounts { accounts }))
}

/// List the tracked TikTok accounts
///
/// Members see their own group; admins see one group or all groups.
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
pub(crate) async fn list_tiktok_accounts(scope: GroupScope) -> Result<Json<TiktokAccounts>, Problem> {
    let accounts = list(&scope, Platform::Tiktok).await?;
    Ok(Json(TiktokAccounts { accounts }))
}

async fn list<A: From<AccountView>>(scope: &GroupScope, platform: Platform) -> Result<Vec<A>, Problem> {
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let rows = accounts::list(&mut transaction, platform, None).await?;
    let views = AccountView::all(&mut transaction, platform, rows, now).await?;
    Ok(views.into_iter().map(A::from).collect())
}
