//! What Instagram rotates and tolerates.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{InstagramStrategies, RateLimitConfig};

/// Facts about Instagram.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InstagramConfig {
    /// `X-IG-App-ID` of the web application.
    pub app_id: String,
    /// `X-ASBD-ID`.
    pub asbd_id: String,
    /// Posts asked for per page of the stored queries.
    pub page_size: u32,
    /// Posts asked for per page of the older feed.
    pub feed_page_size: u32,
    /// The stored queries.
    pub documents: QueryDocuments,
    /// In which order the ways to the same thing are tried.
    pub strategies: InstagramStrategies,
    /// How often it may be asked.
    pub rate_limits: InstagramRateLimits,
}

/// The queries that Instagram keeps under numbers, by the endpoint that they stand for; each list in the order in which they
/// are tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryDocuments {
    /// An account's posts.
    pub graphql_timeline: Vec<QueryDocument>,
    /// An account's reels with their plays.
    pub graphql_clips: Vec<QueryDocument>,
    /// Who has an id.
    pub profile_by_id: Vec<QueryDocument>,
    /// One post as guests are shown it.
    pub graphql_logged_out: Vec<QueryDocument>,
    /// One post by its code.
    pub graphql_shortcode: Vec<QueryDocument>,
}

impl QueryDocuments {
    /// The lists with the endpoints that they stand for.
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

/// One stored query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryDocument {
    /// Its number, which changes every two to four weeks.
    pub doc_id: String,
    /// The operation's name, sent along with the number; empty where it is not known.
    #[serde(default)]
    pub operation: String,
    /// Where it is sent to.
    #[serde(default = "usual_path")]
    pub path: String,
    /// The member of `data` that holds the answer, which a header names; empty where it is not known.
    #[serde(default)]
    pub root_field: String,
    /// Names of the switches `__relay_internal__pv__*` that the query wants as true.
    #[serde(default)]
    pub flags: Vec<String>,
}

/// How often Instagram may be asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InstagramRateLimits {
    /// Over one session.
    pub session: RateLimitConfig,
    /// From one address, guests and sessions together.
    pub address: RateLimitConfig,
    /// Requests in any hour to endpoints that Instagram counts for themselves, over one session or by the guests of one address.
    pub endpoints_per_hour: BTreeMap<String, u32>,
}

fn usual_path() -> String {
    "/graphql/query".to_owned()
}
