//! With whom one account is asked: a guest where that is enough, and a session from the moment one is needed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{self, Outcome, SessionReport};
use clipmeter_proto::{SessionFate, Step};

use super::Instagram;
use super::visitor::Visitor;
use super::visitors::Met;
use super::ways::With;
use crate::failure::Failure;
use crate::transport::FetchError;
use crate::unit::UnitWork;

/// How often the pool is asked again that lent a session which is of no use in this run, such as one that has rested since.
const ASKED_AGAIN: usize = 2;

/// The reading of one account.
pub(super) struct Visit<'a> {
    pub(super) instagram: &'a Instagram,
    pub(super) work: &'a UnitWork,
    hold: Mutex<Hold>,
}

/// What the reading has of sessions.
#[derive(Default)]
struct Hold {
    session: Option<Arc<Visitor>>,
    has_asked: bool,
    /// One that was refused was replaced, or could not be.
    has_replaced: bool,
    refused: Vec<i64>,
    /// Why there is none any more.
    lost: Option<Failure>,
    /// None is free now, but one may be soon.
    may_come: bool,
}

impl<'a> Visit<'a> {
    pub(super) fn new(instagram: &'a Instagram, work: &'a UnitWork) -> Self {
        Self {
            instagram,
            work,
            hold: Mutex::default(),
        }
    }

    /// The visitor of a way; none when that is a session and none is free, or a guest where a session is in hand, which is
    /// shown whatever guests are.
    pub(super) async fn visitor(&self, with: With) -> Result<Option<Arc<Visitor>>, FetchError> {
        match with {
            With::Session => self.session().await,
            With::Guest => {
                let guest = || Arc::clone(&self.instagram.visitors.guest);
                Ok((!self.is_signed_in()).then(guest))
            }
        }
    }

    /// Whether a session is in hand.
    pub(super) fn is_signed_in(&self) -> bool {
        self.hold().session.is_some()
    }

    /// Whether there is no session in hand, and none may come soon.
    pub(super) fn are_guests_alone(&self) -> bool {
        !self.is_signed_in() && !self.may_come()
    }

    /// The session of this reading, taken when it is first asked for; none when none is free.
    pub(super) async fn session(&self) -> Result<Option<Arc<Visitor>>, FetchError> {
        {
            let hold = self.hold();
            if hold.has_asked {
                return Ok(hold.session.clone());
            }
        }
        self.take().await
    }

    /// Whether the reading begins anew after this failure: with another session in place of one that was of no use, once; or as a
    /// guest, when the session is gone for good and nobody else is free, unless more was read already than guests are shown.
    pub(super) async fn goes_on_after(&self, failure: &Failure) -> Result<bool, FetchError> {
        let reaction = failure.outcome.reaction();
        // Where every way is closed to this session, for a day, another may find one open.
        let is_spoilt = reaction.session != SessionFate::Keep || failure.outcome == Outcome::EndpointRetired;
        // A session that is not to blame is not replaced by one that the run has not seen: the API would refuse that. Another
        // one of this run may confirm what it was told.
        let may_confirm = || self.instagram.visitors.has_several_sessions();
        let wants_another = is_spoilt || (reaction.then.contains(&Step::OtherSession) && may_confirm());
        let spoilt = {
            let mut hold = self.hold();
            let session = hold
                .session
                .clone()
                .filter(|_| !hold.has_replaced && wants_another);
            let Some(spoilt) = session else {
                return Ok(false);
            };
            hold.has_replaced = true;
            hold.refused.push(spoilt.line.session_id);
            spoilt
        };
        if let Some(claim) = spoilt.new_claim() {
            self.work.tell(claim).await?;
        }
        if self.take().await?.is_some() {
            tracing::info!(outcome = failure.outcome.code(), "all over with another session");
            return Ok(true);
        }
        let is_gone = matches!(reaction.session, SessionFate::Park | SessionFate::Dead);
        if is_gone {
            self.hold().lost = Some(failure.clone());
        }
        Ok(is_gone && failure.walk.is_none())
    }

    /// Why a door is closed that is open to sessions: the session was lost, or none is free now, or there are none.
    pub(super) fn why_guest(&self, failure: Failure) -> Failure {
        let hold = self.hold();
        if let Some(lost) = &hold.lost {
            return lost.clone();
        }
        if hold.may_come {
            return Failure {
                outcome: Outcome::NoSession,
                detail: format!("no session is free now; as a guest: {}", failure.detail),
                ..failure
            };
        }
        failure
    }

    /// Whether the session in hand was lost, and no other is there.
    pub(super) fn has_lost_session(&self) -> bool {
        self.hold().lost.is_some()
    }

    /// Whether a session of the pool may do better soon.
    pub(super) fn may_come(&self) -> bool {
        self.hold().may_come
    }

    /// Tells at the end what the API does not know yet of the session in hand.
    pub(super) async fn finish(&self) -> Result<(), FetchError> {
        let session = self.hold().session.clone();
        match session.and_then(|session| session.new_claim()) {
            Some(claim) => self.work.tell(claim).await,
            None => Ok(()),
        }
    }

    /// Takes a session that is of use.
    async fn take(&self) -> Result<Option<Arc<Visitor>>, FetchError> {
        let (session, may_come) = match &self.instagram.of_batch {
            Some(lent) => (self.take_of_batch(lent).await?, false),
            None => self.take_of_pool().await?,
        };
        let mut hold = self.hold();
        hold.has_asked = true;
        hold.may_come = may_come;
        hold.session.clone_from(&session);
        Ok(session)
    }

    async fn take_of_pool(&self) -> Result<(Option<Arc<Visitor>>, bool), FetchError> {
        for _ in 0..=ASKED_AGAIN {
            // An older API lends none, whatever it has stored.
            if self.instagram.pool.lends() {
                let stored = self.instagram.fetcher.unless_stopped(self.work.stored());
                stored.await??;
            }
            let refused = self.hold().refused.clone();
            let call = self.instagram.pool.take_session(self.work.id(), &refused);
            let answer = self.instagram.fetcher.unless_stopped(call).await?;
            let answer = answer.map_err(|error| {
                // The lease's heartbeat finds the same, and ends the run with it.
                tracing::error!(%error, "no session can be taken");
                FetchError::Stopped
            })?;
            let Some(lent) = answer.session else {
                return Ok((None, answer.retry_after_seconds > 0));
            };
            match self.meet(&lent).await? {
                Some(visitor) if visitor.out().is_none() => return Ok((Some(visitor), false)),
                _ => self.hold().refused.push(lent.session_id),
            }
        }
        Ok((None, true))
    }

    /// The one session of the run, which an older API gives with the batch. After a limit nothing more is sent.
    async fn take_of_batch(&self, lent: &v1::Session) -> Result<Option<Arc<Visitor>>, FetchError> {
        if self.hold().refused.contains(&lent.session_id) {
            return Ok(None);
        }
        let Some(visitor) = self.meet(lent).await? else {
            return Ok(None);
        };
        let Err(failure) = visitor.check() else {
            return Ok(Some(visitor));
        };
        match failure.outcome.reaction().session {
            SessionFate::Park | SessionFate::Dead => {
                let detail = "the run's session was lost earlier in this run";
                self.hold().lost = Some(Failure::new(failure.outcome, detail));
                Ok(None)
            }
            _ => Err(failure.into()),
        }
    }

    /// The visitor with a session that was lent; none when it cannot be sent, which is told.
    async fn meet(&self, lent: &v1::Session) -> Result<Option<Arc<Visitor>>, FetchError> {
        match self.instagram.visitors.meet(lent) {
            Ok(Met::Visitor(visitor)) => Ok(Some(visitor)),
            Ok(Met::Useless) => Ok(None),
            Err(error) => {
                tracing::error!(session = lent.session_id, %error, "the session's proxy cannot be used");
                Ok(None)
            }
            Ok(Met::Malformed) => {
                tracing::warn!(session = lent.session_id, "the session's value is malformed");
                let report = SessionReport {
                    session_id: lent.session_id,
                    outcome: Outcome::SessionDead.into(),
                    ..SessionReport::default()
                };
                self.work.tell(Body::Session(report)).await?;
                Ok(None)
            }
        }
    }

    fn hold(&self) -> MutexGuard<'_, Hold> {
        self.hold.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
