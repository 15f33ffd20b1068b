//! `PATCH /api/groups/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::groups::{self, Changed, GroupChange, GroupRow};
use serde_json::json;

use super::rules;
use crate::http::desired::{editable_group, group_intent};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, PathId};
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::types::{Cost, Group, UpdateGroup};

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
        (status = 200, body = Group, description = "The group as it is now"),
        (status = 409, body = ErrorBody, description = "`group_exists`"),
    ),
)]
pub(super) async fn update_group(
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
    // Who may add accounts in the dashboard is a setting of the dashboard only.
    let is_desired = *change
        != GroupChange {
            members_manage_accounts: change.members_manage_accounts,
            ..GroupChange::default()
        };
    if is_desired {
        editable_group(&mut transaction, &resource).await?;
    }
    match groups::change(&mut transaction, id, change).await? {
        Changed::Done => {}
        Changed::NotFound => return Err(ErrorCode::NotFound.into()),
        Changed::NameTaken => return Err(ErrorCode::GroupExists.into()),
    }
    let group = groups::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
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
    Ok(GroupChange {
        name: input.name.as_deref().map(rules::name).transpose()?,
        description: input
            .description
            .as_ref()
            .map(|text| rules::description(text.as_deref().unwrap_or_default()))
            .transpose()?,
        max_instagram_accounts: input.max_instagram_accounts.map(rules::allowance).transpose()?,
        max_tiktok_accounts: input.max_tiktok_accounts.map(rules::allowance).transpose()?,
        members_manage_accounts: input.members_manage_accounts,
        cost,
        instagram_interval: input.instagram_interval.map(|minutes| minutes.map(i32::from)),
        tiktok_interval: input.tiktok_interval.map(|minutes| minutes.map(i32::from)),
    })
}
