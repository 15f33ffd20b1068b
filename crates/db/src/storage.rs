//! Whether the database has space for writes: this program's measurements of the disk, and the server's
//! errors when it refused a write.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::RwLock;
use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;

/// A full disk is measured every second, so a client that waits this long retries soon after space was freed.
pub const RETRY_AFTER: Duration = Duration::from_secs(10);

/// How long a refusal counts if no write follows that could disprove it. Scrapers and the scheduler write
/// more often than this.
const REFUSAL_COUNTS: Duration = Duration::from_mins(1);

/// The message where this program cannot measure the disk.
pub const NO_SPACE: &str =
    "The disk of the database server is full. Nothing was changed. Free up space and try again.";
/// The message for a database that accepts no writes.
pub const READ_ONLY: &str = "The database is read-only, for example because of a failover or a full disk. Nothing was changed. Make it \
    writable and try again.";

/// The message while the database server is down, restarting or unreachable.
pub const UNREACHABLE: &str = "The database is currently unreachable. Please try again in a few seconds.";

/// Whether the database accepts writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StorageState {
    /// There is enough space.
    Ok,
    /// Less than 10 % of the disk is free.
    Low,
    /// Less than 2 % of the disk is free.
    Critical,
    /// Writes are refused and nothing is scraped until space is freed.
    Full,
    /// The database accepts no writes for another reason.
    ReadOnly,
}

/// A measurement of the database's disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskReport {
    /// The resulting state; never [`StorageState::ReadOnly`].
    pub state: StorageState,
    /// Human-readable: names the disk and the folder, and says what to do. Empty while the state is
    /// [`StorageState::Ok`].
    pub message: String,
    /// The folder of the database.
    pub folder: PathBuf,
    /// Where the disk is mounted.
    pub disk: PathBuf,
    /// Bytes still free.
    pub free: u64,
    /// Disk size, bytes.
    pub total: u64,
    /// Bytes to free before writes are accepted again; 0 unless the state is [`StorageState::Full`].
    pub missing: u64,
}

/// The latest measurement and the latest refusal. Cheap to clone; all clones share the state.
#[derive(Clone, Debug, Default)]
pub struct Storage(Arc<RwLock<StorageSnapshot>>);

#[derive(Debug, Default)]
struct StorageSnapshot {
    disk: Option<DiskReport>,
    refused: Option<(WriteRefusal, Instant)>,
}

/// The human-readable reason why writes are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoRoom(String);

impl Storage {
    /// Replaces the measurement. If it says that the disk is full, writes are refused from now on.
    pub fn measured(&self, report: DiskReport) {
        self.change(|known| known.disk = Some(report));
    }

    /// Returns whether this program refuses writes because it measured a full disk.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.check().is_err()
    }

    /// Refuses a write while the disk is full, before the write can crash the server.
    pub fn check(&self) -> Result<(), NoRoom> {
        self.read(|known| match &known.disk {
            Some(disk) if disk.state == StorageState::Full => Err(NoRoom(disk.message.clone())),
            _ => Ok(()),
        })
    }

    /// Records the result of a write.
    pub fn wrote<T, E>(&self, outcome: &Result<T, E>, refusal: impl FnOnce(&E) -> Option<WriteRefusal>) {
        match outcome {
            // A write lock here would serialize all writes.
            Ok(_) if self.read(|known| known.refused.is_none()) => {}
            Ok(_) => self.change(|known| known.refused = None),
            Err(error) => {
                if let Some(refusal) = refusal(error) {
                    self.refused(refusal);
                }
            }
        }
    }

    /// Records that the server refused a write.
    pub fn refused(&self, refusal: WriteRefusal) {
        if refusal != WriteRefusal::Away {
            self.change(|known| known.refused = Some((refusal, Instant::now())));
        }
    }

    /// Returns whether a write is expected to succeed.
    pub(crate) fn accepts_writes(&self) -> bool {
        self.check().is_ok() && self.refusal().is_none()
    }

    /// The latest disk measurement; `None` where the database is not on a disk of this program.
    #[must_use]
    pub fn disk(&self) -> Option<DiskReport> {
        self.read(|known| known.disk.clone())
    }

    /// The server's latest refusal, unless it has expired or a write has succeeded since.
    #[must_use]
    pub fn refusal(&self) -> Option<WriteRefusal> {
        self.read(|known| {
            known
                .refused
                .filter(|(_, at)| at.elapsed() < REFUSAL_COUNTS)
                .map(|(refusal, _)| refusal)
        })
    }

    fn read<T>(&self, read: impl FnOnce(&StorageSnapshot) -> T) -> T {
        read(&self.0.read())
    }

    fn change(&self, change: impl FnOnce(&mut StorageSnapshot)) {
        change(&mut self.0.write());
    }
}

/// Why the server rejected a statement that is itself valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteRefusal {
    /// The server's disk is full.
    NoSpace,
    /// The server accepts no writes.
    ReadOnly,
    /// The server is unreachable, shutting down, or recovering from a crash. A full disk can cause this too.
    Away,
}

impl WriteRefusal {
    /// Derives the refusal from a database error.
    #[must_use]
    pub fn of(error: &sqlx::Error) -> Option<Self> {
        match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => Some(Self::Away),
            sqlx::Error::Database(refusal) => match refusal.code()?.as_ref() {
                "53100" => Some(Self::NoSpace),
                "25006" => Some(Self::ReadOnly),
                // Too many connections; terminated by an administrator or by a crash; starting or recovering.
                "53300" | "57P01" | "57P02" | "57P03" => Some(Self::Away),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the state that admins see; `None` for a condition that clears without action.
    #[must_use]
    pub fn state(self) -> Option<(StorageState, &'static str)> {
        match self {
            Self::NoSpace => Some((StorageState::Full, NO_SPACE)),
            Self::ReadOnly => Some((StorageState::ReadOnly, READ_ONLY)),
            Self::Away => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(state: StorageState) -> DiskReport {
        DiskReport {
            state,
            message: "full".to_owned(),
            folder: "/data".into(),
            disk: "/".into(),
            free: 1,
            total: 2,
            missing: 3,
        }
    }

    #[test]
    fn storage_check_refuses_writes_only_on_full_disk() {
        let storage = Storage::default();
        assert_eq!(storage.check(), Ok(()), "nothing is known");
        for (state, refuses) in [
            (StorageState::Low, false),
            (StorageState::Critical, false),
            (StorageState::Full, true),
            (StorageState::Ok, false),
        ] {
            storage.measured(report(state));
            assert_eq!(storage.is_full(), refuses, "{state:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn storage_refusal_ends_after_successful_write_or_one_minute() {
        let storage = Storage::default();
        let written = |outcome: Result<(), WriteRefusal>| storage.wrote(&outcome, |refusal| Some(*refusal));
        written(Err(WriteRefusal::Away));
        assert_eq!(storage.refusal(), None, "passes by itself");
        written(Err(WriteRefusal::NoSpace));
        assert_eq!(storage.refusal(), Some(WriteRefusal::NoSpace));
        written(Ok(()));
        assert_eq!(storage.refusal(), None);
        written(Err(WriteRefusal::ReadOnly));
        tokio::time::advance(REFUSAL_COUNTS).await;
        assert_eq!(storage.refusal(), None);
    }
}
