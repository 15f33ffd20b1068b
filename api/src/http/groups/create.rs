//! `POST /api/groups`

use axum::Json;

use crate::http::error::{Code, Problem};
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
        (status = 409, body = crate::http::error::ErrorBody, description = "`group_exists`"),
    ),
)]
pub async fn create_group() -> Result<Json<Group>, Problem> {
    Err(Code::Unavailable.into())
}
