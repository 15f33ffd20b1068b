//! `GET /api/groups`

use axum::Json;
use clipmeter_db::groups;
use serde::Serialize;
use utoipa::ToSchema;

use super::group::Group;
use crate::http::error::Problem;
use crate::http::scope::Admin;

/// All client groups.
#[derive(Serialize, ToSchema)]
pub(crate) struct Groups {
    /// In alphabetical order.
    pub(crate) groups: Vec<Group>,
}

/// List the client groups
///
/// Admins only.
#[utoipa::path(
    get,
    path = "/api/groups",
    tag = "Groups",
    security(("token" = [])),
    responses(
        (status = 200, body = Groups, description = "All groups"),
    ),
)]
pub(crate) async fn list_groups(admin: Admin) -> Result<Json<Groups>, Problem> {
    let mut transaction = admin.read().await?;
    let groups = groups::list(&mut transaction).await?;
    Ok(Json(Groups {
        groups: groups.into_iter().map(Group::from).collect(),
    }))
}
