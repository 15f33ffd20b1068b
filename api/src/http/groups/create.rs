//! `POST /api/groups`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::groups::{self, NewGroup};
use clipmeter_db::tracking::intent::GroupName;
use http::StatusCode;
use serde_json::json;

use super::rules;
use crate::http::desired::group_intent;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input;
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::types::{CreateGroup, Group};

/// Create a client group
///
/// Admins only.
#[utoipa::path(
    post,
    path = "/api/groups",
    tag = "Groups",
    security(("token" = [])),
    request_body = CreateGroup,
    responses(
        (status = 201, body = Group, description = "The new group"),
        (status = 409, body = ErrorBody, description = "`group_exists`"),
    ),
)]
pub(super) async fn create_group(
    admin: Admin,
    input::Json(input): input::Json<CreateGroup>,
) -> Result<(StatusCode, Json<Group>), Problem> {
    let group = validate(&input)?;
    let id = retried(|| create(&admin, &group)).await?;
    let group = Group {
        id,
        name: group.name.to_owned(),
        description: group.description.to_owned(),
        is_active: true,
        max_instagram_accounts: group.max_instagram_accounts,
        max_tiktok_accounts: group.max_tiktok_accounts,
        instagram_count: 0,
        tiktok_count: 0,
        user_count: 0,
        managed_by: None,
    };
    Ok((StatusCode::CREATED, Json(group)))
}

async fn create(admin: &Admin, group: &NewGroup<'_>) -> Result<i64, Problem> {
    let mut transaction = admin.write().await?;
    let id = groups::create(&mut transaction, group, admin.caller().now())
        .await?
        .ok_or(ErrorCode::GroupExists)?;
    let details = json!({"name": group.name});
    admin
        .caller()
        .record(&mut transaction, Action::GroupCreate, Some(id), details)
        .await?;
    let name = GroupName {
        resource: None,
        namespace: None,
        display_name: group.name.to_owned(),
    };
    let intent = group_intent(&mut transaction, id, name).await?;
    transaction.commit_desired(vec![intent]).await?;
    Ok(id)
}

fn validate(input: &CreateGroup) -> Result<NewGroup<'_>, Problem> {
    Ok(NewGroup {
        name: rules::name(&input.name)?,
        description: rules::description(&input.description)?,
        max_instagram_accounts: rules::allowance(input.max_instagram_accounts)?,
        max_tiktok_accounts: rules::allowance(input.max_tiktok_accounts)?,
    })
}
