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
use crate::http::platforms::each_platform;
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
                        description = "Members see their own group; admins see one group or all groups.",
                        security(("token" = [])),
                        params(AccountScope),
                        responses(
                            (status = 200, body = Accounts, description = "The accounts"),
                        ),
                    )]
            pub(crate) async fn handler(scope: GroupScope) -> Result<Json<Accounts>, Problem> {
                let accounts = list(&scope, Platform::$Platform).await?;
                Ok(Json(Accounts { accounts }))
            }
        }
    };
}

each_platform!(operations);

async fn list<A: From<AccountView>>(scope: &GroupScope, platform: Platform) -> Result<Vec<A>, Problem> {
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let rows = accounts::list(&mut transaction, platform, None).await?;
    let views = AccountView::all(&mut transaction, platform, rows, now).await?;
    Ok(views.into_iter().map(A::from).collect())
}
