//! News from the database: what other connections, of this process or another, have changed. Triggers send all of it but
//! the end of a run.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use sqlx::postgres::{PgListener, PgNotification};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;
use uuid::Uuid;

use super::{Pool, Revisions};
use crate::ApiError;

const RUN_ENDED: &str = "clipmeter_run_ended";
const CONTENT_CHANGED: &str = "clipmeter_content_changed";
const GROUP_CHANGED: &str = "clipmeter_group_changed";
const SETTINGS_CHANGED: &str = "clipmeter_settings_changed";

/// A subscriber that falls this far behind is told [`ChangeNotification::Missed`] instead.
const BACKLOG: usize = 256;

/// Pause between attempts to reach a server that is away: it restarts in seconds, and nobody waits for less.
const RECONNECT_PAUSE: Duration = Duration::from_secs(1);

/// One piece of news. It says that something may have changed since, not what it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeNotification {
    /// A run has ended.
    RunEnded(Uuid),
    /// Items of a platform were added or have new counts.
    ContentChanged(Platform),
    /// What a group's pages show has changed: what it tracks, its scrapes, its settings or its users. 0 is what belongs to
    /// no group.
    GroupChanged(i64),
    /// The platform's settings have changed.
    SettingsChanged,
    /// The connection was lost for a while: anything may have changed.
    Missed,
}

/// Subscriptions to [`ChangeNotification`]s. Listening ends with the last clone.
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
    /// Starts to listen, on a connection of its own out of `pool`.
    pub async fn listen(pool: &Pool) -> Result<Self, ApiError> {
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

    /// News from now on.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<ChangeNotification> {
        self.sender.subscribe()
    }

    /// What has changed so far, counted. A subscriber finds counted what it is told.
    #[must_use]
    pub(crate) fn revisions(&self) -> &Arc<Revisions> {
        &self.revisions
    }

    /// Stops listening, so that the pool can close.
    pub(crate) fn stop(&self) {
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
            // The connection was lost and is there again.
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
            // Nobody may be listening at the moment.
            let _ = sender.send(change);
        }
    }
}

/// Connects as soon as the server lets us; `None` when the pool was closed.
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

/// Tells everybody, once this transaction has committed, that a run has ended.
pub(super) async fn run_ended(connection: &mut PgConnection, run: Uuid) -> Result<(), ApiError> {
    sqlx::query!("SELECT pg_notify($1, $2)", RUN_ENDED, run.to_string())
        .fetch_one(connection)
        .await?;
    Ok(())
}
