//! `GET /api/admin/storage`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::storage::{Storage, StorageState, WriteRefusal};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::state::HttpState;

/// Whether the database is writable, and the free space if this program can measure it.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct StorageStatus {
    /// `full` and `read_only` reject changes (503 `storage_full`, `read_only`) and stop scraping.
    pub(crate) state: StorageState,
    /// The problem and how to solve it; absent while the state is `ok`.
    #[schema(
        example = "The disk at / that holds /var/lib/clipmeter/postgres is full: 80 MB are free, 64 MB more are needed."
    )]
    pub(crate) message: Option<String>,
    /// The disk that holds the database; absent if the server runs on another machine.
    pub(crate) disk: Option<DiskSpace>,
}

/// A disk, measured within the last second.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct DiskSpace {
    /// Mount point.
    #[schema(example = "/")]
    pub(crate) disk: String,
    /// The database's folder on the disk.
    #[schema(example = "/var/lib/clipmeter/postgres")]
    pub(crate) folder: String,
    /// Free space, bytes.
    #[schema(example = 80_000_000)]
    pub(crate) free_bytes: u64,
    /// Size of the disk, bytes.
    #[schema(example = 250_000_000_000_u64)]
    pub(crate) total_bytes: u64,
    /// Bytes to free before changes are accepted again; 0 unless the state is `full`.
    #[schema(example = 64_000_000)]
    pub(crate) missing_bytes: u64,
}

impl From<&Storage> for StorageStatus {
    fn from(storage: &Storage) -> Self {
        let disk = storage.disk();
        let measured = disk.as_ref().map_or(StorageState::Ok, |disk| disk.state);
        let refused = storage.refusal().and_then(WriteRefusal::state);
        // A rejected write takes precedence over a warning, and a measured full disk over a rejected write.
        let (state, message) = match (refused, &disk) {
            (Some((state, text)), _) if measured < StorageState::Full => (state, text.to_owned()),
            (_, Some(disk)) => (disk.state, disk.message.clone()),
            (_, None) => (StorageState::Ok, String::new()),
        };
        Self {
            state,
            message: Some(message).filter(|text| !text.is_empty()),
            disk: disk.map(|disk| DiskSpace {
                disk: disk.disk.display().to_string(),
                folder: disk.folder.display().to_string(),
                free_bytes: disk.free,
                total_bytes: disk.total,
                missing_bytes: disk.missing,
            }),
        }
    }
}

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
pub(crate) async fn storage_status(
    State(state): State<Arc<HttpState>>,
    _admin: Admin,
) -> Result<Json<StorageStatus>, Problem> {
    Ok(Json(StorageStatus::from(&state.storage)))
}
