//! The clients of one account's scrape: anonymous if that is sufficient, and a session as soon as one is needed.

use std::sync::Arc;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{self, Outcome, Profile, SessionReport};
use clipmeter_proto::{RecoveryStep, SessionAction};
use parking_lot::Mutex;

use super::InstagramClient;
use super::client::WebClient;
use super::clients::SessionClient;
use super::strategy::With;
use crate::core::crawl::Crawl;
use crate::core::failure::{Failure, FetchError};
use crate::core::subject::ExpectedAccount;
use crate::core::unit::UnitWork;

/// Retries if the pool leases a session that is unusable in this run, such as one that went on cooldown since.
const POOL_RETRIES: usize = 2;

/// The scrape of one account.
pub(super) struct AccountScrape<'a> {
    pub(super) instagram: &'a InstagramClient,
    pub(super) work: &'a UnitWork,
    /// The crawl that a lost session interrupted.
    pub(super) interrupted: Mutex<Option<Crawl>>,
    slot: Mutex<SessionSlot>,
}

/// The session state of a scrape.
#[derive(Default)]
struct SessionSlot {
    session: Option<Arc<WebClient>>,
    has_requested: bool,
    /// A refused session was replaced, or could not be.
    has_replaced: bool,
    refused: Vec<i64>,
    /// Why there is no session left.
    lost: Option<Failure>,
    /// No session is free now, but one may be soon.
    expects_session: bool,
}

impl<'a> AccountScrape<'a> {
    pub(super) fn new(instagram: &'a InstagramClient, work: &'a UnitWork) -> Self {
        Self {
            instagram,
            work,
            interrupted: Mutex::default(),
            slot: Mutex::default(),
        }
    }

    /// Returns the client for a strategy; none for a session strategy if no session is free, or for an anonymous strategy if a
    /// session is in use, because a session can read everything that anonymous clients can.
    pub(super) async fn client(&self, with: With) -> Result<Option<Arc<WebClient>>, FetchError> {
        match with {
            With::Session => self.session().await,
            With::Anonymous => {
                let anonymous = || Arc::clone(&self.instagram.clients.anonymous);
                Ok((!self.is_signed_in()).then(anonymous))
            }
        }
    }

    /// Returns whether a session is in use.
    pub(super) fn is_signed_in(&self) -> bool {
        self.slot.lock().session.is_some()
    }

    /// Returns whether no session is in use, and none is expected soon.
    pub(super) fn is_anonymous_only(&self) -> bool {
        !self.is_signed_in() && !self.expects_session()
    }

    /// Returns the session of this scrape, leasing it at the first call; none if none is free.
    pub(super) async fn session(&self) -> Result<Option<Arc<WebClient>>, FetchError> {
        {
            let slot = self.slot.lock();
            if slot.has_requested {
                return Ok(slot.session.clone());
            }
        }
        self.take().await
    }

    /// Returns whether the scrape starts again after this failure: once with another session in place of an unusable one, or
    /// anonymously if the session is lost for good and no other is free, unless more was already read than anonymous clients can
    /// read.
    pub(super) async fn restarts_after(&self, failure: &Failure) -> Result<bool, FetchError> {
        let policy = failure.outcome.policy();
        // If every strategy is closed to this session, for a day, another session may find one open.
        let is_unusable =
            policy.session != SessionAction::Keep || failure.outcome == Outcome::EndpointRetired;
        // A session that is not the cause is not replaced by one new to this run: the API would refuse that. Another session of
        // this run may confirm the response.
        let may_confirm = || self.instagram.clients.has_several_sessions();
        let needs_other_session =
            is_unusable || (policy.recovery.contains(&RecoveryStep::OtherSession) && may_confirm());
        let unusable = {
            let mut slot = self.slot.lock();
            let session = slot
                .session
                .clone()
                .filter(|_| !slot.has_replaced && needs_other_session);
            let Some(unusable) = session else {
                return Ok(false);
            };
            slot.has_replaced = true;
            slot.refused.push(unusable.connection.session_id);
            unusable
        };
        if let Some(claim) = unusable.new_claim() {
            self.work.report(claim).await?;
        }
        if self.take().await?.is_some() {
            tracing::info!(
                outcome = failure.outcome.code(),
                "restarting with another session"
            );
            return Ok(true);
        }
        let is_lost = matches!(policy.session, SessionAction::Challenged | SessionAction::Dead);
        if is_lost {
            self.slot.lock().lost = Some(failure.clone());
        }
        Ok(is_lost && failure.crawl.is_none())
    }

    /// Explains why data that sessions can read is not readable: the session was lost, none is free now, or there are none.
    pub(super) fn explain_anonymous(&self, failure: Failure) -> Failure {
        let slot = self.slot.lock();
        if let Some(lost) = &slot.lost {
            return lost.clone();
        }
        if slot.expects_session {
            return Failure {
                outcome: Outcome::NoSession,
                detail: format!("no session is available now; anonymously: {}", failure.detail),
                ..failure
            };
        }
        failure
    }

    /// Returns whether the session was lost without a replacement.
    pub(super) fn has_lost_session(&self) -> bool {
        self.slot.lock().lost.is_some()
    }

    /// Returns whether a session of the pool may be available soon.
    pub(super) fn expects_session(&self) -> bool {
        self.slot.lock().expects_session
    }

    /// Reports the session's state that the API does not have yet, at the end of the scrape.
    pub(super) async fn finish(&self) -> Result<(), FetchError> {
        let session = self.slot.lock().session.clone();
        match session.and_then(|session| session.new_claim()) {
            Some(claim) => self.work.report(claim).await,
            None => Ok(()),
        }
    }

    /// Leases a usable session.
    async fn take(&self) -> Result<Option<Arc<WebClient>>, FetchError> {
        let (session, expects_session) = self.take_from_pool().await?;
        let mut slot = self.slot.lock();
        slot.has_requested = true;
        slot.expects_session = expects_session;
        slot.session.clone_from(&session);
        Ok(session)
    }

    async fn take_from_pool(&self) -> Result<(Option<Arc<WebClient>>, bool), FetchError> {
        for _ in 0..=POOL_RETRIES {
            let stored = self.instagram.fetcher.unless_stopped(self.work.stored());
            stored.await??;
            let refused = self.slot.lock().refused.clone();
            let call = self.instagram.pool.take_session(self.work.id(), &refused);
            let response = self.instagram.fetcher.unless_stopped(call).await?;
            let response = response.map_err(|error| {
                // The lease's heartbeat encounters the same error and ends the run with it.
                tracing::error!(%error, "cannot lease a session");
                FetchError::Stopped
            })?;
            let Some(leased) = response.session else {
                return Ok((None, response.retry_after_seconds > 0));
            };
            match self.session_client(&leased).await? {
                Some(client) if client.stopped_by().is_none() => return Ok((Some(client), false)),
                _ => self.slot.lock().refused.push(leased.session_id),
            }
        }
        Ok((None, true))
    }

    /// Returns the client for a leased session; none if the session cannot be sent, which is reported.
    async fn session_client(&self, leased: &v1::Session) -> Result<Option<Arc<WebClient>>, FetchError> {
        match self.instagram.clients.session_client(leased) {
            Ok(SessionClient::Ready(client)) => Ok(Some(client)),
            Ok(SessionClient::Unusable) => Ok(None),
            Err(error) => {
                tracing::error!(session = leased.session_id, %error, "cannot use the session's proxy");
                Ok(None)
            }
            Ok(SessionClient::Malformed) => {
                tracing::warn!(session = leased.session_id, "the session's value is malformed");
                let report = SessionReport {
                    session_id: leased.session_id,
                    outcome: Outcome::SessionDead.into(),
                    ..SessionReport::default()
                };
                self.work.report(Body::Session(report)).await?;
                Ok(None)
            }
        }
    }
}

/// Returns the expected owner of a list's items.
pub(super) fn owner(profile: &Profile) -> ExpectedAccount<'_> {
    ExpectedAccount {
        name: &profile.username,
        id: &profile.platform_id,
        ..ExpectedAccount::default()
    }
}
