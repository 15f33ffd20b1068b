//! Why scraping of a platform, or of its accounts and videos, waits.

use chrono::{DateTime, Utc};
use clipmeter_db::runs::wait as waiting;
use clipmeter_db::runs::wait::Wait;
use clipmeter_proto::v1::{Outcome, Platform};

use super::Progress;
use crate::http::error::Problem;
use crate::http::scope::Transaction;
use crate::http::types::Waiting;

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
        let session = match platform {
            Platform::Instagram => waiting::of_session(transaction, now).await?,
            _ => None,
        };
        Ok(Self {
            address: waiting::of_address(transaction, platform, now).await?,
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
