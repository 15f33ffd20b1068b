//! Damage at the source: members that are missing, renamed, duplicated, of another type, or in another place.

use clipmeter_scraper::core::model::ResponseKind;
use clipmeter_scraper::platforms::{instagram, tiktok};
use rand::RngExt as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use serde_json::{Map, Value, json};

use crate::change::{CorruptedResponse, Metric};
use crate::document::{DOUBLE, documents, each_member, no_count, written};
use crate::donor::{Donor, Piece};

/// Members by which a response reports an error or an object that is not public. While they are present, parsing must not succeed.
const DECISIVE: [&str; 26] = [
    "status",
    "message",
    "require_login",
    "spam",
    "error_type",
    "checkpoint_url",
    "challenge",
    "errors",
    "feedback_message",
    "feedback_title",
    "feedback_required",
    "lock",
    "logout_reason",
    "error_title",
    "is_private",
    "statusCode",
    "status_code",
    "statusMsg",
    "status_msg",
    "code",
    "type",
    "privateAccount",
    "secret",
    "isContentClassified",
    "webapp.video-detail",
    "webapp.user-detail",
];

/// Corrupts a response.
pub(crate) fn corrupt(donor: &Donor, donors: &[Donor], random: &mut StdRng) -> CorruptedResponse {
    let mut pieces = donor.pieces.clone();
    let mut corrupted = CorruptedResponse::default();
    let expected = expected_keys(donor.kind);
    match random.random_range(0..10) {
        0 if donor.outcome.is_success() && !expected.is_empty() => {
            let rename = random.random_bool(0.3);
            for document in documents(&mut pieces) {
                each_member(document, &mut |map, key| {
                    if expected.contains(&key) {
                        lose(map, key, rename, random);
                    }
                });
            }
            corrupted.lacks_expected = true;
            corrupted.done.push(format!("losing {expected:?}"));
        }
        1 | 2 => {
            let metric = *Metric::ALL.choose(random).unwrap();
            for document in documents(&mut pieces) {
                each_member(document, &mut |map, key| {
                    if metric.keys().contains(&key) {
                        map.insert(key.to_owned(), no_count(random));
                    }
                });
            }
            corrupted.done.push(format!("corrupting each {metric:?}"));
            corrupted.without = Some(metric);
        }
        _ => {
            for _ in 0..random.random_range(1..5) {
                let mut documents: Vec<&mut Value> = documents(&mut pieces).collect();
                let index = random.random_range(0..documents.len());
                let mut change = Corruptor {
                    donors,
                    keeps_refusal: !donor.outcome.is_success(),
                    corrupted: &mut corrupted,
                };
                change.somewhere(documents[index], random);
            }
        }
    }
    corrupted.body = written(&pieces).into_bytes();
    corrupted.documents = documents(&mut pieces).map(Value::take).collect();
    corrupted
}

/// Returns the members that a response of this kind requires. Empty where texts of the page may replace them.
fn expected_keys(kind: ResponseKind) -> &'static [&'static str] {
    match kind {
        instagram::kinds::WEB_PROFILE_INFO => &["user"],
        instagram::kinds::FEED_USER | instagram::kinds::CLIPS_USER | instagram::kinds::MEDIA_INFO => {
            &["items"]
        }
        instagram::kinds::GRAPHQL_TIMELINE_XDT
        | instagram::kinds::GRAPHQL_TIMELINE_LEGACY
        | instagram::kinds::GRAPHQL_CLIPS => &["edges"],
        instagram::kinds::SHORTCODE_MEDIA => &["shortcode_media", "xdt_shortcode_media", "items"],
        instagram::kinds::GRAPHQL_POLARIS_MEDIA => &["if_not_gated_logged_out"],
        tiktok::kinds::USER_PAGE | tiktok::kinds::USER_DETAIL_API => &["userInfo"],
        tiktok::kinds::VIDEO_PAGE | tiktok::kinds::VIDEO_PAGE_MOBILE => &["itemStruct"],
        tiktok::kinds::AWEME_DETAIL => &["aweme_detail", "aweme_details"],
        tiktok::kinds::EMBED_USER | tiktok::kinds::EMBED_VIDEO => &["source"],
        tiktok::kinds::OEMBED => &["html", "embed_product_id"],
        _ => &[],
    }
}

/// Removes a member, or replaces it with a value of another type.
fn lose(map: &mut Map<String, Value>, key: &str, rename: bool, random: &mut StdRng) {
    let value = map.remove(key).unwrap_or_default();
    let other = if value.is_array() { json!({}) } else { json!([]) };
    let left = [Value::Null, json!("gone"), json!(-7), json!(false), other];
    match (rename, random.random_range(0..=left.len())) {
        (true, _) => map.insert(format!("new_{key}"), value),
        (false, index) => left
            .get(index)
            .and_then(|left| map.insert(key.to_owned(), left.clone())),
    };
}

struct Corruptor<'a> {
    donors: &'a [Donor],
    /// The response is a refusal; the members that make it one stay unchanged.
    keeps_refusal: bool,
    corrupted: &'a mut CorruptedResponse,
}

impl Corruptor<'_> {
    /// Descends to a random value and changes it.
    fn somewhere(&mut self, value: &mut Value, random: &mut StdRng) {
        let goes_on = |value: &Value, random: &mut StdRng| {
            let has_more = match value {
                Value::Object(members) => !members.is_empty(),
                Value::Array(elements) => !elements.is_empty(),
                _ => false,
            };
            has_more && random.random_bool(0.85)
        };
        match value {
            Value::Object(members) if !members.is_empty() => {
                let index = random.random_range(0..members.len());
                let key = members.keys().nth(index).unwrap().clone();
                let child = members.get_mut(&key).unwrap();
                if goes_on(child, random) {
                    self.somewhere(child, random);
                } else if !(self.keeps_refusal && (DECISIVE.contains(&key.as_str()) || decides(child))) {
                    self.member(members, &key, random);
                }
            }
            Value::Array(elements) if !elements.is_empty() => {
                let index = random.random_range(0..elements.len());
                if goes_on(&elements[index], random) {
                    self.somewhere(&mut elements[index], random);
                } else if !(self.keeps_refusal && decides(&elements[index])) {
                    self.element(elements, index, random);
                }
            }
            _ => {}
        }
    }

    fn member(&mut self, members: &mut Map<String, Value>, key: &str, random: &mut StdRng) {
        let done = match random.random_range(0..6) {
            0 => {
                members.remove(key);
                "without"
            }
            1 => {
                let value = members.remove(key).unwrap_or_default();
                members.insert(format!("{key}_v2"), value);
                "renaming"
            }
            2 => {
                let value = self.other(random);
                members.insert(format!("{key}{DOUBLE}"), value);
                "doubling"
            }
            3 if !self.keeps_refusal => {
                for (key, value) in [
                    ("status", json!("fail")),
                    ("message", json!("login_required")),
                    ("require_login", json!(true)),
                    ("statusCode", json!(10204)),
                ] {
                    if random.random_bool(0.5) {
                        members.insert(key.to_owned(), value);
                    }
                }
                "failing beside"
            }
            _ => {
                let value = self.other(random);
                members.insert(key.to_owned(), value);
                "replacing"
            }
        };
        self.corrupted.done.push(format!("{done} {key}"));
    }

    fn element(&mut self, elements: &mut Vec<Value>, index: usize, random: &mut StdRng) {
        let done = match random.random_range(0..5) {
            0 => {
                elements.remove(index);
                "without element"
            }
            1 => {
                let element = elements[index].clone();
                let times = random.random_range(1..50);
                elements.extend(std::iter::repeat_n(element, times));
                "repeating element"
            }
            2 => {
                elements.clear();
                "emptying the list of element"
            }
            3 => {
                elements.insert(index, self.other(random));
                "another before element"
            }
            _ => {
                elements[index] = self.other(random);
                "replacing element"
            }
        };
        self.corrupted.done.push(format!("{done} {index}"));
    }

    /// Returns another value: one that is never valid, or a part of any response.
    fn other(&mut self, random: &mut StdRng) -> Value {
        if random.random_bool(0.7) {
            return match random.random_range(0..4) {
                0 => json!("\u{1f3ac} \"quoted\" </script> \u{0}"),
                1 => json!("9".repeat(random.random_range(1..4000))),
                _ => no_count(random),
            };
        }
        let donor = self.donors.choose(random).unwrap();
        self.corrupted.has_new_values = true;
        self.corrupted.is_mixed |= donor.outcome.is_success();
        let mut documents = donor.pieces.iter().filter_map(|piece| match piece {
            Piece::Json(document) => Some(document),
            Piece::Text(_) => None,
        });
        let mut part = documents.next_back().unwrap_or(&Value::Null);
        while random.random_bool(0.8) {
            part = match part {
                Value::Object(members) if !members.is_empty() => members
                    .values()
                    .nth(random.random_range(0..members.len()))
                    .unwrap(),
                Value::Array(elements) if !elements.is_empty() => elements.choose(random).unwrap(),
                _ => break,
            };
        }
        part.clone()
    }
}

/// Whether a member that decides is somewhere inside.
fn decides(value: &Value) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(key, value)| DECISIVE.contains(&key.as_str()) || decides(value)),
        Value::Array(elements) => elements.iter().any(decides),
        _ => false,
    }
}
