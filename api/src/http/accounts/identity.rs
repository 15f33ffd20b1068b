//! Resolves handle conflicts.

use clipmeter_db::audit::Action;
use clipmeter_db::tracking::accounts as tracked;
use clipmeter_db::tracking::identity::{self, Decision};
use clipmeter_proto::v1::Platform;
use serde_json::json;

use super::AccountView;
use crate::http::error::{ErrorCode, Problem};
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::spawn_to_completion::spawn_to_completion;
use crate::http::types::{DecideIdentity, IdentityDecision};

/// Resolves the handle conflict of a tracked account of any group. This is not part of the desired state, so it also
/// applies to accounts that another tool manages.
pub(crate) async fn decide(
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
    let account = tracked::find(&mut transaction, platform, id)
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
    let rows = tracked::list(&mut transaction, platform, Some(&[id])).await?;
    let views = AccountView::all(&mut transaction, platform, rows, now).await?;
    let view = views.into_iter().next().ok_or(ErrorCode::Internal)?;
    transaction.commit().await?;
    Ok(view)
}
