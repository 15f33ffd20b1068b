//! Listens to the change notifications of the database: what other connections, of this process or another, have
//! changed.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

use super::change_notification::{CHANNELS, ChangeNotification};
use super::connections::Pool;
use super::revisions::Revisions;
use crate::DbError;

/// A subscriber that falls this far behind gets [`ChangeNotification::Missed`] instead.
const BACKLOG: usize = 256;

/// Pause between attempts to reach a server that is down: it restarts in seconds, and a shorter pause would
/// gain nothing.
const RECONNECT_PAUSE: Duration = Duration::from_secs(1);

/// Subscriptions to [`ChangeNotification`]s. Listening stops when the last clone is dropped.
#[derive(Debug, Clone)]
pub struct ChangeListener {
    sender: broadcast::Sender<ChangeNotification>,
    revisions: Arc<Revisions>,
    listening: Arc<Listening>,
}

#[derive(Debug)]
struct Listening(AbortHandle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl ChangeListener {
    /// Starts to listen, on a dedicated connection of `pool`.
    pub async fn listen(pool: &Pool) -> Result<Self, DbError> {
        let listener = connect(pool).await?;
        let (sender, _) = broadcast::channel(BACKLOG);
        let revisions = Arc::new(Revisions::default());
        let task = tokio::spawn(forward(
            pool.clone(),
            listener,
            sender.clone(),
            Arc::clone(&revisions),
        ));
        Ok(Self {
            sender,
            revisions,
            listening: Arc::new(Listening(task.abort_handle())),
        })
    }

    /// Subscribes to notifications from now on.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<ChangeNotification> {
        self.sender.subscribe()
    }

    /// Returns how many changes of each kind there were so far. A change is counted before subscribers are
    /// notified.
    #[must_use]
    pub fn revisions(&self) -> &Arc<Revisions> {
        &self.revisions
    }

    /// Stops listening, so that the pool can be closed.
    pub fn stop(&self) {
        self.listening.0.abort();
    }
}

async fn connect(pool: &Pool) -> Result<PgListener, sqlx::Error> {
    let mut listener = pool.listener().await?;
    listener.listen_all(CHANNELS).await?;
    Ok(listener)
}

async fn forward(
    pool: Pool,
    mut listener: PgListener,
    sender: broadcast::Sender<ChangeNotification>,
    revisions: Arc<Revisions>,
) {
    loop {
        let change = match listener.try_recv().await {
            Ok(Some(notification)) => ChangeNotification::parse(&notification),
            // The connection was lost and has been restored.
            Ok(None) => Some(ChangeNotification::Missed),
            Err(error) => {
                tracing::warn!(%error, "cannot listen for changes; reconnecting");
                let Some(again) = reconnect(&pool).await else {
                    return;
                };
                listener = again;
                Some(ChangeNotification::Missed)
            }
        };
        if let Some(change) = change {
            revisions.note(change);
            // There may be no subscribers at the moment.
            let _ = sender.send(change);
        }
    }
}

/// Reconnects as soon as the server accepts connections; `None` when the pool was closed.
async fn reconnect(pool: &Pool) -> Option<PgListener> {
    loop {
        match connect(pool).await {
            Ok(listener) => return Some(listener),
            Err(sqlx::Error::PoolClosed) => return None,
            Err(_) => tokio::time::sleep(RECONNECT_PAUSE).await,
        }
    }
}
