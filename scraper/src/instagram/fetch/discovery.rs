//! Looking for the ids of stored queries in Instagram's own scripts, when all that are known are stale.

use std::sync::OnceLock;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{self, DiscoveryReport, Outcome};
use clipmeter_rules::platform_config::{QueryDocument, QueryDocuments};
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE, HeaderMap, HeaderName, HeaderValue, REFERER, USER_AGENT};
use url::Url;

use super::Instagram;
use super::account_scrape::AccountScrape;
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::request::header;
use crate::discover::{self, Findings};
use crate::model::ResponseKind;
use crate::subject::ExpectedSubject;
use crate::transport::{FetchError, Hosts, Request};

/// Scripts of one search. A page names some hundred of them; what lists an account's posts is among the first.
const MOST_SCRIPTS: usize = 40;

/// Bytes of all scripts together. They have some hundred kilobytes each.
const MOST_BYTES: usize = 24 * 1024 * 1024;

/// Longest search, seconds: forty turns of an address, and half as much for loading. The unit's account waits meanwhile.
const LONGEST: i64 = 150;

/// What a run may look for, and what it has found.
pub(super) struct Discovery {
    /// No other run looks, and none has lately.
    is_allowed: bool,
    /// Of the facts that are stale.
    config_revision: u64,
    found: OnceLock<QueryDocuments>,
}

impl Discovery {
    pub(super) fn new(is_allowed: bool, config_revision: u64) -> Self {
        Self {
            is_allowed,
            config_revision,
            found: OnceLock::new(),
        }
    }

    /// The queries that were found for an endpoint.
    pub(super) fn documents(&self, endpoint: Endpoint) -> &[QueryDocument] {
        self.found
            .get()
            .map(|found| list(found, endpoint))
            .unwrap_or_default()
    }
}

/// The queries that stand for an endpoint.
pub(super) fn list(documents: &QueryDocuments, endpoint: Endpoint) -> &[QueryDocument] {
    match endpoint {
        Endpoint::Timeline => &documents.graphql_timeline,
        Endpoint::Clips => &documents.graphql_clips,
        Endpoint::ProfileById => &documents.profile_by_id,
        Endpoint::LoggedOut => &documents.graphql_logged_out,
        Endpoint::Shortcode => &documents.graphql_shortcode,
        _ => &[],
    }
}

/// How a search came to its end.
struct Searched {
    findings: Findings,
    /// Everything was read that is within bounds.
    is_thorough: bool,
}

impl AccountScrape<'_> {
    /// Looks once in a run, if it may, and tells what it found: nothing, too, so that nobody else looks for a while.
    pub(super) async fn discover(&self, client: &WebClient, username: &str) -> Result<(), FetchError> {
        let discovery = &self.instagram.discovery;
        if discovery.is_allowed && discovery.found.get().is_none() {
            // Whoever is not shown the page has not looked: another visitor of the run may be.
            if let Some(found) = self.run_discovery(client, username).await? {
                discovery.found.get_or_init(|| found);
            }
        }
        Ok(())
    }

    /// Nothing when there is no page.
    async fn run_discovery(
        &self,
        client: &WebClient,
        username: &str,
    ) -> Result<Option<QueryDocuments>, FetchError> {
        let known = &self.instagram.platform_config.instagram.documents;
        let Some(searched) = self.search(client, username).await? else {
            return Ok(None);
        };
        let found = searched.findings.documents();
        tracing::info!(found = found.len(), "searched for ids of stored queries");
        if searched.is_thorough || !found.is_empty() {
            let documents = found.iter().map(|document| v1::DiscoveredDocument {
                operation: document.operation.clone(),
                doc_id: document.doc_id.clone(),
                flags: document.flags.clone(),
            });
            let report = DiscoveryReport {
                revision: self.instagram.discovery.config_revision,
                documents: documents.collect(),
            };
            self.work.report(Body::Discovery(report)).await?;
        }
        Ok(Some(known.renewed(&found)))
    }

    /// Reads the scripts of the account's page; nothing when there is no page.
    async fn search(&self, client: &WebClient, username: &str) -> Result<Option<Searched>, FetchError> {
        let Some(page) = self.page(client, username).await? else {
            tracing::warn!("the page that names the scripts cannot be read");
            return Ok(None);
        };
        let platform_config = &self.instagram.platform_config.instagram;
        // Others are in the scripts of others, and the search for them would not end before its bounds.
        let with = if client.is_anonymous() {
            "anonymous"
        } else {
            "session"
        };
        let is_requested = |endpoint: &str| platform_config.strategies.contain(&format!("{with}:{endpoint}"));
        let operations = platform_config.documents.operations(is_requested);
        let mut searched = Searched {
            findings: Findings::of(operations),
            is_thorough: true,
        };
        let (begun, mut bytes) = (self.work.now(), 0);
        for url in self.instagram.scripts(&page) {
            if searched.findings.is_complete() || bytes > MOST_BYTES || self.work.now() - begun > LONGEST {
                break;
            }
            match self.script(url).await {
                Ok(script) => {
                    bytes += script.len();
                    searched.findings.read(&script);
                }
                // Guests have asked too often, and scripts are loaded as one: none was looked through.
                Err(FetchError::Failed(_)) if self.instagram.clients.anonymous.out().is_some() => {
                    searched.is_thorough = false;
                    break;
                }
                Err(FetchError::Failed(failure)) => {
                    tracing::debug!(detail = failure.detail, "a script cannot be read");
                }
                Err(FetchError::Deferred) => {
                    searched.is_thorough = false;
                    break;
                }
                Err(FetchError::Stopped) => return Err(FetchError::Stopped),
            }
        }
        Ok(Some(searched))
    }

    /// The account's page, if it comes. Where it refused the visitor lately, it is not asked for.
    async fn page(&self, client: &WebClient, username: &str) -> Result<Option<bytes::Bytes>, FetchError> {
        if client.leaves_alone(Endpoint::ProfilePage, self.work.now()) {
            return Ok(None);
        }
        let request = self.instagram.profile_page(username, client);
        let expected = (ResponseKind::IgProfileHtmlEmbedded, ExpectedSubject::Unnamed);
        let page = self.exchange(client, Endpoint::ProfilePage, &request, |response| {
            let page = self.read(Endpoint::ProfilePage, expected, client, &request, response);
            (
                page.outcome,
                (response.status == 200).then(|| response.body.clone()),
            )
        });
        match page.await {
            Err(FetchError::Failed(_)) => Ok(None),
            page => page,
        }
    }

    /// A script, loaded by a browser that is nobody's: nothing is to be known there of sessions.
    async fn script(&self, url: Url) -> Result<bytes::Bytes, FetchError> {
        let request = self.instagram.script(url);
        let anonymous = &self.instagram.clients.anonymous;
        self.exchange(anonymous, Endpoint::Script, &request, |response| {
            // Whatever is wrong with a file says nothing of how the platform treats this address.
            let is_there = response.status == 200;
            let outcome = if is_there {
                Outcome::Ok
            } else {
                Outcome::UnexpectedPage
            };
            let body = if is_there {
                response.body.clone()
            } else {
                bytes::Bytes::new()
            };
            (outcome, body)
        })
        .await
    }
}

impl Instagram {
    /// Where the scripts of a page are, on the platform's own hosts, or in their place where somebody else stands in for it.
    fn scripts(&self, page: &[u8]) -> Vec<Url> {
        let own = Hosts::of(&self.base) != Hosts::INSTAGRAM;
        discover::scripts(page)
            .into_iter()
            .filter(|url| Hosts::INSTAGRAM.allows(url))
            .map(|url| if own { self.in_place_of(&url) } else { url })
            .take(MOST_SCRIPTS)
            .collect()
    }

    fn in_place_of(&self, url: &Url) -> Url {
        let mut own = self.base.clone();
        own.set_path(url.path());
        own.set_query(url.query());
        own
    }

    /// What the browser sends for a script of a page.
    fn script(&self, url: Url) -> Request {
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, header(self.platform_config.user_agent()));
        headers.insert(ACCEPT_LANGUAGE, header(&self.platform_config.accept_language));
        headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
        headers.insert(REFERER, header(self.base.as_str()));
        for (name, value) in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "no-cors"),
            ("sec-fetch-dest", "script"),
        ] {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        Request::get(url, headers)
    }
}
