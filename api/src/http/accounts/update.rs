//! Changes the overrides of a tracked account.

use clipmeter_db::audit::Action;
use clipmeter_db::tracking::accounts as tracked;
use clipmeter_db::tracking::accounts::settings::{self as tracked_change, AccountChange};
use clipmeter_db::tracking::intent::{Intent, TrackedIntent};
use clipmeter_proto::v1::Platform;
use serde_json::json;

use crate::http::desired::{editable, group_name};
use crate::http::error::{ErrorCode, Problem};
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::types::{AccountSettings, Cost, UpdateAccount};

/// Changes a tracked account of any group.
pub(crate) async fn update(
    admin: &Admin,
    platform: Platform,
    id: i64,
    input: &UpdateAccount,
) -> Result<AccountSettings, Problem> {
    let cost = input
        .cost
        .map(|cost| cost.map(Cost::checked).transpose())
        .transpose()?;
    let change = AccountChange {
        cost,
        interval_minutes: input.interval_minutes.map(|minutes| minutes.map(i32::from)),
    };
    let account = retried(|| set(admin, platform, id, input, change)).await?;
    Ok(AccountSettings {
        message: "Account updated".to_owned(),
        cost: account.cost.map(|cost| cost.0.into()),
        interval_minutes: account.interval_minutes,
    })
}

async fn set(
    admin: &Admin,
    platform: Platform,
    id: i64,
    input: &UpdateAccount,
    change: AccountChange,
) -> Result<tracked_change::AccountSettings, Problem> {
    let mut transaction = admin.write().await?;
    let mut resources = tracked::resources(&mut transaction, platform, &[id]).await?;
    let resource = resources.remove(&id).ok_or(ErrorCode::NotFound)?;
    editable(&mut transaction, &resource).await?;
    let account = tracked_change::change(&mut transaction, platform, id, change)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let details = json!({"platform": platform.code(), "username": account.username, "change": input});
    admin
        .caller()
        .record(
            &mut transaction,
            Action::AccountUpdate,
            Some(account.group_id),
            details,
        )
        .await?;
    let group = group_name(&mut transaction, account.group_id).await?;
    let intent = TrackedIntent {
        name: resource.name,
        interval_minutes: account.interval_minutes,
        cost: account.cost.map(|cost| cost.0),
    };
    transaction
        .commit_desired(vec![Intent::Track(group, vec![intent])])
        .await?;
    Ok(account)
}
