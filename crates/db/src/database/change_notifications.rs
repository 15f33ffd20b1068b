//! Change notifications from the database: what other connections, of this process or another, have changed.
//! Triggers send all of them except the end of a run.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use sqlx::postgres::{PgListener, PgNotification};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;
use uuid::Uuid;

use super::connections::Pool;
use super::revisions::Revisions;
use crate::DbError;

const RUN_ENDED: &str = "clipmeter_run_ended";
const CONTENT_CHANGED: &str = "clipmeter_content_changed";
const GROUP_CHANGED: &str = "clipmeter_group_changed";
const SETTINGS_CHANGED: &str = "clipmeter_settings_changed";

/// A subscriber that falls this far behind gets [`ChangeNotification::Missed`] instead.
const BACKLOG: usize = 256;

/// Pause between attempts to reach a server that is down: it restarts in seconds, and a shorter pause would
/// gain nothing.
const RECONNECT_PAUSE: Duration = Duration::from_secs(1);

/// A change notification. It says that something may have changed, not what the new state is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeNotification {
    /// A run has ended.
    RunEnded(Uuid),
    /// Items of a platform were added or have new counts.
    ContentChanged(Platform),
    /// A group's pages may have changed: its tracked items, scrapes, settings or users. 0 stands for changes
    /// outside any group.
    GroupChanged(i64),
    /// The platform's settings have changed.
    SettingsChanged,
    /// The connection was lost for a while, so anything may have changed.
    Missed,
}

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
    listener
        .listen_all([RUN_ENDED, CONTENT_CHANGED, GROUP_CHANGED, SETTINGS_CHANGED])
        .await?;
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
            Ok(Some(notification)) => parse(&notification),
            // The connection was lost and has been restored.
            Ok(None) => Some(ChangeNotification::Missed),
            Err(error) => {
                tracing::warn!(%error, "cannot listen for changes; connecting again");
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

fn parse(notification: &PgNotification) -> Option<ChangeNotification> {
    let payload = notification.payload();
    match notification.channel() {
        RUN_ENDED => payload.parse().ok().map(ChangeNotification::RunEnded),
        CONTENT_CHANGED => payload.parse().ok().map(ChangeNotification::ContentChanged),
        GROUP_CHANGED => payload.parse().ok().map(ChangeNotification::GroupChanged),
        SETTINGS_CHANGED => Some(ChangeNotification::SettingsChanged),
        _ => None,
    }
}

/// Notifies all listeners that a run has ended, once this transaction has committed.
pub(crate) async fn run_ended(connection: &mut PgConnection, run: Uuid) -> Result<(), DbError> {
    sqlx::query!("SELECT pg_notify($1, $2)", RUN_ENDED, run.to_string())
        .fetch_one(connection)
        .await?;
    Ok(())
}
