//! The audit log of users' actions, written in the transaction of each action.

mod read;

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

pub use read::{AuditFilter, AuditRow, count, page};

use crate::users::UserRow;

/// An audited action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A call was refused because of the caller's role; recorded once a minute for the same user and call.
    AccessDenied,
    /// A group began to track an account.
    AccountAdd,
    /// A group stopped tracking an account.
    AccountDelete,
    /// A handle conflict was resolved.
    AccountIdentity,
    /// A deleted account was restored.
    AccountRestore,
    /// The cost or refresh interval of a tracked account was changed.
    AccountUpdate,
    /// Captured responses were deleted.
    CapturesDelete,
    /// The platform configuration was changed.
    PlatformConfigUpdate,
    /// A group was created.
    GroupCreate,
    /// A group was deleted with its users and tracked items.
    GroupDelete,
    /// A deleted group was restored.
    GroupRestore,
    /// A group was activated or deactivated.
    GroupToggle,
    /// A group was changed.
    GroupUpdate,
    /// Deleted data was purged before its time.
    DeletionPurge,
    /// The collected data of a handle were erased.
    HandleErase,
    /// An erased handle may be added again.
    HandleUnblock,
    /// The platforms' default refresh intervals were changed.
    IntervalsUpdate,
    /// Data encrypted with lost keys were discarded.
    KeysDiscard,
    /// A user signed out of all sessions.
    Logout,
    /// A user changed their own password.
    PasswordChange,
    /// A proxy was added.
    ProxyAdd,
    /// A proxy was deleted.
    ProxyDelete,
    /// A user registered.
    Register,
    /// A user requested a scrape ahead of the queue.
    ScrapeRequest,
    /// A scraper pool was created.
    ScraperPoolAdd,
    /// A scraper pool was deleted.
    ScraperPoolDelete,
    /// A scraper pool was changed.
    ScraperPoolUpdate,
    /// Sessions were added to the pool.
    SessionsAdd,
    /// Sessions were deleted from the pool.
    SessionsDelete,
    /// A session was disabled.
    SessionsDisable,
    /// Sessions were shown in plain text.
    SessionsRead,
    /// A session was re-enabled.
    SessionsReenable,
    /// A session was assigned another proxy.
    SessionsUpdate,
    /// The settings of the platform were changed.
    SettingsUpdate,
    /// A link that shows a group's dashboard was created.
    ShareLinkCreate,
    /// A share link was deleted.
    ShareLinkDelete,
    /// A user signed in.
    SignIn,
    /// A sign-in failed: wrong name or password, or the user is deactivated.
    SignInFailed,
    /// A user was activated.
    UserActivate,
    /// A user was created.
    UserCreate,
    /// A user was deactivated.
    UserDeactivate,
    /// A user was deleted together with the accounts and videos that the user had added.
    UserDelete,
    /// A user's password was reset.
    UserResetPassword,
    /// A user's name, email or role was changed.
    UserUpdate,
    /// A group began to track single videos.
    VideoAdd,
    /// A group stopped tracking a single video.
    VideoDelete,
    /// A deleted single video was restored.
    VideoRestore,
    /// A single video was suspended or resumed.
    VideoUpdate,
    /// A view was saved.
    ViewCreate,
    /// A saved view was deleted.
    ViewDelete,
    /// A saved view was renamed or replaced.
    ViewUpdate,
}

impl Action {
    /// Returns the stable code: subject and verb.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::AccessDenied => "access.denied",
            Self::AccountAdd => "account.add",
            Self::AccountDelete => "account.delete",
            Self::AccountIdentity => "account.identity",
            Self::AccountRestore => "account.restore",
            Self::AccountUpdate => "account.update",
            Self::CapturesDelete => "captures.delete",
            Self::PlatformConfigUpdate => "platform_config.update",
            Self::GroupCreate => "group.create",
            Self::GroupDelete => "group.delete",
            Self::GroupRestore => "group.restore",
            Self::GroupToggle => "group.toggle",
            Self::GroupUpdate => "group.update",
            Self::DeletionPurge => "deletion.purge",
            Self::HandleErase => "handle.erase",
            Self::HandleUnblock => "handle.unblock",
            Self::IntervalsUpdate => "intervals.update",
            Self::KeysDiscard => "keys.discard",
            Self::Logout => "auth.logout",
            Self::PasswordChange => "auth.change_password",
            Self::ProxyAdd => "proxy.add",
            Self::ProxyDelete => "proxy.delete",
            Self::Register => "auth.register",
            Self::ScrapeRequest => "scrape.request",
            Self::ScraperPoolAdd => "scraper_pool.add",
            Self::ScraperPoolDelete => "scraper_pool.delete",
            Self::ScraperPoolUpdate => "scraper_pool.update",
            Self::SessionsAdd => "sessions.add",
            Self::SessionsDelete => "sessions.delete",
            Self::SessionsDisable => "sessions.disable",
            Self::SessionsRead => "sessions.read",
            Self::SessionsReenable => "sessions.reenable",
            Self::SessionsUpdate => "sessions.update",
            Self::SettingsUpdate => "settings.update",
            Self::ShareLinkCreate => "share_link.create",
            Self::ShareLinkDelete => "share_link.delete",
            Self::SignIn => "auth.sign_in",
            Self::SignInFailed => "auth.sign_in_failed",
            Self::UserActivate => "user.activate",
            Self::UserCreate => "user.create",
            Self::UserDeactivate => "user.deactivate",
            Self::UserDelete => "user.delete",
            Self::UserResetPassword => "user.reset_password",
            Self::UserUpdate => "user.update",
            Self::VideoAdd => "video.add",
            Self::VideoDelete => "video.delete",
            Self::VideoRestore => "video.restore",
            Self::VideoUpdate => "video.update",
            Self::ViewCreate => "view.create",
            Self::ViewDelete => "view.delete",
            Self::ViewUpdate => "view.update",
        }
    }
}

/// The user or viewer who performs an action.
#[derive(Clone, Copy, Debug)]
pub struct Actor<'a> {
    /// `None` when no user was signed in; for a viewer the negative ID of the share link.
    pub user_id: Option<i64>,
    /// The user's name, or that of the user whose password was tried; empty when no user has the entered
    /// name.
    pub username: &'a str,
    /// Network address of the caller.
    pub address: &'a str,
}

/// The actor of changes that the program makes when it starts.
pub const PROGRAM: Actor<'static> = Actor {
    user_id: None,
    username: "clipmeter",
    address: "",
};

impl<'a> Actor<'a> {
    /// Returns a user at an address.
    #[must_use]
    pub fn user(user: &'a UserRow, address: &'a str) -> Self {
        Self {
            user_id: Some(user.user_id),
            username: &user.username,
            address,
        }
    }
}

/// The same read by the same user from the same address is recorded once in this time: a screen that polls
/// every few seconds adds no information, and would bury the other entries.
const READING_INTERVAL: Duration = Duration::from_mins(1);

/// Appends an entry for a read, unless the same one was recorded recently. In a transaction with the scope of
/// an admin, the only role that may read the log.
pub async fn record_reading(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor<'_>,
    action: Action,
    details: Value,
) -> Result<(), sqlx::Error> {
    let is_recorded = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM audit_log
               WHERE at > $1 AND at <= $6 AND user_id = $2 AND address = $3 AND action = $4 AND details = $5
           ) AS "is_recorded!""#,
        now - READING_INTERVAL,
        actor.user_id,
        actor.address,
        action.code(),
        details,
        // A future entry was recorded before the clock was set back.
        now
    )
    .fetch_one(&mut *connection)
    .await?;
    if is_recorded {
        return Ok(());
    }
    record(connection, now, actor, action, None, details).await
}

/// Appends an entry. `group_id` is the group whose rows changed, `None` for the whole platform; `details`
/// never contain a secret.
///
/// The only possible conflict is a denial that was already recorded in the same minute.
pub async fn record(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor<'_>,
    action: Action,
    group_id: Option<i64>,
    details: Value,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO audit_log (at, user_id, username, address, group_id, action, details)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT DO NOTHING",
        now,
        actor.user_id,
        actor.username,
        actor.address,
        group_id,
        action.code(),
        details
    )
    .execute(connection)
    .await?;
    Ok(())
}
