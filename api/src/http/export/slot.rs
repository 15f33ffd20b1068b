//! Who may have a file made.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::error::{ErrorCode, Problem};

/// Files made at the same time. Each holds a connection for as long as its client takes; most of the dozen are for everybody
/// else.
const AT_ONCE: usize = 3;

/// How long a caller does well to wait when that many are being made, or one for the same user.
const TRY_AGAIN: Duration = Duration::from_secs(10);

/// The files that may still be begun: so many in all, and one for each user, lest somebody has all places.
pub(super) struct ExportSlots {
    places: Arc<Semaphore>,
    users: Arc<Mutex<HashSet<i64>>>,
}

impl Default for ExportSlots {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(AT_ONCE)),
            users: Arc::default(),
        }
    }
}

impl ExportSlots {
    /// The user's turn, until it is dropped.
    pub(super) fn begin(&self, user: i64) -> Result<ExportSlot, Problem> {
        let mut users = lock(&self.users);
        if users.contains(&user) {
            return Err(Problem::from(ErrorCode::ExportUnderWay).retry_after(TRY_AGAIN));
        }
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            Problem::new(
                ErrorCode::Unavailable,
                "Other exports are under way. Please try again in a moment.",
            )
            .retry_after(TRY_AGAIN)
        })?;
        users.insert(user);
        Ok(ExportSlot {
            user,
            users: Arc::clone(&self.users),
            _place: place,
        })
    }
}

/// A file may be made.
pub(super) struct ExportSlot {
    user: i64,
    users: Arc<Mutex<HashSet<i64>>>,
    _place: OwnedSemaphorePermit,
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        lock(&self.users).remove(&self.user);
    }
}

fn lock(users: &Mutex<HashSet<i64>>) -> MutexGuard<'_, HashSet<i64>> {
    users.lock().unwrap_or_else(PoisonError::into_inner)
}
