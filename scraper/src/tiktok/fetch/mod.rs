//! Reads TikTok accounts and single videos as a guest.

mod account;
mod breaker;
mod cursor;
mod endpoint;
mod exchange;
mod guest;
mod hop;
mod items;
mod jar;
mod link;
mod list;
mod request;
mod search;
mod video;

use std::sync::Arc;

use clipmeter_proto::v1::{AccountTarget, Address, VideoTarget};
use clipmeter_rules::facts::Facts;
use url::Url;

use self::breaker::Breaker;
use self::guest::Guest;
use self::jar::Jar;
use crate::address;
use crate::error::ScraperError;
use crate::transport::{Exits, FetchError, Fetcher, Line};
use crate::unit::{Ending, UnitWork};

/// TikTok, as one run talks to it. Units may be worked side by side; they share pace and cookies.
pub struct Tiktok {
    fetcher: Fetcher,
    guest: Guest,
    base: Url,
    facts: Arc<Facts>,
    /// The platform ties a solved challenge to its cookies, so one run keeps them all.
    jar: Jar,
    breaker: Breaker,
}

impl Tiktok {
    /// Talks to `base`, which the ways out lead to, from this address. Fails when the usual proxy cannot be used.
    pub fn new(
        fetcher: Fetcher,
        base: Url,
        facts: Arc<Facts>,
        address: &Address,
        exits: &Exits,
    ) -> Result<Self, ScraperError> {
        let line = Line {
            transport: exits.through(None)?,
            session_id: 0,
        };
        Ok(Self {
            fetcher,
            guest: Guest::new(line, address),
            base,
            facts,
            jar: Jar::default(),
            breaker: Breaker::default(),
        })
    }

    /// Reads an account and reports its videos.
    pub async fn account(&self, target: &AccountTarget, work: &UnitWork) -> Result<Ending, FetchError> {
        self.guarded(work, self.read_account(target, work)).await
    }

    /// Reads a single video and reports it.
    pub async fn video(&self, target: &VideoTarget, work: &UnitWork) -> Result<Ending, FetchError> {
        self.guarded(work, self.read_video(target, work)).await
    }

    async fn guarded(
        &self,
        work: &UnitWork,
        reading: impl Future<Output = Result<Ending, FetchError>>,
    ) -> Result<Ending, FetchError> {
        self.breaker.check(work.now())?;
        let result = reading.await;
        let outcome = match &result {
            // That the embed serves the address, as it serves any, says nothing of the list that refused it.
            Ok(ending) => ending.list_failure.unwrap_or(ending.outcome),
            Err(FetchError::Failed(failure)) => failure.outcome,
            Err(FetchError::Stopped | FetchError::Later) => return result,
        };
        self.breaker.learn(outcome);
        if let Some(report) = address::report(&self.guest.address, 0, outcome, self.breaker.wish(work.now()))
        {
            work.tell(report).await?;
        }
        result
    }
}
