//! `PATCH /api/groups/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::groups::{self, Changed, GroupChange, GroupRow};
use clipmeter_domain::scraper_pool::MAX_ALLOWED;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::group::{self, Group};
use crate::http::cost::{Cost, Currency};
use crate::http::database::desired::{editable_group, group_intent};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input::{self, PathId, present};
use crate::http::scope::Admin;
use crate::http::scraping::intervals::Minutes;
use crate::http::scraping::scraper_pools::check_pools;
use crate::http::time_zone::check_zone;

/// The changes to a group. An omitted field stays unchanged. Null resets a field that says so, and leaves others unchanged.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Acme", "cost": {"model": "per_mille", "rate": 2.5, "cap": 100.0}, "tiktok_interval": null}))]
#[expect(
    clippy::option_option,
    reason = "omitted, null and a value are three different cases"
)]
pub(crate) struct UpdateGroup {
    /// 1 to 100 characters, unique.
    #[schema(min_length = 1, max_length = 100)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// At most 1000 characters; null: empty.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, max_length = 1000)]
    pub(crate) description: Option<Option<String>>,
    /// 0 to 100000. Accounts that are already tracked stay.
    #[schema(minimum = 0, maximum = 100_000)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_instagram_accounts: Option<i32>,
    /// 0 to 100000. Accounts that are already tracked stay.
    #[schema(minimum = 0, maximum = 100_000)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_tiktok_accounts: Option<i32>,
    /// 0 to 100000. Videos that are already tracked stay.
    #[schema(minimum = 0, maximum = 100_000)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_tiktok_videos: Option<i32>,
    /// Whether all members may add, scrape and delete accounts, or only the group's admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) members_manage_accounts: Option<bool>,
    /// Cost of the group's posts; null: the platform's cost.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<Cost>)]
    pub(crate) cost: Option<Option<Cost>>,
    /// ISO 4217 code of the group's costs, also by the platform's cost; null: the platform's currency. Amounts are not converted.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, pattern = "^[A-Z]{3}$", example = "EUR")]
    pub(crate) currency: Option<Option<Currency>>,
    /// IANA name of the time zone in which the group's days begin at midnight, with a region like `Europe/Berlin`, or `UTC`; null: the
    /// installation's. The days are shown in it once all are counted, within minutes.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, example = "Europe/Berlin")]
    pub(crate) time_zone: Option<Option<String>>,
    /// Whole minutes; null: the platform's interval.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 1440)]
    pub(crate) instagram_interval: Option<Option<Minutes>>,
    /// Whole minutes; null: the platform's interval.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 1440)]
    pub(crate) tiktok_interval: Option<Option<Minutes>>,
    /// The name of the scraper pool that reads the group's accounts and videos; null: none.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>)]
    pub(crate) scraper_pool: Option<Option<String>>,
    /// Names of the scraper pools that accounts of the group may select instead, at most 20; null: none.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<Vec<String>>, max_items = 20)]
    pub(crate) allowed_scraper_pools: Option<Option<Vec<String>>>,
}

/// Change a client group
///
/// A new cost also applies to existing posts. Admins only.
#[utoipa::path(
    patch,
    path = "/api/groups/{id}",
    tag = "Groups",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The group")),
    request_body = UpdateGroup,
    responses(
        (status = 200, body = Group, description = "The group after the change"),
        (status = 409, body = ErrorBody, description = "`group_exists`, or, on Kubernetes, `managed_elsewhere`"),
    ),
)]
pub(crate) async fn update_group(
    admin: Admin,
    PathId(id): PathId,
    input::Json(input): input::Json<UpdateGroup>,
) -> Result<Json<Group>, Problem> {
    let change = validate(&input)?;
    let group = retried(|| set(&admin, id, &input, &change)).await?;
    Ok(Json(group.into()))
}

async fn set(
    admin: &Admin,
    id: i64,
    input: &UpdateGroup,
    change: &GroupChange<'_>,
) -> Result<GroupRow, Problem> {
    let mut transaction = admin.write().await?;
    let resource = groups::resource(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    // This setting applies only to the dashboard, so it is not part of the desired state.
    let is_desired = *change
        != GroupChange {
            members_manage_accounts: change.members_manage_accounts,
            ..GroupChange::default()
        };
    if is_desired {
        editable_group(&mut transaction, &resource).await?;
    }
    let mut pools = change.allowed_scraper_pools.unwrap_or_default().to_vec();
    pools.extend(change.scraper_pool.flatten().map(str::to_owned));
    check_pools(&mut transaction, &pools).await?;
    check_zone(&mut transaction, change.time_zone.flatten()).await?;
    match groups::change(&mut transaction, id, change).await? {
        Changed::Done => {}
        Changed::NotFound => return Err(ErrorCode::NotFound.into()),
        Changed::NameTaken => return Err(ErrorCode::GroupExists.into()),
    }
    let group = groups::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    if *change == GroupChange::default() {
        return Ok(group);
    }
    admin
        .caller()
        .record(&mut transaction, Action::GroupUpdate, Some(id), json!(input))
        .await?;
    let mut intents = Vec::new();
    if is_desired {
        intents.push(group_intent(&mut transaction, id, resource.name).await?);
    }
    transaction.commit_desired(intents).await?;
    Ok(group)
}

fn validate(input: &UpdateGroup) -> Result<GroupChange<'_>, Problem> {
    let cost = input
        .cost
        .map(|cost| cost.map(Cost::checked).transpose())
        .transpose()?;
    let allowed = input.allowed_scraper_pools.as_ref();
    let allowed = allowed.map(|names| names.as_deref().unwrap_or_default());
    if allowed.is_some_and(|names| names.len() > MAX_ALLOWED) {
        return Err(Problem::invalid(format!(
            "allowed_scraper_pools may have at most {MAX_ALLOWED} names"
        )));
    }
    Ok(GroupChange {
        name: input.name.as_deref().map(group::name).transpose()?,
        description: input
            .description
            .as_ref()
            .map(|text| group::description(text.as_deref().unwrap_or_default()))
            .transpose()?,
        max_instagram_accounts: input.max_instagram_accounts.map(group::allowance).transpose()?,
        max_tiktok_accounts: input.max_tiktok_accounts.map(group::allowance).transpose()?,
        max_tiktok_videos: input.max_tiktok_videos.map(group::allowance).transpose()?,
        members_manage_accounts: input.members_manage_accounts,
        cost,
        currency: input
            .currency
            .as_ref()
            .map(|currency| currency.as_ref().map(Currency::code)),
        time_zone: input.time_zone.as_ref().map(Option::as_deref),
        instagram_interval: input.instagram_interval.map(|minutes| minutes.map(i32::from)),
        tiktok_interval: input.tiktok_interval.map(|minutes| minutes.map(i32::from)),
        scraper_pool: input.scraper_pool.as_ref().map(Option::as_deref),
        allowed_scraper_pools: allowed,
    })
}
