//! `GET /api/admin/storage`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::StorageStatus;

/// Show whether the database has room
///
/// Open tabs of admins ask every few seconds and show the message. Where the database runs elsewhere, as on a cluster, the
/// answer follows from what that server refused within the last minute.
#[utoipa::path(
    get,
    path = "/api/admin/storage",
    tag = "Admin",
    security(("token" = [])),
    responses(
        (status = 200, body = StorageStatus, description = "The state of the storage"),
    ),
)]
pub(super) async fn storage_status(
    State(state): State<Arc<HttpState>>,
    _admin: Admin,
) -> Result<Json<StorageStatus>, Problem> {
    Ok(Json(StorageStatus::from(&state.storage)))
}
