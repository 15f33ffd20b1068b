//! Whether the database has room.

use serde::Serialize;
use utoipa::ToSchema;

use crate::storage::{Storage, StorageState, WriteRefusal};

/// Whether the database can be written to, and how much room there is where this program measures it.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StorageStatus {
    /// `full` and `read_only` refuse changes (503 `storage_full`, `read_only`) and nothing is scraped.
    pub state: StorageState,
    /// What is wrong and what to do; absent while the state is `ok`.
    #[schema(
        example = "The disk at / that holds /var/lib/clipmeter/postgres is full: 80 MB are free and 64 MB are missing."
    )]
    pub message: Option<String>,
    /// The disk that holds the database; absent where the server runs elsewhere.
    pub disk: Option<DiskSpace>,
}

/// A disk as it was measured within the last second.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DiskSpace {
    /// Where it is mounted.
    #[schema(example = "/")]
    pub disk: String,
    /// The folder of the database on it.
    #[schema(example = "/var/lib/clipmeter/postgres")]
    pub folder: String,
    /// Bytes that can still be written.
    #[schema(example = 80_000_000)]
    pub free_bytes: u64,
    /// Size of the disk, bytes.
    #[schema(example = 250_000_000_000_u64)]
    pub total_bytes: u64,
    /// Bytes to free before anything can be changed again; 0 unless the state is `full`.
    #[schema(example = 64_000_000)]
    pub missing_bytes: u64,
}

impl From<&Storage> for StorageStatus {
    fn from(storage: &Storage) -> Self {
        let disk = storage.disk();
        let measured = disk.as_ref().map_or(StorageState::Ok, |disk| disk.state);
        let refused = storage.refusal().and_then(WriteRefusal::state);
        // A refused write outranks a warning, and a measured full disk outranks a refused write.
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
