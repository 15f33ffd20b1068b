//! Reads Instagram accounts: every post with a session, the posts in the profile anonymously.

mod account;
mod account_scrape;
mod client;
mod clients;
mod clips;
mod discovery;
mod endpoint;
mod exchange;
mod item;
mod merge;
mod posts;
mod profile;
mod query;
mod request;
mod search;
mod session;
mod strategy;
mod tokens;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use clipmeter_platform_config::PlatformConfig;
use clipmeter_proto::v1::{AccountTarget, Outcome};
use parking_lot::Mutex;
use url::Url;

use self::account_scrape::AccountScrape;
use self::clients::WebClients;
use self::discovery::Discovery;
use self::query::{Queries, QueryKey};
use crate::core::failure::FetchError;
use crate::core::fetcher::Fetcher;
use crate::core::report::Pool;
use crate::core::unit::{UnitResult, UnitWork};
use crate::error::ScraperError;
use crate::platforms::{PlatformClient, RunAccess};

/// Instagram, as used by one run: one unit at a time, because a person with one session reads one page at a time.
pub(super) struct InstagramClient {
    fetcher: Fetcher,
    base: Url,
    platform_config: Arc<PlatformConfig>,
    pool: Pool,
    clients: WebClients,
    /// State of each endpoint's query documents in this run.
    queries: Mutex<HashMap<QueryKey, Queries>>,
    discovery: Discovery,
    /// Whether the run ends with the current unit.
    is_over: AtomicBool,
}

impl InstagramClient {
    pub(super) fn new(fetcher: Fetcher, access: RunAccess) -> Result<Self, ScraperError> {
        let clients = WebClients::new(access.transports, Arc::clone(&fetcher.random), &access.address)?;
        Ok(Self {
            fetcher,
            base: access.base,
            platform_config: access.platform_config,
            pool: access.pool,
            clients,
            queries: Mutex::default(),
            discovery: Discovery::new(access.may_discover, access.config_revision),
            is_over: AtomicBool::new(false),
        })
    }
}

#[async_trait]
impl PlatformClient for InstagramClient {
    /// A session belongs to one person, who reads one page at a time.
    fn at_once(&self) -> usize {
        1
    }

    /// An intermediary between Clipmeter and Instagram would affect the next session, too.
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    async fn account(&self, target: &AccountTarget, work: &UnitWork) -> Result<UnitResult, FetchError> {
        let account_scrape = AccountScrape::new(self, work);
        let end = loop {
            match account_scrape.read_account(target).await {
                Err(FetchError::Failed(failure)) if account_scrape.restarts_after(&failure).await? => {}
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
                "no response to a session can be parsed; ending the run before it leases another session"
            );
            self.is_over.store(true, Ordering::Relaxed);
        }
        account_scrape.finish().await?;
        end
    }
}

/// Returns whether a response is not one that Instagram is known to send, so that it may come from anywhere.
fn is_not_understood(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::UnexpectedPage | Outcome::ParseError | Outcome::EmptyBody
    )
}
