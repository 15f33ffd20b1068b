//! Shows one tracked account.

use axum::Json;
use clipmeter_db::tracking::accounts;
use clipmeter_proto::v1::Platform;

use super::view::AccountView;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::platforms::each_platform;
use crate::http::scope::SignedIn;

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;
            use crate::http::platforms::$module::Account;

            #[utoipa::path(
                                        get,
                                        path = concat!("/api/", $code, "/accounts/{id}"),
                                        tag = $name,
                                        operation_id = concat!("show_", $code, "_account"),
                                        summary = concat!("Show ", $named, " account"),
                                        description = "The same as in the list of accounts.",
                                        security(("token" = [])),
                                        params(("id" = i64, Path, description = "The account")),
                                        responses(
                                            (status = 200, body = Account, description = "The account"),
                                        ),
                                    )]
            pub(crate) async fn handler(
                caller: SignedIn,
                PathId(id): PathId,
            ) -> Result<Json<Account>, Problem> {
                Ok(Json(show(&caller, Platform::$Platform, id).await?.into()))
            }
        }
    };
}

each_platform!(operations);

async fn show(caller: &SignedIn, platform: Platform, id: i64) -> Result<AccountView, Problem> {
    let now = caller.caller().now();
    let mut transaction = caller.read_account(id).await?;
    let account = accounts::find(&mut transaction, platform, id).await?;
    let account = account.ok_or(ErrorCode::NotFound)?;
    let mut views = AccountView::all(&mut transaction, platform, vec![account], now).await?;
    views.pop().ok_or_else(|| ErrorCode::NotFound.into())
}
