//! Resolves handle conflicts.

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::tracking::accounts;
use clipmeter_db::tracking::identity::{self, Decision};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::view::AccountView;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::{retried, spawn_to_completion};
use crate::http::input::{self, PathId};
use crate::http::platforms::each_platform;
use crate::http::scope::Admin;

/// How to resolve a handle conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IdentityDecision {
    /// It is the same account with a new ID: its history continues, in every group.
    Same,
    /// The group follows the handle to its new owner. The data of the former owner is deleted, unless other groups track
    /// that account.
    Replace,
}

/// The resolution of a handle conflict.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"decision": "same"}))]
pub(crate) struct DecideIdentity {
    /// How to resolve the conflict.
    pub(crate) decision: IdentityDecision,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;
            use crate::http::platforms::$module::Account;

            #[utoipa::path(
                post,
                path = concat!("/api/", $code, "/accounts/{id}/identity"),
                tag = $name,
                operation_id = concat!("decide_", $code, "_identity"),
                summary = concat!("Resolve the handle conflict of ", $named, " account"),
                description = "The account is not read until then. Either the new owner of the handle is the same account, so that \
                    its history\ncontinues, or the group follows the handle to the new account and stops tracking the former one. \
                    Admins only.",
                security(("token" = [])),
                params(("id" = i64, Path, description = "The account")),
                request_body = DecideIdentity,
                responses(
                    (status = 200, body = Account, description = "The account that the group now tracks; its ID differs if the group already tracked the new owner"),
                    (status = 409, body = ErrorBody, description = "`nothing_to_decide`: the account has no ownership conflict"),
                ),
            )]
            pub(crate) async fn handler(
                admin: Admin,
                PathId(id): PathId,
                input::Json(input): input::Json<DecideIdentity>,
            ) -> Result<Json<Account>, Problem> {
                let account = decide(admin, Platform::$Platform, id, input).await?;
                Ok(Json(account.into()))
            }
        }
    };
}

each_platform!(operations);

/// Resolves the handle conflict of a tracked account of any group. This is not part of the desired state, so it also
/// applies to accounts that another tool manages.
async fn decide(
    admin: Admin,
    platform: Platform,
    id: i64,
    input: DecideIdentity,
) -> Result<AccountView, Problem> {
    spawn_to_completion(async move { retried(|| store(&admin, platform, id, input)).await }).await
}

async fn store(
    admin: &Admin,
    platform: Platform,
    id: i64,
    input: DecideIdentity,
) -> Result<AccountView, Problem> {
    let now = admin.caller().now();
    let mut transaction = admin.write().await?;
    let account = accounts::find(&mut transaction, platform, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let decision = match input.decision {
        IdentityDecision::Same => Decision::Same,
        IdentityDecision::Replace => Decision::Replace,
    };
    let id = identity::decide(&mut transaction, &account, decision, now)
        .await?
        .ok_or(ErrorCode::NothingToDecide)?;
    let details =
        json!({"platform": platform.code(), "username": account.username, "decision": input.decision});
    admin
        .caller()
        .record(
            &mut transaction,
            Action::AccountIdentity,
            Some(account.group_id),
            details,
        )
        .await?;
    let rows = accounts::list(&mut transaction, platform, Some(&[id])).await?;
    let views = AccountView::all(&mut transaction, platform, rows, now).await?;
    let view = views.into_iter().next().ok_or(ErrorCode::Internal)?;
    transaction.commit().await?;
    Ok(view)
}
