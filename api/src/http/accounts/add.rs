//! Tracking an account.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use serde_json::json;

use super::AccountView;
use super::username;
use crate::http::error::{Code, Problem};
use crate::http::scope::SignedIn;
use crate::http::types::AddAccount;
use crate::store::tracked::AddError;
use crate::store::{audit, groups, tracked};

/// Has the group of the call track an account.
pub(crate) async fn add(
    caller: SignedIn,
    platform: Platform,
    input: AddAccount,
    now: DateTime<Utc>,
) -> Result<AccountView, Problem> {
    let username = username::parse(platform, &input.username)?;
    let scope = caller.in_group(input.group_id).await?;
    let group_id = scope
        .group_id()
        .ok_or_else(|| Problem::invalid("group_id is required: pick a client group"))?;

    let mut transaction = scope.write().await?;
    let limit = groups::account_limit(&mut transaction, group_id, platform).await?;
    let id = tracked::add(&mut transaction, platform, group_id, &username, now)
        .await
        .map_err(|error| problem(error, platform, &username, limit))?;
    let entry = audit::Entry {
        user_id: scope.user().user_id,
        group_id: Some(group_id),
        action: "account.add",
        details: json!({"platform": platform.code(), "username": username}),
    };
    audit::record(&mut transaction, entry, now).await?;
    let row = tracked::find(&mut transaction, platform, id)
        .await?
        .ok_or(Code::Internal)?;
    transaction.commit().await?;
    Ok(AccountView::new(platform, row, now))
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
