//! Right answers with something left out, added or changed. Whatever is no JSON stays as it is.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::{response::SimulatedResponse, tiktok};

/// Ids of posts have at least this many digits; those of accounts on Instagram have fewer.
const ID_DIGITS: usize = 15;

/// What is left out of lists that keep something from us: one in three, always the same.
const SHADOWED: u64 = 3;

/// The answer with its JSON changed.
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

/// Lists without this item.
pub(super) fn without(response: SimulatedResponse, item: &str) -> SimulatedResponse {
    edited(response, |value| retain_items(value, &|id| id != item))
}

/// Lists without every third item.
pub(super) fn shadowed(response: SimulatedResponse) -> SimulatedResponse {
    // Ids of one account differ in their time only, often by whole hours: a large prime stirs them.
    let is_shown = |id: &str| id.parse::<u64>().is_ok_and(|id| id % 1_000_003 % SHADOWED != 0);
    edited(response, |value| retain_items(value, &is_shown))
}

/// Lists without any items, at their end.
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

/// TikTok's lists without a list, and with more to come.
pub(super) fn empty_week(response: SimulatedResponse) -> SimulatedResponse {
    edited(response, |value| {
        if let Some(page) = value.as_object_mut() {
            page.remove("itemList");
            page.remove("cursor");
            page.insert("hasMorePrevious".to_owned(), json!(true));
        }
    })
}

/// TikTok's items and accounts without exact counts, as data or inside a page.
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

/// Instagram's posts with hidden likes, in both dialects.
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

/// An error about something that nobody asked for.
pub(super) fn with_error(response: SimulatedResponse) -> SimulatedResponse {
    edited(response, |value| {
        value["errors"] = json!([{
            "message": "A server error missing_required_field occured. Check server logs for details.",
            "severity": "ERROR",
            "path": ["data", "location", "profile_pic_url"],
        }]);
    })
}

/// Leaves only those items in lists whose ids fit.
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

/// The id of the item that an entry of a list is, in whichever envelope.
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
