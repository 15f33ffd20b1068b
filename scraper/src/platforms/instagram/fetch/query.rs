//! Stored queries of Instagram: the request, and the replacement of a stale query document by the next one.

use clipmeter_domain::shortcode;
use clipmeter_platform_config::QueryDocument;
use clipmeter_proto::RecoveryStep;
use clipmeter_proto::v1::{Outcome, Profile};
use reqwest::header::{HeaderName, ORIGIN};
use serde_json::{Map, Value, json};

use super::account_scrape::{AccountScrape, owner};
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::exchange::ExpectedResponse;
use super::request::header;
use super::tokens::PageTokens;
use super::{InstagramClient, discovery};
use crate::core::failure::{Failure, FetchError};
use crate::core::fetcher::Request;
use crate::core::page::Page;
use crate::core::subject::{ExpectedAccount, ExpectedSubject};
use crate::platforms::instagram::kinds;

/// The state of an endpoint's query documents in a run, separately for anonymous clients and sessions.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Queries {
    /// Number of documents known to be stale, counted from the first.
    stale: usize,
    /// Whether the next document succeeded in this run.
    has_succeeded: bool,
}

/// Key of the state: a document that is stale for anonymous clients may still work for sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct QueryKey {
    endpoint: Endpoint,
    is_anonymous: bool,
}

impl AccountScrape<'_> {
    /// Fetches a page of the stored query that lists an account's posts.
    pub(super) async fn fetch_timeline(
        &self,
        client: &WebClient,
        profile: &Profile,
        cursor: Option<&str>,
    ) -> Result<Page, FetchError> {
        let size = self.instagram.platform_config.instagram.page_size;
        let variables = json!({
            "after": cursor,
            "before": null,
            "data": {
                "count": size,
                "include_reel_media_seen_timestamp": true,
                "include_relationship_info": true,
                "latest_besties_reel_media": true,
                "latest_reel_media": true,
            },
            "first": size,
            "last": null,
            "username": profile.username,
        });
        self.fetch_query(
            client,
            Endpoint::Timeline,
            (
                kinds::GRAPHQL_TIMELINE_XDT,
                ExpectedSubject::ItemsOf(owner(profile)),
            ),
            &variables,
            &profile.username,
        )
        .await
    }

    /// Fetches a page of the stored query that lists an account's reels with their play counts.
    pub(super) async fn fetch_clips_query(
        &self,
        client: &WebClient,
        profile: &Profile,
        cursor: Option<&str>,
    ) -> Result<Page, FetchError> {
        let size = self.instagram.platform_config.instagram.page_size;
        let id = &profile.platform_id;
        let mut data = json!({"include_feed_video": true, "page_size": size, "target_user_id": id});
        if let Some(cursor) = cursor {
            data["max_id"] = cursor.into();
        }
        self.fetch_query(
            client,
            Endpoint::Clips,
            (kinds::GRAPHQL_CLIPS, ExpectedSubject::ItemsOf(owner(profile))),
            &json!({"data": data}),
            &profile.username,
        )
        .await
    }

    /// Fetches the account that has an ID. `username` is its former username.
    pub(super) async fn fetch_profile_by_id(
        &self,
        client: &WebClient,
        id: &str,
        username: &str,
    ) -> Result<Page, FetchError> {
        let (endpoint, expected) = (
            Endpoint::ProfileById,
            (
                kinds::PROFILE_BY_ID,
                ExpectedSubject::Account(ExpectedAccount::of_id(id)),
            ),
        );
        let variables = json!({"id": id, "render_surface": "PROFILE", "enable_integrity_filters": true});
        self.fetch_query(client, endpoint, expected, &variables, username)
            .await
    }

    /// Fetches one post as shown to anonymous clients.
    pub(super) async fn fetch_logged_out(
        &self,
        client: &WebClient,
        id: u64,
        username: &str,
    ) -> Result<Page, FetchError> {
        let id = id.to_string();
        let (endpoint, expected) = (
            Endpoint::LoggedOut,
            (kinds::GRAPHQL_POLARIS_MEDIA, ExpectedSubject::Item(&id)),
        );
        let variables = json!({"media_id": id});
        self.fetch_query(client, endpoint, expected, &variables, username)
            .await
    }

    /// Fetches one post by its shortcode.
    pub(super) async fn fetch_shortcode(
        &self,
        client: &WebClient,
        id: u64,
        username: &str,
    ) -> Result<Page, FetchError> {
        let variables = json!({"shortcode": shortcode::encode(id)});
        let id = id.to_string();
        let (endpoint, expected) = (
            Endpoint::Shortcode,
            (kinds::SHORTCODE_MEDIA, ExpectedSubject::Item(&id)),
        );
        self.fetch_query(client, endpoint, expected, &variables, username)
            .await
    }

    /// Requests the first query document that is not known to be stale, then the next ones if it is, then those discovered in the
    /// platform's scripts, if this run may search. A stale document is not requested again in this run. A document that succeeded in this
    /// run is not stale: a response with another structure then concerns only the account, and does not close the query to other
    /// accounts.
    async fn fetch_query(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        expected: ExpectedResponse<'_>,
        variables: &Value,
        username: &str,
    ) -> Result<Page, FetchError> {
        let tokens = self.tokens(client).await?;
        let query_key = QueryKey::by(client, endpoint);
        loop {
            let fresh = self.instagram.fresh(query_key);
            let Some(document) = fresh.first() else {
                return Err(Failure::new(
                    Outcome::SchemaChanged,
                    "every stored query that is known is stale",
                )
                .into());
            };
            let request = self
                .instagram
                .query(document, variables, username, tokens, client);
            let page = self.fetch(client, endpoint, expected, &request).await?;
            if page.outcome.is_success() {
                self.instagram
                    .queries
                    .lock()
                    .entry(query_key)
                    .or_default()
                    .has_succeeded = true;
            }
            let is_odd = page
                .outcome
                .policy()
                .recovery
                .contains(&RecoveryStep::NextDocument);
            if !is_odd || self.instagram.known_queries(query_key).has_succeeded {
                return Ok(page);
            }
            tracing::warn!(
                ?endpoint,
                doc_id = document.doc_id,
                "the query's document ID is stale"
            );
            self.instagram.skip_document(query_key);
            if fresh.len() == 1 {
                self.discover(client, username).await?;
            }
            if self.instagram.fresh(query_key).is_empty() {
                self.work
                    .report(client.endpoint_report(endpoint, "", page.outcome))
                    .await?;
                return Ok(page);
            }
        }
    }
}

impl QueryKey {
    fn by(client: &WebClient, endpoint: Endpoint) -> Self {
        Self {
            endpoint,
            is_anonymous: client.is_anonymous(),
        }
    }
}

impl InstagramClient {
    /// Returns whether a query document for reels is left that is not known to be stale.
    pub(super) fn has_clips_query(&self, client: &WebClient) -> bool {
        !self.fresh(QueryKey::by(client, Endpoint::Clips)).is_empty()
    }

    /// Returns the documents not known to be stale: those of the platform configuration, then discovered ones.
    fn fresh(&self, query_key: QueryKey) -> Vec<&QueryDocument> {
        let stale = self.known_queries(query_key).stale;
        let known = discovery::list(&self.platform_config.instagram.documents, query_key.endpoint);
        let found = self.discovery.documents(query_key.endpoint);
        known.iter().chain(found).skip(stale).collect()
    }

    /// Marks the first of them as stale.
    fn skip_document(&self, query_key: QueryKey) {
        self.queries.lock().entry(query_key).or_default().stale += 1;
    }

    fn known_queries(&self, query_key: QueryKey) -> Queries {
        self.queries.lock().get(&query_key).copied().unwrap_or_default()
    }

    fn query(
        &self,
        document: &QueryDocument,
        variables: &Value,
        username: &str,
        tokens: &PageTokens,
        client: &WebClient,
    ) -> Request {
        let mut members: Map<String, Value> = variables.as_object().cloned().unwrap_or_default();
        for flag in &document.flags {
            members.insert(format!("__relay_internal__pv__{flag}"), Value::Bool(true));
        }
        let variables = Value::Object(members).to_string();
        let jazoest = tokens.jazoest();
        let mut fields = vec![
            ("doc_id", document.doc_id.as_str()),
            ("variables", &variables),
            ("server_timestamps", "true"),
            ("fb_api_caller_class", "RelayModern"),
        ];
        let operation = Some(&document.operation).filter(|name| !name.is_empty());
        let root_field = Some(&document.root_field).filter(|name| !name.is_empty());
        let optional = [
            ("fb_api_req_friendly_name", operation),
            ("lsd", tokens.lsd.as_ref()),
            ("fb_dtsg", tokens.fb_dtsg.as_ref()),
            ("jazoest", jazoest.as_ref()),
            ("av", tokens.av.as_ref()),
        ];
        fields.extend(
            optional
                .into_iter()
                .filter_map(|(name, value)| Some((name, value?.as_str()))),
        );

        let mut headers = self.script_headers(username, client);
        headers.insert(ORIGIN, header(self.base.as_str().trim_end_matches('/')));
        for (name, value) in [
            ("x-fb-friendly-name", operation),
            ("x-root-field-name", root_field),
            ("x-fb-lsd", tokens.lsd.as_ref()),
        ] {
            if let Some(value) = value {
                headers.insert(HeaderName::from_static(name), header(value));
            }
        }
        let path: Vec<&str> = document.path.trim_start_matches('/').split('/').collect();
        Request::post_form(self.url(&path, false), headers, &fields)
    }
}
