//! The record of what users did, written in the transaction that does it.

mod read;

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

pub use read::{AuditFilter, AuditRow, count, page};

use super::users::UserRow;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A call was refused because the caller's role does not allow it; once a minute for the same user and call.
    AccessDenied,
    /// A group tracks another account.
    AccountAdd,
    /// A group tracks an account no longer.
    AccountDelete,
    /// It was decided what it means that somebody else has an account's name.
    AccountIdentity,
    /// What a tracked account costs or how often it is read was changed.
    AccountUpdate,
    /// Answers that were not understood were deleted.
    CapturesDelete,
    /// What scrapers are told about the platforms was changed.
    PlatformConfigUpdate,
    /// A group was made.
    GroupCreate,
    /// A group was deleted with its users and what it tracked.
    GroupDelete,
    /// A group was activated or deactivated.
    GroupToggle,
    /// A group was changed.
    GroupUpdate,
    /// What was collected of a handle was erased.
    HandleErase,
    /// An erased handle may be added again.
    HandleUnblock,
    /// How often the platforms are scraped was changed.
    IntervalsUpdate,
    /// What was encrypted with lost keys was given up.
    KeysDiscard,
    /// A user signed out everywhere.
    Logout,
    /// A user chose a new password.
    PasswordChange,
    /// A proxy was added.
    ProxyAdd,
    /// A proxy was deleted.
    ProxyDelete,
    /// A stranger became a user.
    Register,
    /// Somebody had accounts scraped ahead of the queue.
    ScrapeRequest,
    /// Sessions were put into the pool.
    SessionsAdd,
    /// Sessions were taken out of the pool.
    SessionsDelete,
    /// A session was taken out of use.
    SessionsDisable,
    /// Sessions were shown in clear.
    SessionsRead,
    /// A session was taken into use again.
    SessionsReenable,
    /// A session leaves another way.
    SessionsUpdate,
    /// The settings of the platform were changed.
    SettingsUpdate,
    /// A user signed in.
    SignIn,
    /// Somebody tried to sign in with a wrong name or password, or is switched off.
    SignInFailed,
    /// A user was switched on.
    UserActivate,
    /// A user was made.
    UserCreate,
    /// A user was switched off.
    UserDeactivate,
    /// A user was deleted with what that user had added.
    UserDelete,
    /// A user was given a new password.
    UserResetPassword,
    /// A group tracks further single videos.
    VideoAdd,
    /// A group tracks a single video no longer.
    VideoDelete,
    /// A single video is left alone for now, or no longer.
    VideoUpdate,
}

impl Action {
    /// The stable word for it: subject and verb.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::AccessDenied => "access.denied",
            Self::AccountAdd => "account.add",
            Self::AccountDelete => "account.delete",
            Self::AccountIdentity => "account.identity",
            Self::AccountUpdate => "account.update",
            Self::CapturesDelete => "captures.delete",
            Self::PlatformConfigUpdate => "platform_config.update",
            Self::GroupCreate => "group.create",
            Self::GroupDelete => "group.delete",
            Self::GroupToggle => "group.toggle",
            Self::GroupUpdate => "group.update",
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
            Self::SessionsAdd => "sessions.add",
            Self::SessionsDelete => "sessions.delete",
            Self::SessionsDisable => "sessions.disable",
            Self::SessionsRead => "sessions.read",
            Self::SessionsReenable => "sessions.reenable",
            Self::SessionsUpdate => "sessions.update",
            Self::SettingsUpdate => "settings.update",
            Self::SignIn => "auth.sign_in",
            Self::SignInFailed => "auth.sign_in_failed",
            Self::UserActivate => "user.activate",
            Self::UserCreate => "user.create",
            Self::UserDeactivate => "user.deactivate",
            Self::UserDelete => "user.delete",
            Self::UserResetPassword => "user.reset_password",
            Self::VideoAdd => "video.add",
            Self::VideoDelete => "video.delete",
            Self::VideoUpdate => "video.update",
        }
    }
}

/// Who did it.
#[derive(Clone, Copy, Debug)]
pub struct Actor<'a> {
    /// None when nobody was signed in.
    pub user_id: Option<i64>,
    /// The user's name, or that of the user whose password was tried; empty when no user has the name that was typed.
    pub username: &'a str,
    /// The network address of the caller.
    pub address: &'a str,
}

/// Whom the log names for what a start of the program does.
pub(crate) const PROGRAM: Actor<'static> = Actor {
    user_id: None,
    username: "clipmeter",
    address: "",
};

impl<'a> Actor<'a> {
    /// A user at an address.
    #[must_use]
    pub fn user(user: &'a UserRow, address: &'a str) -> Self {
        Self {
            user_id: Some(user.user_id),
            username: &user.username,
            address,
        }
    }
}

/// The same reading by the same user from the same address is written down once in this time: a screen that asks again
/// every few seconds says nothing new, and would bury the rest.
const READING_INTERVAL: Duration = Duration::from_mins(1);

/// Appends an entry for something that was only looked at, unless it stands there already. In a transaction with the
/// scope of an admin, who alone may read the log.
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
        // One of the future was recorded before the clock was set back.
        now
    )
    .fetch_one(&mut *connection)
    .await?;
    if is_recorded {
        return Ok(());
    }
    record(connection, now, actor, action, None, details).await
}

/// Appends an entry. `group_id` is whose rows changed, None for the whole platform; `details` never hold a secret.
///
/// The one conflict that there can be is a denial that was recorded in the same minute already.
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
