//! Reads Instagram accounts: with a session every post, as a guest what the profile shows.

mod account;
mod account_scrape;
mod client;
mod clients;
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
mod strategy;
mod tokens;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use clipmeter_proto::v1::{self, AccountTarget, Address, Outcome};
use clipmeter_rules::platform_config::PlatformConfig;
use url::Url;

use self::account_scrape::AccountScrape;
use self::clients::WebClients;
use self::discovery::Discovery;
use self::query::{Queries, QueryKey};
use crate::error::ScraperError;
use crate::report::Pool;
use crate::transport::{FetchError, Fetcher, TransportPool};
use crate::unit::{UnitResult, UnitWork};

/// Instagram, as one run talks to it: one unit at a time, because a person with one session reads one page at a time.
pub struct Instagram {
    fetcher: Fetcher,
    base: Url,
    platform_config: Arc<PlatformConfig>,
    pool: Pool,
    /// Of an older API: the run's one session.
    of_batch: Option<v1::Session>,
    clients: WebClients,
    /// What this run knows of each endpoint's stored queries.
    queries: Mutex<HashMap<QueryKey, Queries>>,
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
    pub transports: TransportPool,
    /// It may look for the ids of stored queries in Instagram's scripts.
    pub may_discover: bool,
    /// Of the facts; 0: those of the release.
    pub config_revision: u64,
}

impl Instagram {
    /// Talks to `base`. Fails when the usual proxy cannot be used.
    pub fn new(
        fetcher: Fetcher,
        base: Url,
        platform_config: Arc<PlatformConfig>,
        access: Access,
    ) -> Result<Self, ScraperError> {
        let clients = WebClients::new(access.transports, Arc::clone(&fetcher.random), &access.address)?;
        Ok(Self {
            fetcher,
            base,
            platform_config,
            pool: access.pool,
            of_batch: access.session,
            clients,
            queries: Mutex::default(),
            discovery: Discovery::new(access.may_discover, access.config_revision),
            is_over: AtomicBool::new(false),
        })
    }

    /// Reads an account and reports its posts.
    pub async fn account(&self, target: &AccountTarget, work: &UnitWork) -> Result<UnitResult, FetchError> {
        let account_scrape = AccountScrape::new(self, work);
        if self.of_batch.is_some() {
            account_scrape.session().await?;
        }
        let end = loop {
            match account_scrape.read_account(target).await {
                Err(FetchError::Failed(failure)) if account_scrape.goes_on_after(&failure).await? => {}
                Err(FetchError::Failed(failure)) if failure.outcome == Outcome::LoginRequired => {
                    break Err(account_scrape.explain_anonymous(failure).into());
                }
                end => break end,
            }
        };
        if let Err(FetchError::Failed(failure)) = &end
            && account_scrape.is_signed_in()
            && is_not_understood(failure.outcome)
        {
            tracing::error!(
                outcome = failure.outcome.code(),
                "no response to a session can be parsed: the run ends before it takes another one"
            );
            self.is_over.store(true, Ordering::Relaxed);
        }
        account_scrape.finish().await?;
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
