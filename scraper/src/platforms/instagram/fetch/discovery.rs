//! Discovery of query documents in Instagram's own scripts, when all known ones are stale.

use std::sync::OnceLock;

use clipmeter_platform_config::{QueryDocument, QueryDocuments};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{self, DiscoveryReport, Outcome};
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE, HeaderMap, HeaderName, HeaderValue, REFERER, USER_AGENT};
use url::Url;

use super::InstagramClient;
use super::account_scrape::AccountScrape;
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::request::header;
use crate::core::failure::FetchError;
use crate::core::fetcher::Request;
use crate::core::subject::ExpectedSubject;
use crate::platforms::instagram::discover::{self, Findings};
use crate::platforms::instagram::{HOSTS, kinds};

/// Maximum number of scripts in one search. A page names about a hundred; the one that lists an account's posts is among the first.
const MAX_SCRIPTS: usize = 40;

/// Maximum number of bytes of all scripts together. Each has some hundred kilobytes.
const MAX_BYTES: usize = 24 * 1024 * 1024;

/// Longest search, seconds: forty permits of an address, and half as much for loading. The unit's account waits meanwhile.
const MAX: i64 = 150;

/// Permission and result of a discovery in this run.
pub(super) struct Discovery {
    /// No other run is searching, and none has recently.
    is_allowed: bool,
    /// Revision of the platform configuration that is stale.
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

    /// Returns the documents that were discovered for an endpoint.
    pub(super) fn documents(&self, endpoint: Endpoint) -> &[QueryDocument] {
        self.found
            .get()
            .map(|found| list(found, endpoint))
            .unwrap_or_default()
    }
}

/// Returns the documents of an endpoint.
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

/// The result of a search.
struct Searched {
    findings: Findings,
    /// Whether everything within the bounds was read.
    is_thorough: bool,
}

impl AccountScrape<'_> {
    /// Searches once per run, if allowed, and reports the result, even if nothing was found, so that no other run searches
    /// for a while.
    pub(super) async fn discover(&self, client: &WebClient, username: &str) -> Result<(), FetchError> {
        let discovery = &self.instagram.discovery;
        if discovery.is_allowed && discovery.found.get().is_none() {
            // A client that cannot load the page has not searched: another client of the run may succeed.
            if let Some(found) = self.run_discovery(client, username).await? {
                discovery.found.get_or_init(|| found);
            }
        }
        Ok(())
    }

    /// Returns None if the page cannot be read.
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
        tracing::info!(found = found.len(), "searched for query IDs");
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

    /// Reads the scripts of the account's page; None if the page cannot be read.
    async fn search(&self, client: &WebClient, username: &str) -> Result<Option<Searched>, FetchError> {
        let Some(page) = self.page(client, username).await? else {
            tracing::warn!("cannot read the page that lists the scripts");
            return Ok(None);
        };
        let platform_config = &self.instagram.platform_config.instagram;
        // Documents of other clients are in other scripts, and the search for them would exceed its bounds.
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
            if searched.findings.is_complete() || bytes > MAX_BYTES || self.work.now() - begun > MAX {
                break;
            }
            match self.script(url).await {
                Ok(script) => {
                    bytes += script.len();
                    searched.findings.read(&script);
                }
                // Anonymous clients are rate-limited, and scripts are loaded anonymously: not all scripts were searched.
                Err(FetchError::Failed(_)) if self.instagram.clients.anonymous.stopped_by().is_some() => {
                    searched.is_thorough = false;
                    break;
                }
                Err(FetchError::Failed(failure)) => {
                    tracing::debug!(detail = failure.detail, "cannot read a script");
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

    /// Loads the account's page. It is not requested if it recently refused the client.
    async fn page(&self, client: &WebClient, username: &str) -> Result<Option<bytes::Bytes>, FetchError> {
        if client.skips(Endpoint::ProfilePage, self.work.now()) {
            return Ok(None);
        }
        let request = self.instagram.profile_page(username, client);
        let expected = (kinds::PROFILE_HTML_EMBEDDED, ExpectedSubject::Unnamed);
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

    /// Loads a script anonymously, so that it reveals nothing about sessions.
    async fn script(&self, url: Url) -> Result<bytes::Bytes, FetchError> {
        let request = self.instagram.script(url);
        let anonymous = &self.instagram.clients.anonymous;
        self.exchange(anonymous, Endpoint::Script, &request, |response| {
            // A problem with a file does not show how the platform treats this address.
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

impl InstagramClient {
    /// Returns the URLs of a page's scripts, on the platform's own hosts or on the configured replacement.
    fn scripts(&self, page: &[u8]) -> Vec<Url> {
        let own = !HOSTS.allows(&self.base);
        discover::scripts(page)
            .into_iter()
            .filter(|url| HOSTS.allows(url))
            .map(|url| if own { self.in_place_of(&url) } else { url })
            .take(MAX_SCRIPTS)
            .collect()
    }

    fn in_place_of(&self, url: &Url) -> Url {
        let mut own = self.base.clone();
        own.set_path(url.path());
        own.set_query(url.query());
        own
    }

    /// Returns the request that a browser sends for a script of a page.
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
