//! Tries fetch strategies one after the other until one works.

use clipmeter_proto::v1::AccountTarget;

use super::account_scrape::AccountScrape;
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::strategy::{self, Need, Tried};
use crate::core::failure::FetchError;
use crate::core::page::Page;

/// The target of a lookup.
#[derive(Clone, Copy)]
pub(super) enum LookupTarget<'a> {
    /// The account with a username.
    Account {
        username: &'a str,
        /// The account's identity at its last reading.
        target: &'a AccountTarget,
    },
    /// The current username of an account.
    Name { of: &'a AccountTarget },
    /// A single post, and the username of its account.
    Post { id: u64, username: &'a str },
}

impl LookupTarget<'_> {
    fn need(self) -> Need {
        match self {
            Self::Account { .. } => Need::Profile,
            Self::Name { .. } => Need::NameById,
            Self::Post { .. } => Need::Item,
        }
    }

    /// Returns the name used in details.
    fn code(self) -> &'static str {
        match self {
            Self::Account { .. } => "profile",
            Self::Name { .. } => "name",
            Self::Post { .. } => "post",
        }
    }
}

impl AccountScrape<'_> {
    /// Returns the response of the first strategy that works. Two endpoints that report it as not found are
    /// enough.
    pub(super) async fn find(&self, lookup: LookupTarget<'_>) -> Result<Page, FetchError> {
        let config = &self.instagram.platform_config.instagram;
        let strategies = match lookup {
            LookupTarget::Account { .. } => &config.strategies.profile,
            LookupTarget::Name { .. } => &config.strategies.name_by_id,
            LookupTarget::Post { .. } => &config.strategies.item,
        };
        let strategies = strategy::read(strategies);
        let mut tried = Tried::none_of(&strategies);
        // A search for a new name that ends without a session counts as one that found none.
        if !matches!(lookup, LookupTarget::Name { .. }) {
            tried = tried.limited(&strategies, &config.rate_limits.endpoints_per_hour);
        }
        'search: for alike in strategies.chunk_by(|one, next| one.with == next.with) {
            let Some(client) = self.client(alike[0].with).await? else {
                continue;
            };
            for strategy in client.in_order(lookup.need(), alike) {
                if client.skips(strategy.endpoint, self.work.now()) {
                    tried.skipped(client.is_anonymous(), lookup.code());
                    continue;
                }
                match self.fetch_from(lookup, &client, strategy.endpoint).await {
                    Ok(page) => {
                        self.works(&client, lookup.need(), strategy.endpoint).await?;
                        return Ok(page);
                    }
                    Err(error) => tried.failed(strategy, error)?,
                }
                if tried.is_denied() {
                    break 'search;
                }
            }
        }
        Err(tried.end(lookup.code(), self.is_anonymous_only()))
    }

    async fn fetch_from(
        &self,
        lookup: LookupTarget<'_>,
        client: &WebClient,
        endpoint: Endpoint,
    ) -> Result<Page, FetchError> {
        match lookup {
            LookupTarget::Account { username, target } => {
                self.fetch_profile(client, endpoint, username, target).await
            }
            LookupTarget::Name { of } => self.fetch_name(client, endpoint, of).await,
            LookupTarget::Post { id, username } => self.fetch_post(client, endpoint, id, username).await,
        }
    }
}
