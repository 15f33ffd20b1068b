//! Read-only transactions on streaming replicas. ADR 0065.
//!
//! A replica serves a read only if it has replayed all that this process knows to be committed. So no response is
//! older than its tag ([`Revisions`]), and users see their own changes. All other reads use the primary.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::{Postgres, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::connections::{Pool, ReplicaState};
use super::revisions::Revisions;
use super::scope::Scope;

/// The longest time that a read may be older than the primary, for commits that no notification has reported.
const MAX_AGE: Duration = Duration::from_secs(1);

/// After this long, a read uses the primary instead. A login on a busy machine takes 100 ms.
const BEGIN_TIMEOUT: Duration = Duration::from_secs(1);

/// Streaming replicas of the database.
#[derive(Debug, Clone)]
pub struct ReadReplicas(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    pool: Pool,
    /// One for each connection of the pool.
    permits: Arc<Semaphore>,
    changes: watch::Receiver<u64>,
    position: Mutex<Position>,
    /// Whether the last attempt to use a replica succeeded. Reads do not wait for replicas that are down.
    up: AtomicBool,
    served: AtomicU64,
    behind: AtomicU64,
    unavailable: AtomicU64,
    task: Mutex<Option<AbortHandle>>,
}

/// Where the primary's log ended after a number of changes.
#[derive(Debug, Clone, Copy, Default)]
struct Position {
    changes: u64,
    /// `None`: not known yet.
    end: Option<i64>,
}

/// How many reads the replicas served, and why the primary served others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReplicaReads {
    pub served: u64,
    /// The replica had not replayed all known changes, or their position was not known yet.
    pub behind: u64,
    /// No replica could be reached, or all connections were in use.
    pub unavailable: u64,
}

/// A transaction on a replica, with the permit of its connection.
pub type ReplicaRead = (Transaction<'static, Postgres>, OwnedSemaphorePermit);

impl ReadReplicas {
    /// Uses the replicas of `pool`. Asks `primary` for its position after each change and once a second.
    pub fn start(pool: Pool, primary: Pool, revisions: &Revisions) -> Self {
        let inner = Arc::new(Inner {
            permits: Arc::new(Semaphore::new(pool.max_connections() as usize)),
            pool,
            changes: revisions.changes(),
            position: Mutex::default(),
            up: AtomicBool::new(true),
            served: AtomicU64::default(),
            behind: AtomicU64::default(),
            unavailable: AtomicU64::default(),
            task: Mutex::default(),
        });
        let task = tokio::spawn(follow(Arc::clone(&inner), primary));
        *inner.task.lock() = Some(task.abort_handle());
        Self(inner)
    }

    /// Begins a read on a replica; `None` if the primary must serve it.
    pub async fn begin(&self, scope: Scope) -> Option<ReplicaRead> {
        let inner = &*self.0;
        let Some(required) = inner.required() else {
            inner.behind.fetch_add(1, Ordering::Relaxed);
            return None;
        };
        let permit = Arc::clone(&inner.permits).try_acquire_owned().ok();
        let Some(permit) = permit.filter(|_| inner.up.load(Ordering::Relaxed)) else {
            inner.unavailable.fetch_add(1, Ordering::Relaxed);
            return None;
        };
        let begun = timeout(BEGIN_TIMEOUT, scope.begin_on_replica(&inner.pool, required)).await;
        let (counter, read) = match begun {
            Ok(Ok(Some(transaction))) => (&inner.served, Some((transaction, permit))),
            Ok(Ok(None)) => (&inner.behind, None),
            Ok(Err(error)) => {
                inner.set_down(&error.to_string());
                (&inner.unavailable, None)
            }
            Err(_) => {
                inner.set_down("no response within a second");
                (&inner.unavailable, None)
            }
        };
        counter.fetch_add(1, Ordering::Relaxed);
        read
    }

    /// Returns how many reads the replicas served so far.
    #[must_use]
    pub fn reads(&self) -> ReplicaReads {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        ReplicaReads {
            served: count(&self.0.served),
            behind: count(&self.0.behind),
            unavailable: count(&self.0.unavailable),
        }
    }

    /// The connections to the replicas.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.0.pool
    }

    /// Stops asking the primary and closes the connections.
    pub async fn close(&self) {
        if let Some(task) = self.0.task.lock().take() {
            task.abort();
        }
        self.0.pool.close().await;
    }
}

impl Inner {
    /// Returns the position that a replica must have replayed; `None` while it is not known after a change.
    fn required(&self) -> Option<i64> {
        let changes = *self.changes.borrow();
        let position = *self.position.lock();
        position.end.filter(|_| position.changes == changes)
    }

    fn set_down(&self, reason: &str) {
        if self.up.swap(false, Ordering::Relaxed) {
            tracing::warn!(
                reason,
                "cannot read from the database's replicas; reading from the primary"
            );
        }
    }

    /// Tests whether a replica responds, so that no read has to.
    async fn probe(&self) {
        let state = timeout(BEGIN_TIMEOUT, self.pool.replica_state()).await;
        match state {
            Ok(Ok(ReplicaState::Replayed(_))) => {
                if !self.up.swap(true, Ordering::Relaxed) {
                    tracing::info!("reading from the database's replicas again");
                }
            }
            Ok(Ok(ReplicaState::Primary)) => {
                self.set_down("the server of DATABASE_READ_URL is not a replica");
            }
            Ok(Err(error)) => self.set_down(&error.to_string()),
            Err(_) => self.set_down("no response within a second"),
        }
    }
}

/// Updates the position and the state of the replicas until the pool is closed.
async fn follow(inner: Arc<Inner>, primary: Pool) {
    let mut changes = inner.changes.clone();
    let mut probed = tokio::time::Instant::now() - MAX_AGE;
    loop {
        let counted = *changes.borrow_and_update();
        match primary.end_of_log().await {
            // Asked after the changes were counted, so that the position includes them.
            Ok(end) => {
                *inner.position.lock() = Position {
                    changes: counted,
                    end: Some(end),
                };
            }
            Err(sqlx::Error::PoolClosed) => return,
            Err(_) => inner.position.lock().end = None,
        }
        if probed.elapsed() >= MAX_AGE {
            inner.probe().await;
            probed = tokio::time::Instant::now();
        }
        let position_is_known = inner.position.lock().end.is_some();
        if position_is_known {
            // Without changes, commits of others are included after this time.
            let _ = timeout(MAX_AGE, changes.changed()).await;
        } else {
            tokio::time::sleep(MAX_AGE).await;
        }
    }
}
