//! `GET /api/groups`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::Groups;

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
pub async fn list_groups() -> Result<Json<Groups>, Problem> {
    Err(Code::Unavailable.into())
}
