//! A post in the format of the REST responses, which the newer GraphQL responses share.

use serde_json::{Value, json};

use super::InstagramRefusal;
use crate::{
    clock::Millis,
    pictures,
    response::SimulatedResponse,
    world::{Account, Item, ItemKind, shortcode},
};

/// The value of `like_count` when the owner hides the likes.
const HIDDEN_LIKES: u64 = 3;

/// The list that shows a post; lists differ in whether they include views, caption and date.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `feed/user` and single posts: with `play_count`.
    Rest,
    /// GraphQL timeline: no view counts at all.
    Timeline,
    /// Clips, which are all videos: with views, but neither date nor caption.
    Clips,
}

/// Builds a media object.
pub(super) fn media(account: &Account, item: &Item, dialect: Dialect, now: Millis) -> Value {
    let counts = item.counts(now);
    let (media_type, product_type) = types(item.kind);
    let mut media = json!({
        "pk": item.id.to_string(),
        "id": format!("{}_{}", item.id, account.user_id),
        "code": shortcode(item.id),
        "media_type": media_type,
        "product_type": product_type,
        "like_count": if item.likes_hidden { HIDDEN_LIKES } else { counts.likes },
        "like_and_view_counts_disabled": item.likes_hidden,
        "view_count": null,
        "user": user(account),
        "coauthor_producers": [],
        "image_versions2": {"candidates": [
            {"width": 1080, "height": 1920, "url": format!("{}?width=1080", picture(item))},
            {"width": 270, "height": 480, "url": picture(item)},
        ]},
        "original_width": 1080,
        "original_height": 1920,
    });
    let mut set = |name: &str, value: Value| media[name] = value;
    if item.comments_off {
        set("comments_disabled", json!(true));
    } else {
        set("comment_count", json!(counts.comments));
    }
    if dialect != Dialect::Clips {
        set("taken_at", json!(item.taken_at));
        set("caption", caption(account, item));
        set("timeline_pinned_user_ids", pinned_by(account, item));
    }
    match (dialect, item.kind) {
        (Dialect::Clips, _) => set("play_count", json!(counts.views)),
        (Dialect::Rest, ItemKind::Reel) => {
            set("play_count", json!(counts.views));
            set("ig_play_count", json!(counts.views));
        }
        (Dialect::Rest, ItemKind::FeedVideo) => set("view_count", json!(counts.views)),
        _ => {}
    }
    if item.kind.is_video() {
        set(
            "video_versions",
            json!([{"width": 720, "height": 1280, "type": 101, "url": picture(item)}]),
        );
        set("video_duration", json!(item.seconds));
    }
    if let ItemKind::Carousel(pictures) = item.kind {
        set("carousel_media_count", json!(pictures));
    }
    media
}

/// GET `media/{pk}/info/`.
pub(super) fn info(found: Option<(&Account, &Item)>, now: Millis) -> SimulatedResponse {
    match found {
        Some((account, item)) => SimulatedResponse::json(&json!({
            "items": [media(account, item, Dialect::Rest, now)],
            "num_results": 1,
            "more_available": false,
            "auto_load_more_enabled": false,
            "status": "ok",
        })),
        None => InstagramRefusal::MediaNotFound.response(),
    }
}

/// Builds the GraphQL post by shortcode; a missing post has no items.
pub(super) fn web_info(found: Option<(&Account, &Item)>, now: Millis) -> SimulatedResponse {
    let items: Vec<Value> = found
        .iter()
        .map(|(account, item)| media(account, item, Dialect::Rest, now))
        .collect();
    SimulatedResponse::json(&json!({
        "data": {"xdt_api__v1__media__shortcode__web_info": {"items": items}},
        "extensions": {"is_final": true},
        "status": "ok",
    }))
}

/// Builds the GraphQL post for anonymous clients; a post that they may not see is null.
pub(super) fn logged_out(found: Option<(&Account, &Item)>, now: Millis) -> SimulatedResponse {
    SimulatedResponse::json(
        &json!({"data": {"xig_polaris_media": polaris(found, now)}, "extensions": {"is_final": true}}),
    )
}

/// Builds the node of a post for anonymous clients, also inside the post page.
pub(super) fn polaris(found: Option<(&Account, &Item)>, now: Millis) -> Value {
    let media = found.map(|(account, item)| media(account, item, Dialect::Rest, now));
    json!({"__typename": "XIGPolarisVideoMedia", "if_not_gated_logged_out": media, "comments_connection": {"edges": []}})
}

/// Builds the owner in lists.
pub(super) fn user(account: &Account) -> Value {
    json!({
        "pk": account.user_id.to_string(),
        "id": account.user_id.to_string(),
        "username": account.username,
        "full_name": account.display_name,
        "is_private": false,
        "is_verified": account.verified,
        "profile_pic_url": pictures::of_instagram_user(account.user_id),
    })
}

/// Returns `media_type` and `product_type` of a kind.
pub(super) fn types(kind: ItemKind) -> (u8, &'static str) {
    match kind {
        ItemKind::Reel => (2, "clips"),
        ItemKind::FeedVideo => (2, "feed"),
        ItemKind::Image => (1, "feed"),
        ItemKind::Carousel(_) => (8, "carousel_container"),
    }
}

/// Returns the URL of the picture, which the simulator serves.
pub(super) fn picture(item: &Item) -> String {
    pictures::of_post(item.id)
}

/// Builds the list of users who pinned a post: its owner or empty.
pub(super) fn pinned_by(account: &Account, item: &Item) -> Value {
    if item.pinned {
        json!([account.user_id.to_string()])
    } else {
        json!([])
    }
}

fn caption(account: &Account, item: &Item) -> Value {
    item.caption.as_ref().map_or(Value::Null, |text| {
        json!({"text": text, "created_at": item.taken_at, "pk": item.id.to_string(), "user_id": account.user_id.to_string()})
    })
}
