//! Limits concurrent exports.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::Problem;
use crate::http::error::ErrorCode;

/// Concurrent exports. Each holds a connection while its client downloads; most of the dozen connections are for other
/// requests.
const MAX_CONCURRENT: usize = 3;

/// Retry-After when all slots are in use, or the user already has an export in progress.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// Slots for exports: a total number, and one for each user, so that one user cannot occupy all of them.
pub(crate) struct ExportSlots {
    permits: Arc<Semaphore>,
    users: Arc<Mutex<HashSet<i64>>>,
}

impl Default for ExportSlots {
    fn default() -> Self {
        Self {
            permits: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            users: Arc::default(),
        }
    }
}

impl ExportSlots {
    /// Acquires a slot for the user, released on drop.
    pub(crate) fn begin(&self, user: i64) -> Result<ExportSlot, Problem> {
        let mut users = self.users.lock();
        if users.contains(&user) {
            return Err(Problem::from(ErrorCode::ExportUnderWay).retry_after(RETRY_AFTER));
        }
        let permit = Arc::clone(&self.permits).try_acquire_owned().map_err(|_| {
            Problem::new(
                ErrorCode::Unavailable,
                "Other exports are running. Please try again in a moment.",
            )
            .retry_after(RETRY_AFTER)
        })?;
        users.insert(user);
        Ok(ExportSlot {
            user,
            users: Arc::clone(&self.users),
            _permit: permit,
        })
    }
}

/// The permission to make an export.
pub(crate) struct ExportSlot {
    user: i64,
    users: Arc<Mutex<HashSet<i64>>>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        self.users.lock().remove(&self.user);
    }
}
