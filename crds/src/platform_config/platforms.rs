//! Overrides of the platform configuration for each platform.

use std::collections::BTreeMap;

use clipmeter_platform_config::limits::{
    DEVICE_DIGITS, DOCUMENT_DIGITS, DUPLICATE_STRATEGY, ITEM_STRATEGIES, MAX_CONSTANTS, MAX_DOCUMENTS,
    MAX_FEED_PAGE, MAX_FLAGS, MAX_ITEM_LIST_PAGE, MAX_QUERY_PAGE, MAX_STRATEGIES, NAME_BY_ID_STRATEGIES,
    NO_DEVICE, NO_SESSION_STRATEGY, OF_SESSIONS, PATHS, PLAYS_STRATEGIES, POSTS_STRATEGIES,
    PROFILE_STRATEGIES, TIKTOK_ITEM_STRATEGIES, TIKTOK_ITEMS_STRATEGIES, TIKTOK_PROFILE_STRATEGIES,
    no_document, no_path, unknown_strategy,
};
use kube::KubeSchema;
use kube::core::{Message, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ascii_string::AsciiString;
use super::rate_limits::{InstagramRateLimits, TikTokRateLimits};

/// Maximum length of a path for stored queries, in characters.
const MAX_PATH_LENGTH: usize = 50;

/// Configuration of Instagram.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InstagramConfig {
    /// `X-IG-App-ID` of the web application.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_id: Option<AsciiString>,
    /// `X-ASBD-ID`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asbd_id: Option<AsciiString>,
    /// Posts requested per page of the stored queries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_QUERY_PAGE))]
    pub page_size: Option<i64>,
    /// Posts requested per page of the older feed endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_FEED_PAGE))]
    pub feed_page_size: Option<i64>,
    /// The stored queries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents: Option<QueryDocuments>,
    /// The fetch strategies for each need, in the order in which they are tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategies: Option<InstagramStrategies>,
    /// Rate limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_limits: Option<InstagramRateLimits>,
}

/// The fetch strategies for each need: `anonymous:` or `session:` and the code of an endpoint. A list replaces the whole list of
/// the layer below, and its strategies are tried in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct InstagramStrategies {
    /// A profile by username, with its counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_STRATEGIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = strategies_among(&PROFILE_STRATEGIES), validation = no_duplicates(), validation = has_session_strategy())]
    pub profile: Option<Vec<AsciiString>>,
    /// The current username of an account, by ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_STRATEGIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = strategies_among(&NAME_BY_ID_STRATEGIES), validation = no_duplicates())]
    pub name_by_id: Option<Vec<AsciiString>>,
    /// The list of posts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_STRATEGIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = strategies_among(&POSTS_STRATEGIES), validation = no_duplicates(), validation = has_session_strategy())]
    pub posts: Option<Vec<AsciiString>>,
    /// The play counts of reels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_STRATEGIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = strategies_among(&PLAYS_STRATEGIES), validation = no_duplicates(), validation = has_session_strategy())]
    pub plays: Option<Vec<AsciiString>>,
    /// A single post.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_STRATEGIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = strategies_among(&ITEM_STRATEGIES), validation = no_duplicates(), validation = has_session_strategy())]
    pub item: Option<Vec<AsciiString>>,
}

/// The stored queries for each endpoint. A list replaces the whole list of the layer below, and its queries are tried in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct QueryDocuments {
    /// An account's posts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub graphql_timeline: Option<Vec<QueryDocument>>,
    /// An account's reels with their play counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub graphql_clips: Option<Vec<QueryDocument>>,
    /// An account by its ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub profile_by_id: Option<Vec<QueryDocument>>,
    /// A single post as shown to anonymous clients.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub graphql_logged_out: Option<Vec<QueryDocument>>,
    /// A single post by its shortcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub graphql_shortcode: Option<Vec<QueryDocument>>,
}

/// A stored query.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct QueryDocument {
    /// The query's `doc_id`, which changes every two to four weeks.
    #[schemars(length(max = *DOCUMENT_DIGITS.end()))]
    #[x_kube(validation = digits(*DOCUMENT_DIGITS.start(), *DOCUMENT_DIGITS.end(), no_document()))]
    pub doc_id: String,
    /// The operation's name, which is sent with the `doc_id`; empty if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<AsciiString>,
    /// The path that the query is sent to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_PATH_LENGTH))]
    #[x_kube(validation = query_path())]
    pub path: Option<String>,
    /// The member of `data` that contains the result, which is sent in a header; empty if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_field: Option<AsciiString>,
    /// Names of the switches `__relay_internal__pv__*` that the query requires to be true.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_FLAGS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub flags: Option<Vec<AsciiString>>,
}

/// Configuration of TikTok.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
pub struct TikTokConfig {
    /// Parameters that the web application sends with every item list request, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("maxProperties" = MAX_CONSTANTS))]
    pub item_list_query: Option<BTreeMap<String, AsciiString>>,
    /// Videos requested per page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_ITEM_LIST_PAGE))]
    pub page_size: Option<i64>,
    /// The smallest device ID that the platform issues to browsers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = DEVICE_DIGITS))]
    #[x_kube(validation = digits(1, DEVICE_DIGITS, NO_DEVICE.to_owned()))]
    pub first_device_id: Option<String>,
    /// The largest device ID that the platform issues to browsers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = DEVICE_DIGITS))]
    #[x_kube(validation = digits(1, DEVICE_DIGITS, NO_DEVICE.to_owned()))]
    pub last_device_id: Option<String>,
    /// The user agent for requests of short links, to which TikTok responds with a plain redirect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_user_agent: Option<AsciiString>,
    /// The fetch strategies for each need, in the order in which they are tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategies: Option<TikTokStrategies>,
    /// Rate limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_limits: Option<TikTokRateLimits>,
}

/// The fetch strategies for each need: `anonymous:` and the code of an endpoint. A list replaces the whole list of the layer
/// below, and its strategies are tried in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct TikTokStrategies {
    /// A profile by username, with its counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_STRATEGIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = strategies_among(&TIKTOK_PROFILE_STRATEGIES), validation = no_duplicates())]
    pub profile: Option<Vec<AsciiString>>,
    /// An account's videos.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_STRATEGIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = strategies_among(&TIKTOK_ITEMS_STRATEGIES), validation = no_duplicates())]
    pub items: Option<Vec<AsciiString>>,
    /// A single video.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_STRATEGIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = strategies_among(&TIKTOK_ITEM_STRATEGIES), validation = no_duplicates())]
    pub item: Option<Vec<AsciiString>>,
}

fn digits(min: usize, max: usize, message: String) -> Rule {
    Rule::new(format!("self.matches('^[0-9]{{{min},{max}}}$')")).message(Message::Message(message))
}

fn query_path() -> Rule {
    let paths: Vec<String> = PATHS.iter().map(|path| format!("'{path}'")).collect();
    Rule::new(format!("self in [{}]", paths.join(", "))).message(Message::Message(no_path()))
}

fn strategies_among(known: &[&str]) -> Rule {
    let strategies: Vec<String> = known.iter().map(|strategy| format!("'{strategy}'")).collect();
    Rule::new(format!(
        "self.all(strategy, strategy in [{}])",
        strategies.join(", ")
    ))
    .message(Message::Message(unknown_strategy(known)))
}

fn no_duplicates() -> Rule {
    Rule::new("self.all(strategy, self.exists_one(other, other == strategy))")
        .message(Message::Message(DUPLICATE_STRATEGY.to_owned()))
}

fn has_session_strategy() -> Rule {
    Rule::new(format!(
        "self.exists(strategy, strategy.startsWith('{OF_SESSIONS}'))"
    ))
    .message(Message::Message(NO_SESSION_STRATEGY.to_owned()))
}
