//! Queries that Instagram keeps under numbers: what is sent, and how one that went stale is replaced by the next.

use std::collections::HashMap;
use std::sync::{MutexGuard, PoisonError};

use clipmeter_proto::Step;
use clipmeter_proto::v1::{Outcome, Profile};
use clipmeter_rules::facts::Document;
use reqwest::header::{HeaderName, ORIGIN};
use serde_json::{Map, Value, json};

use super::endpoint::Endpoint;
use super::exchange::Wanted;
use super::posts::owner;
use super::request::header;
use super::tokens::PageTokens;
use super::visit::Visit;
use super::visitor::Visitor;
use super::{Instagram, discovery};
use crate::failure::Failure;
use crate::instagram::shortcode;
use crate::model::AnswerKind;
use crate::page::Page;
use crate::subject::{Owner, Subject};
use crate::transport::{FetchError, Request};

/// What a run knows of an endpoint's stored queries, as they answer guests or sessions.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Queries {
    /// How many are known to be stale, counted from the first.
    stale: usize,
    /// The one after those was answered in this run.
    is_answered: bool,
}

/// Whose stored queries: what guests cannot read is none the less for sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Queried {
    endpoint: Endpoint,
    is_guest: bool,
}

impl Visit<'_> {
    /// A page of the stored query that lists an account's posts.
    pub(super) async fn ask_timeline(
        &self,
        visitor: &Visitor,
        profile: &Profile,
        cursor: Option<&str>,
    ) -> Result<Page, FetchError> {
        let size = self.instagram.facts.instagram.page_size;
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
        self.ask_query(
            visitor,
            Endpoint::Timeline,
            (AnswerKind::IgGraphqlTimelineXdt, Subject::ItemsOf(owner(profile))),
            &variables,
            &profile.username,
        )
        .await
    }

    /// A page of the stored query that lists an account's reels with their plays.
    pub(super) async fn ask_clips_query(
        &self,
        visitor: &Visitor,
        profile: &Profile,
        cursor: Option<&str>,
    ) -> Result<Page, FetchError> {
        let size = self.instagram.facts.instagram.page_size;
        let id = &profile.platform_id;
        let mut data = json!({"include_feed_video": true, "page_size": size, "target_user_id": id});
        if let Some(cursor) = cursor {
            data["max_id"] = cursor.into();
        }
        self.ask_query(
            visitor,
            Endpoint::Clips,
            (AnswerKind::IgGraphqlClips, Subject::ItemsOf(owner(profile))),
            &json!({"data": data}),
            &profile.username,
        )
        .await
    }

    /// The stored query that tells who has an id. `username` is the name that the account had.
    pub(super) async fn ask_profile_by_id(
        &self,
        visitor: &Visitor,
        id: &str,
        username: &str,
    ) -> Result<Page, FetchError> {
        let (endpoint, wanted) = (
            Endpoint::ProfileById,
            (AnswerKind::IgProfileById, Subject::Account(Owner::of_id(id))),
        );
        let variables = json!({"id": id, "render_surface": "PROFILE", "enable_integrity_filters": true});
        self.ask_query(visitor, endpoint, wanted, &variables, username)
            .await
    }

    /// The stored query for one post as guests are shown it.
    pub(super) async fn ask_logged_out(
        &self,
        visitor: &Visitor,
        id: u64,
        username: &str,
    ) -> Result<Page, FetchError> {
        let id = id.to_string();
        let (endpoint, wanted) = (
            Endpoint::LoggedOut,
            (AnswerKind::IgGraphqlPolarisMedia, Subject::Item(&id)),
        );
        let variables = json!({"media_id": id});
        self.ask_query(visitor, endpoint, wanted, &variables, username)
            .await
    }

    /// The stored query for one post by its code.
    pub(super) async fn ask_shortcode(
        &self,
        visitor: &Visitor,
        id: u64,
        username: &str,
    ) -> Result<Page, FetchError> {
        let variables = json!({"shortcode": shortcode::encode(id)});
        let id = id.to_string();
        let (endpoint, wanted) = (
            Endpoint::Shortcode,
            (AnswerKind::IgShortcodeMedia, Subject::Item(&id)),
        );
        self.ask_query(visitor, endpoint, wanted, &variables, username)
            .await
    }

    /// Asks under the first number that is not known to be stale, and under the next ones when it turns out so, then under those that the
    /// platform's scripts tell, where this run may look. What is stale is not asked again in this run. One that was answered in this
    /// run is not stale: an answer of another shape is then about the account, and closes the query to nobody else.
    async fn ask_query(
        &self,
        visitor: &Visitor,
        endpoint: Endpoint,
        wanted: Wanted<'_>,
        variables: &Value,
        username: &str,
    ) -> Result<Page, FetchError> {
        let tokens = self.tokens(visitor).await?;
        let asked = Queried::by(visitor, endpoint);
        loop {
            let fresh = self.instagram.fresh(asked);
            let Some(document) = fresh.first() else {
                return Err(Failure::new(
                    Outcome::SchemaChanged,
                    "every stored query that is known is stale",
                )
                .into());
            };
            let request = self
                .instagram
                .query(document, variables, username, tokens, visitor);
            let page = self.ask(visitor, endpoint, wanted, &request).await?;
            if page.outcome.is_success() {
                self.instagram.queries().entry(asked).or_default().is_answered = true;
            }
            let is_odd = page.outcome.reaction().then.contains(&Step::NextDocument);
            if !is_odd || self.instagram.known_queries(asked).is_answered {
                return Ok(page);
            }
            tracing::warn!(?endpoint, doc_id = document.doc_id, "the query is stale");
            self.instagram.skip_document(asked);
            if fresh.len() == 1 {
                self.discover(visitor, username).await?;
            }
            if self.instagram.fresh(asked).is_empty() {
                self.work
                    .tell(visitor.endpoint_report(endpoint, "", page.outcome))
                    .await?;
                return Ok(page);
            }
        }
    }
}

impl Queried {
    fn by(visitor: &Visitor, endpoint: Endpoint) -> Self {
        Self {
            endpoint,
            is_guest: visitor.is_guest(),
        }
    }
}

impl Instagram {
    /// Whether a query for reels is left that is not known to be stale.
    pub(super) fn has_clips_query(&self, visitor: &Visitor) -> bool {
        !self.fresh(Queried::by(visitor, Endpoint::Clips)).is_empty()
    }

    /// The queries that are not known to be stale: those of the facts, then those that were found.
    fn fresh(&self, asked: Queried) -> Vec<&Document> {
        let stale = self.known_queries(asked).stale;
        let known = discovery::list(&self.facts.instagram.documents, asked.endpoint);
        let found = self.discovery.documents(asked.endpoint);
        known.iter().chain(found).skip(stale).collect()
    }

    /// Remembers that one more of them is.
    fn skip_document(&self, asked: Queried) {
        self.queries().entry(asked).or_default().stale += 1;
    }

    fn known_queries(&self, asked: Queried) -> Queries {
        self.queries().get(&asked).copied().unwrap_or_default()
    }

    fn queries(&self) -> MutexGuard<'_, HashMap<Queried, Queries>> {
        self.queries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn query(
        &self,
        document: &Document,
        variables: &Value,
        username: &str,
        tokens: &PageTokens,
        visitor: &Visitor,
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

        let mut headers = self.script_headers(username, visitor);
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
