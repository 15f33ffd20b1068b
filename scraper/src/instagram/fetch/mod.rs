//! Reads Instagram accounts: with a session every post, as a guest what the profile shows.

mod access;
mod clips;
mod exchange;
mod posts;
mod profile;
mod query;
mod request;
mod session;
mod tokens;

use std::sync::Arc;

use clipmeter_proto::v1::{self, AccountTarget, Outcome, Platform, SessionReport};
use clipmeter_rules::facts::Facts;
use tokio::sync::OnceCell;
use url::Url;

use self::access::{Access, As};
use self::session::Session;
use self::tokens::PageTokens;
use crate::merge::leave_out_lesser_views;
use crate::transport::{FetchError, Fetcher};
use crate::unit::{Ending, UnitWork};
use crate::walk::Walk;

/// Letters of the random token that cookie and header must agree on.
const CSRF_LENGTH: usize = 32;

/// Instagram, as one run talks to it: one unit at a time, because a person with one session reads one page at a time.
pub struct Instagram {
    fetcher: Fetcher,
    base: Url,
    facts: Arc<Facts>,
    access: Access,
    csrf_token: String,
    tokens: OnceCell<PageTokens>,
}

impl Instagram {
    /// Talks to `base` with the session of the lease. Returns what to report of a session that cannot be used at all.
    pub fn new(
        fetcher: Fetcher,
        base: Url,
        facts: Arc<Facts>,
        session: Option<&v1::Session>,
    ) -> (Self, Option<SessionReport>) {
        let id = session.map(|session| session.session_id);
        let session = session.and_then(Session::new);
        let unusable = id.filter(|_| session.is_none()).map(|session_id| SessionReport {
            session_id,
            outcome: Outcome::SessionDead.into(),
            ..SessionReport::default()
        });
        let csrf_token = fetcher.random.hex(CSRF_LENGTH);
        let access = Access::new(session);
        (
            Self {
                fetcher,
                base,
                facts,
                access,
                csrf_token,
                tokens: OnceCell::new(),
            },
            unusable,
        )
    }

    /// Reads an account and reports its posts.
    pub async fn account(&self, target: &AccountTarget, work: &UnitWork) -> Result<Ending, FetchError> {
        match self.read_account(target, work).await {
            // Guests are turned away because the session is gone: that is what the operator has to mend.
            Err(FetchError::Failed(failure)) if failure.outcome == Outcome::LoginRequired => {
                Err(self.access.lost().unwrap_or(failure).into())
            }
            end => end,
        }
    }

    async fn read_account(&self, target: &AccountTarget, work: &UnitWork) -> Result<Ending, FetchError> {
        let (profile, page) = self.find_account(target, work).await?;
        if !target.platform_id.is_empty() && target.platform_id != profile.platform_id {
            let detail = format!("@{} now belongs to another account", target.username);
            return Ok(Ending::new(Outcome::IdentityChanged, detail).claimed_by(profile));
        }
        work.found(profile.clone());
        if page.outcome == Outcome::Private || profile.is_private == Some(true) {
            return Ok(Ending::new(
                Outcome::Private,
                "only approved followers see its posts",
            ));
        }
        if profile.item_count == Some(0) {
            return Ok(Ending::new(Outcome::OkNoVideos, ""));
        }
        let mut walk = Walk::new(Platform::Instagram, target);
        walk.counted(profile.item_count);
        match self.access.current()? {
            As::Session if !walk.is_needed(&page.observations) => {
                // The profile counts views of three seconds, where the list of reels counted plays.
                let mut known = page.observations;
                leave_out_lesser_views(&mut known);
                work.page(page.observed_at, known).await?;
                Ok(Ending::new(Outcome::Ok, ""))
            }
            As::Session => {
                let known = page.observations;
                let end = self.walk_posts(&profile, &known, &mut walk, work).await;
                if walk.count() == 0 {
                    work.page(page.observed_at, walk.take(known)).await?;
                }
                end.map(|()| walk.ending("posts"))
            }
            As::Guest => {
                let is_all = page.has_more == Some(false);
                work.page(page.observed_at, walk.take(page.observations)).await?;
                Ok(self.guests_ending(&walk, is_all))
            }
        }
    }

    /// What a guest has seen of an account with posts.
    fn guests_ending(&self, walk: &Walk, is_all: bool) -> Ending {
        if walk.is_full() || (is_all && walk.count() > 0) {
            Ending::new(Outcome::Ok, "")
        } else if let Some(lost) = self.access.lost() {
            lost.into()
        } else if walk.count() == 0 {
            Ending::new(
                Outcome::LoginRequired,
                "guests are shown none of its posts; add a session",
            )
        } else {
            Ending::new(
                Outcome::Ok,
                "guests are shown the newest posts only; add a session for all",
            )
        }
    }
}
