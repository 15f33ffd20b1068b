//! Read-only transactions on streaming replicas. ADR 0065.
//!
//! A replica serves a read only if it has replayed all that this process knows to be committed. So no response is
//! older than its tag ([`Revisions`]), and users see their own changes. All other reads use the primary.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, Postgres, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use super::connect::{APP_CONNECTIONS, named, pool};
use super::connections::{Pool, ReplicaState};
use super::pooler;
use super::revisions::Revisions;
use super::roles::{APP, RolePasswords, Roles};
use super::scope::Scope;
use crate::DbError;

/// The longest time that a read may be older than the primary, for commits that no notification has reported.
const MAX_AGE: Duration = Duration::from_secs(1);

/// How often the primary is queried for its position while nothing changes, so that the position is rarely too old.
const REFRESH: Duration = Duration::from_millis(500);

/// Minimum pause between two such queries during constant changes.
const MIN_PAUSE: Duration = Duration::from_millis(5);

/// After this long, a read uses the primary instead. A login on a busy machine takes 100 ms.
const BEGIN_TIMEOUT: Duration = Duration::from_secs(1);

/// Connections move to new replicas at least this often.
const MAX_LIFETIME: Duration = Duration::from_mins(5);

/// Streaming replicas of the database. The primary is no longer asked after the last clone was dropped.
#[derive(Debug, Clone)]
pub struct ReadReplicas {
    shared: Arc<Shared>,
    tasks: Arc<Tasks>,
}

#[derive(Debug)]
struct Shared {
    replicas: Pool,
    /// Connects the replicas' role without a pool, to check for a pooler.
    options: PgConnectOptions,
    /// One connection, so that the question never waits for requests.
    primary: Pool,
    /// One for each connection to the replicas, except that of the probe.
    permits: Arc<Semaphore>,
    changes: watch::Receiver<u64>,
    position: Mutex<Option<Position>>,
    /// Whether the last attempt to use a replica succeeded; `None` before the first.
    up: Mutex<Option<bool>>,
    served: AtomicU64,
    behind: AtomicU64,
    unavailable: AtomicU64,
}

/// The end of the primary's log, in bytes, which a replica must have replayed.
#[derive(Debug, Clone, Copy)]
struct Position {
    /// The number of changes that it certainly includes.
    changes: u64,
    /// When the primary was asked, so it includes all commits before.
    read_at: Instant,
    end: i64,
}

#[derive(Debug)]
struct Tasks([AbortHandle; 2]);

impl Drop for Tasks {
    fn drop(&mut self) {
        self.abort();
    }
}

impl Tasks {
    fn abort(&self) {
        self.0.iter().for_each(AbortHandle::abort);
    }
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
    /// Uses the replicas of the database that `primary` names. Connects in the background, so that replicas that are
    /// down do not delay the start. The role and its password are those of the primary.
    pub fn start(
        replicas: &PgConnectOptions,
        primary: &PgConnectOptions,
        passwords: &RolePasswords,
        revisions: &Revisions,
    ) -> Result<Self, DbError> {
        let roles = Roles::new(primary, passwords)?;
        let options = named(&roles.replica_options(replicas), APP);
        let [app, ..] = roles.options();
        let shared = Arc::new(Shared {
            replicas: Pool::new(
                pool(APP_CONNECTIONS)
                    .max_lifetime(MAX_LIFETIME)
                    .connect_lazy_with(options.clone()),
            ),
            options,
            primary: Pool::new(pool(1).connect_lazy_with(named(&app, APP))),
            permits: Arc::new(Semaphore::new(APP_CONNECTIONS as usize - 1)),
            changes: revisions.changes(),
            position: Mutex::default(),
            up: Mutex::default(),
            served: AtomicU64::default(),
            behind: AtomicU64::default(),
            unavailable: AtomicU64::default(),
        });
        let tasks = [
            tokio::spawn(follow(Arc::clone(&shared))).abort_handle(),
            tokio::spawn(probe(Arc::clone(&shared))).abort_handle(),
        ];
        Ok(Self {
            shared,
            tasks: Arc::new(Tasks(tasks)),
        })
    }

    /// Begins a read on a replica; `None` if the primary must serve it.
    pub async fn begin(&self, scope: Scope) -> Option<ReplicaRead> {
        let shared = &*self.shared;
        let Some(required) = shared.required() else {
            shared.behind.fetch_add(1, Ordering::Relaxed);
            return None;
        };
        let is_up = *shared.up.lock() == Some(true);
        let permit = Arc::clone(&shared.permits).try_acquire_owned().ok();
        let Some(permit) = permit.filter(|_| is_up) else {
            shared.unavailable.fetch_add(1, Ordering::Relaxed);
            return None;
        };
        let begun = timeout(BEGIN_TIMEOUT, scope.begin_on_replica(&shared.replicas, required)).await;
        let (counter, read) = match begun {
            Ok(Ok(Some(transaction))) => (&shared.served, Some((transaction, permit))),
            Ok(Ok(None)) => (&shared.behind, None),
            Ok(Err(sqlx::Error::PoolClosed)) => (&shared.unavailable, None),
            Ok(Err(error)) => {
                shared.set_down(&error);
                (&shared.unavailable, None)
            }
            Err(elapsed) => {
                shared.set_down(&elapsed);
                (&shared.unavailable, None)
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
            served: count(&self.shared.served),
            behind: count(&self.shared.behind),
            unavailable: count(&self.shared.unavailable),
        }
    }

    /// The connections to the replicas.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.shared.replicas
    }

    /// Stops asking the primary, and closes each connection once its last user has returned it.
    pub async fn close(&self) {
        self.tasks.abort();
        futures::join!(self.shared.replicas.close(), self.shared.primary.close());
    }
}

impl Shared {
    /// Returns the position that a replica must have replayed. `None` after a change until the primary has responded, and
    /// if its last response is older than [`MAX_AGE`].
    fn required(&self) -> Option<i64> {
        let changes = *self.changes.borrow();
        let position = (*self.position.lock())?;
        (position.changes == changes && position.read_at.elapsed() <= MAX_AGE).then_some(position.end)
    }

    fn set_down(&self, reason: &dyn std::fmt::Display) {
        if self.up.lock().replace(false) != Some(false) {
            tracing::warn!(%reason, "cannot read from the database's replicas; reading from the primary");
        }
    }

    fn set_up(&self) {
        if self.up.lock().replace(true) != Some(true) {
            tracing::info!("reading from the database's replicas");
        }
    }

    /// Fails if a pooler gives a connection the session of another one: the position of one replica could then be
    /// followed by a read of another.
    async fn check_sessions(&self) -> Result<(), DbError> {
        use sqlx::ConnectOptions as _;

        let mut connection = self.options.connect().await.map_err(DbError::connect)?;
        pooler::check(&mut connection, &self.options).await?;
        connection.close().await.map_err(DbError::connect)
    }
}

/// Asks the primary for its position after each change.
async fn follow(shared: Arc<Shared>) {
    let mut changes = shared.changes.clone();
    loop {
        // Asked after the changes were counted, so that the position includes them.
        let counted = *changes.borrow_and_update();
        let read_at = Instant::now();
        let position = match timeout(MAX_AGE, shared.primary.end_of_log()).await {
            Ok(Ok(end)) => Some(Position {
                changes: counted,
                read_at,
                end,
            }),
            Ok(Err(_)) | Err(_) => None,
        };
        *shared.position.lock() = position;
        tokio::time::sleep(MIN_PAUSE).await;
        if position.is_some() {
            let _ = timeout(REFRESH, changes.changed()).await;
        } else {
            tokio::time::sleep(REFRESH).await;
        }
    }
}

/// Tests once a second whether a replica responds, so that reads do not wait for replicas that are down.
async fn probe(shared: Arc<Shared>) {
    let mut is_checked = false;
    loop {
        if !is_checked {
            match shared.check_sessions().await {
                Ok(()) => is_checked = true,
                Err(error) => shared.set_down(&error),
            }
        }
        if is_checked {
            match timeout(BEGIN_TIMEOUT, shared.replicas.replica_state()).await {
                Ok(Ok(ReplicaState::Replayed(_))) => shared.set_up(),
                Ok(Ok(ReplicaState::Primary)) => {
                    shared.set_down(&"the server of DATABASE_READ_URL is not a replica");
                }
                Ok(Err(error)) => shared.set_down(&error),
                Err(elapsed) => shared.set_down(&elapsed),
            }
        }
        tokio::time::sleep(MAX_AGE).await;
    }
}
