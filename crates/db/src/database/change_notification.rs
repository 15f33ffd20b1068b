//! Change notifications, which triggers of the database send, except the end of a run.

use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use sqlx::postgres::PgNotification;
use uuid::Uuid;

use crate::DbError;

const RUN_ENDED: &str = "clipmeter_run_ended";
const CONTENT_CHANGED: &str = "clipmeter_content_changed";
const GROUP_CHANGED: &str = "clipmeter_group_changed";
const SETTINGS_CHANGED: &str = "clipmeter_settings_changed";
const SIGN_INS_CHANGED: &str = "clipmeter_sign_ins_changed";

/// All channels.
pub(super) const CHANNELS: [&str; 5] = [
    RUN_ENDED,
    CONTENT_CHANGED,
    GROUP_CHANGED,
    SETTINGS_CHANGED,
    SIGN_INS_CHANGED,
];

/// A change notification. Something may have changed; the notification does not contain the new state.
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
    /// A sign-in has ended, or a user or group was deleted, deactivated or given other rights.
    SignInsChanged,
    /// The connection was lost for a while, so anything may have changed.
    Missed,
}

impl ChangeNotification {
    /// Parses a notification; `None` for one that this version does not have.
    pub(super) fn parse(notification: &PgNotification) -> Option<Self> {
        let payload = notification.payload();
        match notification.channel() {
            RUN_ENDED => payload.parse().ok().map(Self::RunEnded),
            CONTENT_CHANGED => payload.parse().ok().map(Self::ContentChanged),
            GROUP_CHANGED => payload.parse().ok().map(Self::GroupChanged),
            SETTINGS_CHANGED => Some(Self::SettingsChanged),
            SIGN_INS_CHANGED => Some(Self::SignInsChanged),
            _ => None,
        }
    }
}

/// Notifies all listeners that a run has ended, once this transaction has committed.
pub(crate) async fn run_ended(connection: &mut PgConnection, run: Uuid) -> Result<(), DbError> {
    sqlx::query!("SELECT pg_notify($1, $2)", RUN_ENDED, run.to_string())
        .fetch_one(connection)
        .await?;
    Ok(())
}
