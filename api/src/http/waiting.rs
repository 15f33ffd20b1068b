//! Why scraping of a platform, or of its accounts and videos, waits.

use chrono::{DateTime, Utc};
use clipmeter_db::runs::wait::{self, Wait, WaitReason};
use clipmeter_proto::v1::{Outcome, Platform};
use serde::Serialize;
use utoipa::ToSchema;

use super::common::PlatformName;
use super::error::Problem;
use super::progress::Progress;
use super::state::HttpState;
use crate::http::database::Transaction;
use crate::http::scope::GroupScope;

/// Why a platform or an account is not read now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Waiting {
    /// The platform.
    pub(crate) platform: PlatformName,
    /// Machine-readable reason.
    pub(crate) reason: WaitReason,
    /// Human-readable reason without a time, for clients that show `until` in a time zone of their own.
    #[schema(example = "Instagram refuses requests from this address.")]
    pub(crate) summary: String,
    /// Human-readable reason, also shown to group members: names no proxy and no session.
    #[schema(example = "Instagram refuses requests from this address. Next attempt at 07:01 UTC.")]
    pub(crate) message: String,
    /// When the next attempt is made; null if an administrator has to act first.
    pub(crate) until: Option<DateTime<Utc>>,
}

impl Waiting {
    pub(crate) fn new(wait: &Wait, now: DateTime<Utc>) -> Self {
        Self {
            platform: wait.platform.into(),
            reason: wait.reason,
            summary: wait.summary(),
            message: wait.message(now),
            until: wait.until,
        }
    }
}

/// What blocks a platform at a point in time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waits {
    address: Option<Wait>,
    session: Option<Wait>,
}

impl Waits {
    pub(crate) async fn of(
        transaction: &mut Transaction,
        platform: Platform,
        now: DateTime<Utc>,
    ) -> Result<Self, Problem> {
        let session = if platform.descriptor().has_sessions {
            wait::of_session(transaction, now).await?
        } else {
            None
        };
        Ok(Self {
            address: wait::of_address(transaction, platform, now).await?,
            session,
        })
    }

    /// Returns why nothing on the platform is read.
    pub(crate) fn of_platform(&self, now: DateTime<Utc>) -> Option<Waiting> {
        self.address.map(|wait| Waiting::new(&wait, now))
    }

    /// Returns why this unit is not read: it is due and no address can be used, or it requires a session and none is
    /// available.
    pub(crate) fn waiting(&self, progress: Progress<'_>, now: DateTime<Utc>) -> Option<Waiting> {
        let due = self.address.filter(|_| progress.is_due(now));
        let session = || {
            self.session
                .filter(|_| progress.attempts.last_outcome == Some(Outcome::NoSession.code()))
        };
        due.or_else(session).map(|wait| Waiting::new(&wait, now))
    }
}

/// Returns why the platform is not read at the time of the response; None if it is read.
pub(crate) async fn platform_waiting(
    state: &HttpState,
    scope: &GroupScope,
    platform: Platform,
) -> Result<Option<Waiting>, Problem> {
    let now = state.clock.now();
    let mut transaction = scope.read().await?;
    Ok(Waits::of(&mut transaction, platform, now).await?.of_platform(now))
}
