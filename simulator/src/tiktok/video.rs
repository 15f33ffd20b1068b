//! GET `/@{username}/video/{id}`; the username in the path does not matter.

use serde_json::json;

use super::{
    item::{item_struct, stats},
    page::rehydrated,
};
use crate::{
    answer::Answer,
    clock::Millis,
    world::{Account, AccountKind, Item},
};

const VIDEO_MISSING: u32 = 10_204;
const AUTHOR_PRIVATE: u32 = 10_222;

pub(super) fn page(found: Option<(&Account, Item)>, now: Millis) -> Answer {
    let Some((account, item)) = found else {
        return missing(VIDEO_MISSING, "item doesn't exist");
    };
    if account.kind == AccountKind::Private {
        return private();
    }
    let canonical = format!("https://www.tiktok.com/@{}/video/{}", account.username, item.id);
    rehydrated(
        &format!(
            "{} | TikTok",
            item.caption.as_deref().unwrap_or(&account.display_name)
        ),
        &json!({
            "seo.abtest": {"canonical": canonical},
            "webapp.video-detail": {
                "itemInfo": {"itemStruct": item_struct(account, &item, &stats(account, now), now)},
                "shareMeta": {"title": format!("{} on TikTok", account.display_name), "desc": ""},
                "statusCode": 0,
                "statusMsg": "",
            },
        }),
    )
}

/// The page of a video whose author is private.
pub(crate) fn private() -> Answer {
    missing(AUTHOR_PRIVATE, "author_secret")
}

fn missing(code: u32, message: &str) -> Answer {
    rehydrated(
        "TikTok - Make Your Day",
        &json!({"webapp.video-detail": {"itemInfo": {}, "statusCode": code, "statusMsg": message}}),
    )
}
