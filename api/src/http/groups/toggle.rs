//! `POST /api/groups/{id}/toggle`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::groups::{self, GroupRow};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::group::Group;
use crate::http::database::desired::{editable_group, group_intent};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input::PathId;
use crate::http::scope::Admin;

/// A group that was activated or deactivated.
#[derive(Serialize, ToSchema)]
pub(crate) struct ToggledGroup {
    /// Human-readable message.
    #[schema(example = "Group status updated")]
    pub(crate) message: String,
    /// The group after the change.
    pub(crate) group: Group,
}

/// Activate or deactivate a client group
///
/// Users of an inactive group are signed out at their next call, and accounts that only this group tracks are not scraped.
/// Admins only.
#[utoipa::path(
    post,
    path = "/api/groups/{id}/toggle",
    tag = "Groups",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The group")),
    responses(
        (status = 200, body = ToggledGroup, description = "The group after the change"),
        (status = 409, body = ErrorBody, description = "`managed_elsewhere`, on Kubernetes"),
    ),
)]
pub(crate) async fn toggle_group(admin: Admin, PathId(id): PathId) -> Result<Json<ToggledGroup>, Problem> {
    let group = retried(|| toggle(&admin, id)).await?;
    Ok(Json(ToggledGroup {
        message: "Group status updated".to_owned(),
        group: group.into(),
    }))
}

async fn toggle(admin: &Admin, id: i64) -> Result<GroupRow, Problem> {
    let mut transaction = admin.write().await?;
    let resource = groups::resource(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    editable_group(&mut transaction, &resource).await?;
    let is_active = groups::toggle(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let group = groups::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let details = json!({"name": group.name, "is_active": is_active});
    admin
        .caller()
        .record(&mut transaction, Action::GroupToggle, Some(id), details)
        .await?;
    let intent = group_intent(&mut transaction, id, resource.name).await?;
    transaction.commit_desired(vec![intent]).await?;
    Ok(group)
}
