//! Monitors the disk of the managed database server every second and warns while it fills up. Writes stop before it is full,
//! because a server that cannot write its log shuts down.

mod reserve;
mod space;
mod state;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clipmeter_db::storage::{DiskReport, Storage, StorageState};
use parking_lot::Mutex;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::error::StandaloneError;
use reserve::Reserve;
use space::{Space, megabytes};
use state::{RESUME_AT, message, state_after};

/// Interval for noticing freed or used space. A measurement is two system calls.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Below this, the reserve is released to the server: its log grows by 16 MiB at once.
const RELEASE_BELOW: u64 = 16 * MEBIBYTE;

/// Space of a new installation: 60 MB of files, 80 MiB of the server's log, and working space.
const FIRST_START: u64 = RESUME_AT + 176 * MEBIBYTE;

const MEBIBYTE: u64 = 1024 * 1024;

/// Monitors one disk. Cheap to clone; clones share their state.
#[derive(Clone, Debug)]
pub(crate) struct Disk(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    reserve: Reserve,
    storage: Storage,
    state: Mutex<StorageState>,
}

impl Disk {
    /// Creates a monitor for the disk that contains `folder`, the database server's.
    pub(crate) fn of(folder: PathBuf, storage: Storage) -> Self {
        Self(Arc::new(Inner {
            reserve: Reserve::new(&folder),
            folder,
            storage,
            state: Mutex::new(StorageState::Ok),
        }))
    }

    /// Measures every second until `stop`.
    pub(crate) async fn watch(self, stop: CancellationToken) {
        let mut ticks = interval(POLL_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            self.measure();
        }
    }

    /// Measures the disk, publishes the resulting state, and releases or creates the reserve.
    pub(crate) fn measure(&self) -> StorageState {
        let disk = &*self.0;
        let mut state = disk.state.lock();
        let space = match Space::of(&disk.folder) {
            Ok(space) => space,
            Err(error) => {
                tracing::warn!(%error, folder = %disk.folder.display(), "cannot measure the disk");
                return *state;
            }
        };
        let reserved = disk.reserve.reserved();
        // The reserve counts as free space, so that creating or releasing it changes nothing.
        let room = space.free.saturating_add(reserved);
        let before = *state;
        *state = state_after(room, space.total, before);
        let report = DiskReport {
            state: *state,
            message: message(*state, &space, &disk.folder, room),
            folder: disk.folder.clone(),
            disk: space.disk,
            free: space.free,
            total: space.total,
            missing: missing(*state, room),
        };
        if *state != before {
            log(&report);
        }
        disk.storage.measured(report);
        if space.free < RELEASE_BELOW {
            disk.reserve.release();
        } else if *state < StorageState::Full {
            disk.reserve.make();
        }
        *state
    }

    /// Measures after the server ended or failed to start, and returns whether the disk is full. On a full disk the reserve is
    /// released for the recovery of the server.
    pub(crate) fn make_room_if_full(&self) -> bool {
        let is_full = self.measure() == StorageState::Full;
        if is_full {
            self.0.reserve.release();
        }
        is_full
    }

    /// Adds the cause to an error while the disk is full.
    pub(crate) fn explain(&self, error: StandaloneError) -> StandaloneError {
        if self.measure() < StorageState::Full {
            return error;
        }
        let Ok(space) = Space::of(&self.0.folder) else {
            return error;
        };
        StandaloneError::DiskFull {
            folder: self.0.folder.clone(),
            free: megabytes(space.free),
            missing: megabytes(missing(
                StorageState::Full,
                space.free.saturating_add(self.0.reserve.reserved()),
            )),
            disk: space.disk,
            error: Box::new(error),
        }
    }
}

/// Fails if the disk has too little space for a new installation in `folder`.
pub(crate) fn check_first_start(folder: &Path) -> Result<(), StandaloneError> {
    // If the measurement fails, the next steps report the problem.
    let Ok(space) = Space::of(folder) else {
        return Ok(());
    };
    if space.free >= FIRST_START {
        return Ok(());
    }
    Err(StandaloneError::DiskTooSmall {
        folder: folder.to_owned(),
        free: megabytes(space.free),
        needed: megabytes(FIRST_START),
        disk: space.disk,
    })
}

fn missing(state: StorageState, room: u64) -> u64 {
    match state {
        StorageState::Full => RESUME_AT.saturating_sub(room),
        _ => 0,
    }
}

fn log(report: &DiskReport) {
    match report.state {
        StorageState::Full => tracing::error!("{}", report.message),
        StorageState::Low | StorageState::Critical => tracing::warn!("{}", report.message),
        _ => tracing::info!(disk = %report.disk.display(), "the disk has free space again"),
    }
}
