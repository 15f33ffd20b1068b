//! Reads Instagram accounts: with a session every post, as a guest what the profile shows.

mod account;
mod clips;
mod discovery;
mod endpoint;
mod exchange;
mod item;
mod posts;
mod profile;
mod query;
mod request;
mod search;
mod session;
mod tokens;
mod visit;
mod visitor;
mod visitors;
mod ways;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use clipmeter_proto::v1::{self, AccountTarget, Address, Outcome};
use clipmeter_rules::facts::Facts;
use url::Url;

use self::discovery::Discovery;
use self::query::{Queried, Queries};
use self::visit::Visit;
use self::visitors::Visitors;
use crate::error::ScraperError;
use crate::report::Pool;
use crate::transport::{Exits, FetchError, Fetcher};
use crate::unit::{Ending, UnitWork};

/// Instagram, as one run talks to it: one unit at a time, because a person with one session reads one page at a time.
pub struct Instagram {
    fetcher: Fetcher,
    base: Url,
    facts: Arc<Facts>,
    pool: Pool,
    /// Of an older API: the run's one session.
    of_batch: Option<v1::Session>,
    visitors: Visitors,
    /// What this run knows of each endpoint's stored queries.
    queries: Mutex<HashMap<Queried, Queries>>,
    discovery: Discovery,
    /// The run ends with the unit at hand.
    is_over: AtomicBool,
}

/// What a run may ask Instagram with.
pub struct Access {
    /// Where sessions are taken.
    pub pool: Pool,
    /// Of an older API: the run's one session, in place of the pool.
    pub session: Option<v1::Session>,
    /// Where requests leave from, and how it fares as a guest.
    pub address: Address,
    /// The ways out.
    pub exits: Exits,
    /// It may look for the ids of stored queries in Instagram's scripts.
    pub may_discover: bool,
    /// Of the facts; 0: those of the release.
    pub facts_version: u64,
}

impl Instagram {
    /// Talks to `base`. Fails when the usual proxy cannot be used.
    pub fn new(fetcher: Fetcher, base: Url, facts: Arc<Facts>, access: Access) -> Result<Self, ScraperError> {
        let visitors = Visitors::new(access.exits, Arc::clone(&fetcher.random), &access.address)?;
        Ok(Self {
            fetcher,
            base,
            facts,
            pool: access.pool,
            of_batch: access.session,
            visitors,
            queries: Mutex::default(),
            discovery: Discovery::new(access.may_discover, access.facts_version),
            is_over: AtomicBool::new(false),
        })
    }

    /// Reads an account and reports its posts.
    pub async fn account(&self, target: &AccountTarget, work: &UnitWork) -> Result<Ending, FetchError> {
        let visit = Visit::new(self, work);
        if self.of_batch.is_some() {
            visit.session().await?;
        }
        let end = loop {
            match visit.read_account(target).await {
                Err(FetchError::Failed(failure)) if visit.goes_on_after(&failure).await? => {}
                Err(FetchError::Failed(failure)) if failure.outcome == Outcome::LoginRequired => {
                    break Err(visit.why_guest(failure).into());
                }
                end => break end,
            }
        };
        if let Err(FetchError::Failed(failure)) = &end
            && visit.is_signed_in()
            && is_not_understood(failure.outcome)
        {
            tracing::error!(
                outcome = failure.outcome.code(),
                "no answer to a session is understood: the run ends before it takes another one"
            );
            self.is_over.store(true, Ordering::Relaxed);
        }
        visit.finish().await?;
        end
    }

    /// Whether nothing more is to be read in this run. What stands between it and Instagram would be met by the next session, too.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// Whether an answer is none that Instagram is known to give, so that it may be anybody's.
fn is_not_understood(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::UnexpectedPage | Outcome::ParseError | Outcome::EmptyBody
    )
}
