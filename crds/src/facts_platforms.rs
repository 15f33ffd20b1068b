//! What of the facts about each platform differs from the facts below.

use std::collections::BTreeMap;

use clipmeter_rules::facts::limits::{
    DEVICE_DIGITS, DOCUMENT_DIGITS, LARGEST_FEED_PAGE, LARGEST_ITEM_LIST_PAGE, LARGEST_QUERY_PAGE,
    MOST_CONSTANTS, MOST_DOCUMENTS, MOST_FLAGS, MOST_WAYS, NO_DEVICE, NO_WAY_OF_SESSIONS, OF_SESSIONS, PATHS,
    TIKTOK_WAYS_TO_ITEM, TIKTOK_WAYS_TO_ITEMS, TIKTOK_WAYS_TO_PROFILE, WAY_TWICE, WAYS_TO_ITEM,
    WAYS_TO_NAME_BY_ID, WAYS_TO_PLAYS, WAYS_TO_POSTS, WAYS_TO_PROFILE, no_document, no_path, no_way,
};
use kube::KubeSchema;
use kube::core::{Message, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts_pace::{InstagramPace, TikTokPace};
use crate::plain::Plain;

/// Longest path that takes stored queries, characters.
const LONGEST_PATH: usize = 50;

/// Facts about Instagram.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InstagramFacts {
    /// `X-IG-App-ID` of the web application.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_id: Option<Plain>,
    /// `X-ASBD-ID`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asbd_id: Option<Plain>,
    /// Posts asked for per page of the stored queries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = LARGEST_QUERY_PAGE))]
    pub page_size: Option<i64>,
    /// Posts asked for per page of the older feed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = LARGEST_FEED_PAGE))]
    pub feed_page_size: Option<i64>,
    /// The stored queries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents: Option<Documents>,
    /// In which order the ways to the same thing are tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ways: Option<InstagramWays>,
    /// How often it may be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<InstagramPace>,
}

/// The ways to what is wanted of an account: `guest:` or `session:` and the code of an endpoint. A list takes the place of the whole list
/// below, and is tried in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct InstagramWays {
    /// Who answers by a name, with the counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_WAYS))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = ways_among(&WAYS_TO_PROFILE), validation = are_once(), validation = has_way_of_sessions())]
    pub profile: Option<Vec<Plain>>,
    /// The name that an account has now, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_WAYS))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = ways_among(&WAYS_TO_NAME_BY_ID), validation = are_once())]
    pub name_by_id: Option<Vec<Plain>>,
    /// The list of posts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_WAYS))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = ways_among(&WAYS_TO_POSTS), validation = are_once(), validation = has_way_of_sessions())]
    pub posts: Option<Vec<Plain>>,
    /// How often reels were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_WAYS))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = ways_among(&WAYS_TO_PLAYS), validation = are_once(), validation = has_way_of_sessions())]
    pub plays: Option<Vec<Plain>>,
    /// A single post.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_WAYS))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = ways_among(&WAYS_TO_ITEM), validation = are_once(), validation = has_way_of_sessions())]
    pub item: Option<Vec<Plain>>,
}

/// The queries that Instagram keeps under numbers, by the endpoint that they stand for. A list takes the place of the whole list below, and
/// is tried in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct Documents {
    /// An account's posts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub graphql_timeline: Option<Vec<Document>>,
    /// An account's reels with their plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub graphql_clips: Option<Vec<Document>>,
    /// Who has an id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub profile_by_id: Option<Vec<Document>>,
    /// One post as guests are shown it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub graphql_logged_out: Option<Vec<Document>>,
    /// One post by its code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_DOCUMENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub graphql_shortcode: Option<Vec<Document>>,
}

/// One stored query.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct Document {
    /// Its number, which changes every two to four weeks.
    #[schemars(length(max = *DOCUMENT_DIGITS.end()))]
    #[x_kube(validation = digits(*DOCUMENT_DIGITS.start(), *DOCUMENT_DIGITS.end(), no_document()))]
    pub doc_id: String,
    /// The operation's name, sent along with the number; empty where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<Plain>,
    /// Where it is sent to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_PATH))]
    #[x_kube(validation = takes_queries())]
    pub path: Option<String>,
    /// The member of `data` that holds the answer, which a header names; empty where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_field: Option<Plain>,
    /// Names of the switches `__relay_internal__pv__*` that the query wants as true.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MOST_FLAGS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub flags: Option<Vec<Plain>>,
}

/// Facts about TikTok.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
pub struct TikTokFacts {
    /// What the web application sends along with every item list, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("maxProperties" = MOST_CONSTANTS))]
    pub item_list_query: Option<BTreeMap<String, Plain>>,
    /// Videos asked for per page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = LARGEST_ITEM_LIST_PAGE))]
    pub page_size: Option<i64>,
    /// The smallest device id that the platform gives out to browsers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = DEVICE_DIGITS))]
    #[x_kube(validation = digits(1, DEVICE_DIGITS, NO_DEVICE.to_owned()))]
    pub first_device_id: Option<String>,
    /// The largest one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = DEVICE_DIGITS))]
    #[x_kube(validation = digits(1, DEVICE_DIGITS, NO_DEVICE.to_owned()))]
    pub last_device_id: Option<String>,
    /// The user agent that short links answer with a plain redirect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_user_agent: Option<Plain>,
    /// In which order the ways to the same thing are tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ways: Option<TikTokWays>,
    /// How often it may be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<TikTokPace>,
}

/// The ways to what is wanted: `guest:` and the code of an endpoint. A list takes the place of the whole list below, and is tried in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct TikTokWays {
    /// Who answers by a name, with the counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_WAYS))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = ways_among(&TIKTOK_WAYS_TO_PROFILE), validation = are_once())]
    pub profile: Option<Vec<Plain>>,
    /// An account's videos.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_WAYS))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = ways_among(&TIKTOK_WAYS_TO_ITEMS), validation = are_once())]
    pub items: Option<Vec<Plain>>,
    /// A single video.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_WAYS))]
    #[x_kube(merge_strategy = ListMerge::Atomic, validation = ways_among(&TIKTOK_WAYS_TO_ITEM), validation = are_once())]
    pub item: Option<Vec<Plain>>,
}

fn digits(fewest: usize, most: usize, refusal: String) -> Rule {
    Rule::new(format!("self.matches('^[0-9]{{{fewest},{most}}}$')")).message(Message::Message(refusal))
}

fn takes_queries() -> Rule {
    let paths: Vec<String> = PATHS.iter().map(|path| format!("'{path}'")).collect();
    Rule::new(format!("self in [{}]", paths.join(", "))).message(Message::Message(no_path()))
}

fn ways_among(known: &[&str]) -> Rule {
    let ways: Vec<String> = known.iter().map(|way| format!("'{way}'")).collect();
    Rule::new(format!("self.all(way, way in [{}])", ways.join(", "))).message(Message::Message(no_way(known)))
}

fn are_once() -> Rule {
    Rule::new("self.all(way, self.exists_one(other, other == way))")
        .message(Message::Message(WAY_TWICE.to_owned()))
}

fn has_way_of_sessions() -> Rule {
    Rule::new(format!("self.exists(way, way.startsWith('{OF_SESSIONS}'))"))
        .message(Message::Message(NO_WAY_OF_SESSIONS.to_owned()))
}
