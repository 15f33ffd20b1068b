//! Edits of correct responses: removes, adds or changes parts. Responses that are not JSON are unchanged.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::{response::SimulatedResponse, tiktok};

/// Minimum digits of a post's ID; those of accounts on Instagram have fewer.
const ID_DIGITS: usize = 15;

/// Lists with withheld items omit one in three, always the same ones.
const SHADOWED: u64 = 3;

/// Applies a change to a JSON response.
pub(super) fn edited(response: SimulatedResponse, change: impl FnOnce(&mut Value)) -> SimulatedResponse {
    let Ok(mut value) = serde_json::from_slice::<Value>(&response.body) else {
        return response;
    };
    change(&mut value);
    SimulatedResponse {
        body: Bytes::from(value.to_string()),
        ..response
    }
}

/// Removes this item from lists.
pub(super) fn without(response: SimulatedResponse, item: &str) -> SimulatedResponse {
    edited(response, |value| retain_items(value, &|id| id != item))
}

/// Removes every third item from lists.
pub(super) fn shadowed(response: SimulatedResponse) -> SimulatedResponse {
    // IDs of one account differ only in their time, often by whole hours: the remainder of a large prime mixes them.
    let is_shown = |id: &str| id.parse::<u64>().is_ok_and(|id| id % 1_000_003 % SHADOWED != 0);
    edited(response, |value| retain_items(value, &is_shown))
}

/// Removes all items from lists and marks them as complete.
pub(super) fn emptied(response: SimulatedResponse) -> SimulatedResponse {
    edited(response, |value| {
        retain_items(value, &|_| false);
        each_object(value, &|object| {
            for flag in ["has_next_page", "more_available", "hasMorePrevious"] {
                if let Some(flag) = object.get_mut(flag) {
                    *flag = json!(false);
                }
            }
            for cursor in ["end_cursor", "next_max_id", "max_id"] {
                object.remove(cursor);
            }
        });
    })
}

/// Removes TikTok's item list and indicates more pages.
pub(super) fn empty_week(response: SimulatedResponse) -> SimulatedResponse {
    edited(response, |value| {
        if let Some(page) = value.as_object_mut() {
            page.remove("itemList");
            page.remove("cursor");
            page.insert("hasMorePrevious".to_owned(), json!(true));
        }
    })
}

/// Removes exact counts from TikTok's items and accounts, in data and in pages.
pub(super) fn rounded_only(response: SimulatedResponse) -> SimulatedResponse {
    let change = |value: &mut Value| {
        each_object(value, &|object| {
            object.remove("statsV2");
        });
    };
    if response.body.starts_with(b"<") {
        tiktok::rescoped(response, change)
    } else {
        edited(response, change)
    }
}

/// Hides the likes of Instagram's posts, in both formats.
pub(super) fn hidden_likes(response: SimulatedResponse) -> SimulatedResponse {
    edited(response, |value| {
        each_object(value, &|object| {
            let (newer, older) = (json!(3), json!({"count": -1}));
            let places = [
                ("like_count", &newer),
                ("edge_liked_by", &older),
                ("edge_media_preview_like", &older),
            ];
            for (place, hidden) in places {
                if let Some(likes) = object.get_mut(place) {
                    likes.clone_from(hidden);
                    object.insert("like_and_view_counts_disabled".to_owned(), json!(true));
                }
            }
        });
    })
}

/// Adds an error about an irrelevant field.
pub(super) fn with_error(response: SimulatedResponse) -> SimulatedResponse {
    edited(response, |value| {
        value["errors"] = json!([{
            "message": "A server error missing_required_field occured. Check server logs for details.",
            "severity": "ERROR",
            "path": ["data", "location", "profile_pic_url"],
        }]);
    })
}

/// Keeps only items in lists whose IDs match.
fn retain_items(value: &mut Value, fits: &dyn Fn(&str) -> bool) {
    match value {
        Value::Array(entries) => {
            entries.retain(|entry| item_id(entry).is_none_or(|id| fits(&id)));
            for entry in entries {
                retain_items(entry, fits);
            }
        }
        Value::Object(members) => members.values_mut().for_each(|member| retain_items(member, fits)),
        _ => {}
    }
}

/// Returns the ID of the item in a list entry, in any envelope.
fn item_id(entry: &Value) -> Option<String> {
    ["/node/media", "/node", "/media", ""]
        .iter()
        .find_map(|envelope| {
            let item = entry.pointer(envelope)?;
            let id = item.get("pk").or_else(|| item.get("id"))?.as_str()?;
            let is_id = id.len() >= ID_DIGITS && id.bytes().all(|byte| byte.is_ascii_digit());
            is_id.then(|| id.to_owned())
        })
}

fn each_object(value: &mut Value, change: &dyn Fn(&mut serde_json::Map<String, Value>)) {
    match value {
        Value::Array(entries) => entries.iter_mut().for_each(|entry| each_object(entry, change)),
        Value::Object(members) => {
            change(members);
            members
                .values_mut()
                .for_each(|member| each_object(member, change));
        }
        _ => {}
    }
}
