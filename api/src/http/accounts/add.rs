//! Tracking an account.

use clipmeter_proto::v1::Platform;
use serde_json::json;

use super::AccountView;
use super::username;
use crate::http::error::{Code, Problem};
use crate::http::scope::SignedIn;
use crate::http::types::AddAccount;
use crate::store::audit::Action;
use crate::store::tracked::AddError;
use crate::store::{groups, tracked};

/// Has the group of the call track an account.
pub(crate) async fn add(
    signed_in: SignedIn,
    platform: Platform,
    input: AddAccount,
) -> Result<AccountView, Problem> {
    let username = username::parse(platform, &input.username)?;
    let scope = signed_in.managing_accounts(input.group_id).await?;
    let group_id = scope
        .group_id()
        .ok_or_else(|| Problem::invalid("group_id is required: pick a client group"))?;

    let caller = scope.caller();
    let mut transaction = scope.write().await?;
    let limit = groups::account_limit(&mut transaction, group_id, platform).await?;
    let id = tracked::add(
        &mut transaction,
        platform,
        group_id,
        &username,
        Some(caller.user().user_id),
        caller.now(),
    )
    .await
    .map_err(|error| problem(error, platform, &username, limit))?;
    let details = json!({"platform": platform.code(), "username": username});
    caller
        .record(&mut transaction, Action::AccountAdd, Some(group_id), details)
        .await?;
    let row = tracked::find(&mut transaction, platform, id)
        .await?
        .ok_or(Code::Internal)?;
    transaction.commit().await?;
    Ok(AccountView::new(platform, row, caller.now()))
}

fn problem(error: AddError, platform: Platform, username: &str, limit: i32) -> Problem {
    match error {
        AddError::Exists => Problem::new(Code::AccountExists, format!("@{username} is already tracked")),
        AddError::LimitReached => {
            let platform = if platform == Platform::Tiktok {
                "TikTok"
            } else {
                "Instagram"
            };
            Problem::new(
                Code::AccountLimitReached,
                format!(
                    "This group may track {limit} {platform} accounts. Delete one first, or have an administrator raise the limit."
                ),
            )
        }
        AddError::Database(error) => error.into(),
    }
}
