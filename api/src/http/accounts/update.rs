//! Changes the overrides of a tracked account.

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::tracking::accounts;
use clipmeter_db::tracking::accounts::settings::{self, AccountChange};
use clipmeter_db::tracking::intent::{Intent, TrackedIntent};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::http::cost::Cost;
use crate::http::database::desired::{editable, group_name};
use crate::http::error::{ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input::{self, PathId, present};
use crate::http::platforms::each_platform;
use crate::http::scope::Admin;
use crate::http::scraping::intervals::Minutes;

/// The changes to a tracked account. An omitted field stays unchanged; null resets it to the group's value.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"cost": {"model": "flat", "cost": 250.0}, "interval_minutes": null}))]
#[expect(
    clippy::option_option,
    reason = "omitted, null and a value are three different cases"
)]
pub(crate) struct UpdateAccount {
    /// Cost of the account's posts; null: the group's cost.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<Cost>)]
    pub(crate) cost: Option<Option<Cost>>,
    /// Whole minutes; null: the group's interval.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 1440)]
    pub(crate) interval_minutes: Option<Option<Minutes>>,
}

/// The overrides of a tracked account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountSettings {
    /// Human-readable message.
    #[schema(example = "Account updated")]
    pub(crate) message: String,
    /// Cost of the account's posts; null when the group's cost applies.
    pub(crate) cost: Option<Cost>,
    /// Minutes; null when the group's interval applies.
    pub(crate) interval_minutes: Option<i32>,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;

            #[utoipa::path(
                patch,
                path = concat!("/api/", $code, "/accounts/{id}"),
                tag = $name,
                operation_id = concat!("update_", $code, "_account"),
                summary = concat!("Change the cost and the interval of ", $named, " account"),
                description = concat!("A new cost also applies to existing ", $items, ". Admins only."),
                security(("token" = [])),
                params(("id" = i64, Path, description = "The account")),
                request_body = UpdateAccount,
                responses(
                    (status = 200, body = AccountSettings, description = "The account's own settings after the change"),
                ),
            )]
            pub(crate) async fn handler(
                admin: Admin,
                PathId(id): PathId,
                input::Json(input): input::Json<UpdateAccount>,
            ) -> Result<Json<AccountSettings>, Problem> {
                Ok(Json(update(&admin, Platform::$Platform, id, &input).await?))
            }
        }
    };
}

each_platform!(operations);

/// Changes a tracked account of any group.
async fn update(
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
) -> Result<settings::AccountSettings, Problem> {
    let mut transaction = admin.write().await?;
    let mut resources = accounts::resources(&mut transaction, platform, &[id]).await?;
    let resource = resources.remove(&id).ok_or(ErrorCode::NotFound)?;
    editable(&mut transaction, &resource).await?;
    let account = settings::change(&mut transaction, platform, id, change)
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
