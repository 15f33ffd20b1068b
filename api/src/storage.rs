//! Whether the database has room to write: what this program measures of the disk below it, and what the server answered when it
//! refused a write.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;

/// A full disk is measured every second, so that a client that waits this long finds room soon after it was made.
pub(crate) const RETRY_AFTER: Duration = Duration::from_secs(10);

/// How long a refusal counts when nothing is written that could show that it is over. Scrapers and their schedule write more
/// often than this.
const REFUSAL_COUNTS: Duration = Duration::from_mins(1);

/// For people, where the disk is not one of this program.
pub(crate) const NO_SPACE: &str =
    "The disk of the database server is full. Nothing was changed. Make room on it and try again.";
/// The same for a database that takes no writes.
pub(crate) const READ_ONLY: &str = "The database is read-only, as during a failover or when its disk is full. Nothing was changed. Make it \
    writable and try again.";

/// For people, while the database server is down, restarting or out of reach.
pub(crate) const AWAY: &str =
    "The database cannot be reached at the moment. Please try again in a few seconds.";

/// Whether the database can be written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StorageState {
    /// There is room.
    Ok,
    /// Less than 10 % of the disk is free.
    Low,
    /// Less than 2 % of the disk is free.
    Critical,
    /// Writes are refused and nothing is scraped until there is room again.
    Full,
    /// The database takes no writes for another reason.
    ReadOnly,
}

/// A measurement of the disk that holds the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskReport {
    /// What follows from it; never [`StorageState::ReadOnly`].
    pub state: StorageState,
    /// For people: names disk and folder, says what to do. Empty while the state is [`StorageState::Ok`].
    pub message: String,
    /// The folder of the database.
    pub folder: PathBuf,
    /// Where the disk is mounted.
    pub disk: PathBuf,
    /// Bytes that can still be written.
    pub free: u64,
    /// Size of the disk, bytes.
    pub total: u64,
    /// Bytes that have to be freed before anything is written again; 0 unless the state is [`StorageState::Full`].
    pub missing: u64,
}

/// What is known of the room for writes. Cheap to clone; all clones share it.
#[derive(Clone, Debug, Default)]
pub struct Storage(Arc<RwLock<StorageSnapshot>>);

#[derive(Debug, Default)]
struct StorageSnapshot {
    disk: Option<DiskReport>,
    refused: Option<(WriteRefusal, Instant)>,
}

/// Why nothing may be written now, for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoRoom(String);

impl Storage {
    /// Replaces the measurement. Writes are refused from now on if it says that the disk is full.
    pub fn measured(&self, report: DiskReport) {
        self.change(|known| known.disk = Some(report));
    }

    /// Whether this program refuses writes because it has measured that the disk is full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.check().is_err()
    }

    /// Refuses a write while the disk is full, before it can make the server end.
    pub(crate) fn check(&self) -> Result<(), NoRoom> {
        self.read(|known| match &known.disk {
            Some(disk) if disk.state == StorageState::Full => Err(NoRoom(disk.message.clone())),
            _ => Ok(()),
        })
    }

    /// Learns how a write ended.
    pub(crate) fn wrote<T, E>(
        &self,
        outcome: &Result<T, E>,
        refusal: impl FnOnce(&E) -> Option<WriteRefusal>,
    ) {
        match outcome {
            // Taking the lock to write would make all writes wait for each other.
            Ok(_) if self.read(|known| known.refused.is_none()) => {}
            Ok(_) => self.change(|known| known.refused = None),
            Err(error) => {
                if let Some(refusal) = refusal(error) {
                    self.refused(refusal);
                }
            }
        }
    }

    /// Learns that the server refused a write.
    pub(crate) fn refused(&self, refusal: WriteRefusal) {
        if refusal != WriteRefusal::Away {
            self.change(|known| known.refused = Some((refusal, Instant::now())));
        }
    }

    /// Whether a write would be carried out, as far as is known.
    pub(crate) fn takes_writes(&self) -> bool {
        self.check().is_ok() && self.refusal().is_none()
    }

    /// The disk as it was measured last; none where the database is not on a disk of this program.
    pub(crate) fn disk(&self) -> Option<DiskReport> {
        self.read(|known| known.disk.clone())
    }

    /// What the server refused lately, unless a write has succeeded since.
    pub(crate) fn refusal(&self) -> Option<WriteRefusal> {
        self.read(|known| {
            known
                .refused
                .filter(|(_, at)| at.elapsed() < REFUSAL_COUNTS)
                .map(|(refusal, _)| refusal)
        })
    }

    fn read<T>(&self, read: impl FnOnce(&StorageSnapshot) -> T) -> T {
        read(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn change(&self, change: impl FnOnce(&mut StorageSnapshot)) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Why the server did not carry out a statement, where the statement is not at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WriteRefusal {
    /// Its disk is full.
    NoSpace,
    /// It takes no writes.
    ReadOnly,
    /// It cannot be reached, is ending, or is recovering from a crash. A full disk does that too.
    Away,
}

impl WriteRefusal {
    /// Reads it off an error of the database.
    pub(crate) fn of(error: &sqlx::Error) -> Option<Self> {
        match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => Some(Self::Away),
            sqlx::Error::Database(refusal) => match refusal.code()?.as_ref() {
                "53100" => Some(Self::NoSpace),
                "25006" => Some(Self::ReadOnly),
                // Too many connections; ended by an administrator, by a crash; starting or recovering.
                "53300" | "57P01" | "57P02" | "57P03" => Some(Self::Away),
                _ => None,
            },
            _ => None,
        }
    }

    /// What it means for the state that admins see; none for what passes by itself.
    pub(crate) fn state(self) -> Option<(StorageState, &'static str)> {
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
    fn only_a_full_disk_refuses_writes() {
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
    async fn a_refusal_counts_until_a_write_succeeds_or_a_minute_has_passed() {
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
