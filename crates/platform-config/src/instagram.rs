//! Platform configuration of Instagram.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{InstagramStrategies, RateLimitConfig};

/// What Instagram rotates and tolerates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InstagramConfig {
    /// The header `X-IG-App-ID` of the web application.
    pub app_id: String,
    /// The header `X-ASBD-ID`.
    pub asbd_id: String,
    /// Posts per page of the stored queries.
    pub page_size: u32,
    /// Posts per page of the older feed.
    pub feed_page_size: u32,
    /// The query documents.
    pub documents: QueryDocuments,
    /// The order in which fetch strategies are tried.
    pub strategies: InstagramStrategies,
    /// The rate limits.
    pub rate_limits: InstagramRateLimits,
}

/// The queries that Instagram stores under a `doc_id`, by endpoint; each list in the order in which its documents are tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryDocuments {
    /// Documents for an account's posts.
    pub graphql_timeline: Vec<QueryDocument>,
    /// Documents for an account's reels with their play counts.
    pub graphql_clips: Vec<QueryDocument>,
    /// Documents for the account that has an ID.
    pub profile_by_id: Vec<QueryDocument>,
    /// Documents for one post as shown to anonymous clients.
    pub graphql_logged_out: Vec<QueryDocument>,
    /// Documents for one post by its shortcode.
    pub graphql_shortcode: Vec<QueryDocument>,
}

impl QueryDocuments {
    /// Returns the lists with the endpoints that they belong to.
    #[must_use]
    pub fn lists(&self) -> [(&'static str, &[QueryDocument]); 5] {
        [
            ("graphql_timeline", &self.graphql_timeline),
            ("graphql_clips", &self.graphql_clips),
            ("profile_by_id", &self.profile_by_id),
            ("graphql_logged_out", &self.graphql_logged_out),
            ("graphql_shortcode", &self.graphql_shortcode),
        ]
    }
}

/// A stored query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryDocument {
    /// The document's ID, which changes every two to four weeks.
    pub doc_id: String,
    /// The operation's name, sent along with the `doc_id`; empty if unknown.
    #[serde(default)]
    pub operation: String,
    /// The path of the request.
    #[serde(default = "usual_path")]
    pub path: String,
    /// The member of `data` that contains the result, sent in a header; empty if unknown.
    #[serde(default)]
    pub root_field: String,
    /// Names of the flags `__relay_internal__pv__*` that the query expects to be true.
    #[serde(default)]
    pub flags: Vec<String>,
}

/// Rate limits for requests to Instagram.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InstagramRateLimits {
    /// The limit of one session.
    pub session: RateLimitConfig,
    /// The limit of one address, for anonymous clients and sessions together.
    pub address: RateLimitConfig,
    /// Requests per hour to endpoints that Instagram counts separately, for one session or the anonymous clients of one address.
    pub endpoints_per_hour: BTreeMap<String, u32>,
}

fn usual_path() -> String {
    "/graphql/query".to_owned()
}
