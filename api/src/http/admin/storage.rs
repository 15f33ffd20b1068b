//! `GET /api/admin/storage`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::StorageStatus;

/// Show the state of the database's storage
///
/// Polled by open tabs of admins every few seconds, which show the message. If the database runs on another machine, as
/// on a cluster, the state is derived from writes that the server rejected within the last minute.
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
