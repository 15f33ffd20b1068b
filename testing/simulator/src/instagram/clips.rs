//! The reels of an account with their play counts: the GraphQL connection and its REST counterpart.

use serde_json::{Value, json};

use super::{
    media::{Dialect, media},
    page::{Cut, envelope},
    profile::listable,
};
use crate::{
    clock::Millis,
    request::PageParams,
    response::SimulatedResponse,
    world::{Account, Item, ItemKind},
};

/// POST `/graphql/query` with a clips document.
pub(super) fn graphql(
    account: Option<&Account>,
    feed_videos: bool,
    nested: bool,
    page: &PageParams,
    now: Millis,
) -> SimulatedResponse {
    let response = |edges: &[Value], cursor: Option<&str>| {
        let flat = connection(edges, cursor);
        SimulatedResponse::json(&if nested { one_level_down(flat) } else { flat })
    };
    let Ok(account) = listable(account) else {
        return response(&[], None);
    };
    let cut = Cut::of(account, videos(account, feed_videos, now), page);
    let edges: Vec<Value> = cut
        .items
        .iter()
        .map(|item| {
            let media = media(account, item, Dialect::Clips, now);
            json!({"node": {"media": media, "__typename": "XDTClipsItemDict"}, "cursor": ""})
        })
        .collect();
    response(&edges, cut.opaque_cursor().as_deref())
}

/// Converts a response into the format of the newer document.
fn one_level_down(mut flat: Value) -> Value {
    let data = flat["data"].take();
    flat["data"] = json!({"fetch__XDTUserDict": data});
    flat
}

/// POST `/api/v1/clips/user/`.
pub(super) fn user_page(
    account: Option<&Account>,
    feed_videos: bool,
    page: &PageParams,
    now: Millis,
) -> SimulatedResponse {
    let account = match listable(account) {
        Ok(account) => account,
        Err(refusal) => return refusal.response(),
    };
    let cut = Cut::of(account, videos(account, feed_videos, now), page);
    let items: Vec<Value> = cut
        .items
        .iter()
        .map(|item| json!({"media": media(account, item, Dialect::Rest, now)}))
        .collect();
    let mut paging = json!({"more_available": cut.has_more});
    if let Some(cursor) = cut.opaque_cursor() {
        paging["max_id"] = json!(cursor);
    }
    SimulatedResponse::json(&json!({"items": items, "paging_info": paging, "status": "ok"}))
}

/// Builds the envelope of a clips page.
pub(crate) fn connection(edges: &[Value], cursor: Option<&str>) -> Value {
    envelope("xdt_api__v1__clips__user__connection_v2", edges, cursor)
}

/// Returns the reels, optionally with the older kind of video, newest first.
fn videos(account: &Account, feed_videos: bool, now: Millis) -> Vec<Item> {
    let fits = |kind: ItemKind| {
        if feed_videos {
            kind.is_video()
        } else {
            kind == ItemKind::Reel
        }
    };
    account.newest_first(now).filter(|item| fits(item.kind)).collect()
}
