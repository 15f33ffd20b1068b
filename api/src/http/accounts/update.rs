//! Changes the overrides of a tracked account.

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::groups;
use clipmeter_db::tracking::accounts;
use clipmeter_db::tracking::accounts::settings::{self, AccountChange};
use clipmeter_db::tracking::intent::{Intent, TrackedIntent};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::http::cost::Cost;
use crate::http::database::Transaction;
use crate::http::database::desired::{editable, group_name};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
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
    /// The name of the scraper pool that reads the account; the group must allow it. Null: the group's.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>)]
    pub(crate) scraper_pool: Option<Option<String>>,
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
    /// The name of the scraper pool that reads the account; absent when the group's applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "us")]
    pub(crate) scraper_pool: Option<String>,
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
                summary = concat!("Change the cost, the interval and the scraper pool of ", $named, " account"),
                description = concat!("A new cost also applies to existing ", $items, ". Admins only."),
                security(("token" = [])),
                params(("id" = i64, Path, description = "The account")),
                request_body = UpdateAccount,
                responses(
                    (status = 200, body = AccountSettings, description = "The account's own settings after the change"),
                    (status = 409, body = ErrorBody, description = "`managed_elsewhere`, on Kubernetes"),
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
        scraper_pool: input.scraper_pool.as_ref().map(Option::as_deref),
    };
    let account = retried(|| set(admin, platform, id, input, change)).await?;
    Ok(AccountSettings {
        message: "Account updated".to_owned(),
        cost: account.cost.map(|cost| cost.0.into()),
        interval_minutes: account.interval_minutes,
        scraper_pool: account.scraper_pool,
    })
}

async fn set(
    admin: &Admin,
    platform: Platform,
    id: i64,
    input: &UpdateAccount,
    change: AccountChange<'_>,
) -> Result<settings::AccountSettings, Problem> {
    let mut transaction = admin.write().await?;
    let mut resources = accounts::resources(&mut transaction, platform, &[id]).await?;
    let resource = resources.remove(&id).ok_or(ErrorCode::NotFound)?;
    editable(&mut transaction, &resource).await?;
    if let Some(Some(pool)) = &input.scraper_pool {
        check_allowed(&mut transaction, resource.group_id, pool).await?;
    }
    let account = settings::change(&mut transaction, platform, id, change)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    if change == AccountChange::default() {
        return Ok(account);
    }
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
        scraper_pool: account.scraper_pool.clone(),
    };
    transaction
        .commit_desired(vec![Intent::Track(group, vec![intent])])
        .await?;
    Ok(account)
}

/// Rejects a scraper pool that the group neither selects nor allows.
async fn check_allowed(transaction: &mut Transaction, group_id: i64, pool: &str) -> Result<(), Problem> {
    let group = groups::find(transaction, group_id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let selected = group.scraper_pool.iter();
    if selected
        .chain(&group.allowed_scraper_pools)
        .any(|name| name == pool)
    {
        return Ok(());
    }
    Err(Problem::invalid(
        "The group does not allow this scraper pool for its accounts. Add it to the group's allowed_scraper_pools first.",
    ))
}
