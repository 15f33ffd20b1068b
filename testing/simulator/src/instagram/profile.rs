//! Profiles: `web_profile_info` with the newest posts in the older format, the profile by ID, and the search.

use serde_json::{Value, json};

use super::{
    InstagramRefusal, PAGE,
    media::{picture, pinned_by, user},
    page::{Cut, shelf},
};
use crate::{
    clock::Millis,
    pictures,
    request::PageParams,
    response::SimulatedResponse,
    world::{Account, AccountKind, Item, ItemKind, shortcode},
};

/// The count in the like edges when the owner hides the likes.
const HIDDEN_LIKES: i64 = -1;

/// Of 100 plays this many last the three seconds that count as a "view" in the older format.
const VIEWS_PER_100_PLAYS: u64 = 40;

/// GET `web_profile_info`.
pub(super) fn info(account: Option<&Account>, now: Millis) -> SimulatedResponse {
    let Some(account) = account else {
        return SimulatedResponse::json(&json!({"data": {"user": null}, "status": "ok"}));
    };
    let private = account.kind == AccountKind::Private;
    let cut = Cut::of(
        account,
        shelf(account, now),
        &PageParams {
            size: PAGE,
            after: None,
        },
    );
    let shows = account.shows_edges && !private;
    let edges: Vec<Value> = if shows {
        cut.items.iter().map(|item| edge(account, item, now)).collect()
    } else {
        Vec::new()
    };
    let count = account.count(now);
    SimulatedResponse::json(&json!({
        "data": {"user": {
            "id": account.user_id.to_string(),
            "username": account.username,
            "full_name": account.display_name,
            "biography": account.biography,
            "profile_pic_url": pictures::of_instagram_user(account.user_id),
            "is_private": private,
            "is_verified": account.verified,
            "is_business_account": false,
            "is_professional_account": true,
            "hide_like_and_view_counts": false,
            "external_url": null,
            "edge_followed_by": {"count": account.followers(now)},
            "edge_follow": {"count": account.following},
            "edge_felix_video_timeline": timeline(0, None, false, &[]),
            "edge_owner_to_timeline_media": timeline(count, cut.opaque_cursor().as_deref().filter(|_| shows), shows && cut.has_more, &edges),
        }},
        "status": "ok",
    }))
}

/// Builds the GraphQL profile by user ID.
pub(super) fn by_id(account: Option<&Account>, now: Millis) -> SimulatedResponse {
    let user = account.map(|account| {
        let mut user = user(account);
        user["is_private"] = json!(account.kind == AccountKind::Private);
        user["media_count"] = json!(account.count(now));
        user["follower_count"] = json!(account.followers(now));
        user["following_count"] = json!(account.following);
        user
    });
    SimulatedResponse::json(
        &json!({"data": {"user": user, "viewer": {}}, "extensions": {"is_final": true}, "status": "ok"}),
    )
}

/// GET `topsearch`: the exact match, or no result.
pub(super) fn search(account: Option<&Account>) -> SimulatedResponse {
    let users: Vec<Value> = account.iter().map(|account| user(account)).collect();
    users_found(&users)
}

/// Builds the search result for an account with only these fields.
pub(crate) fn found(user_id: &str, username: &str) -> SimulatedResponse {
    users_found(&[json!({"pk": user_id, "username": username})])
}

fn users_found(users: &[Value]) -> SimulatedResponse {
    let users: Vec<Value> = users
        .iter()
        .map(|user| json!({"position": 0, "user": user}))
        .collect();
    SimulatedResponse::json(
        &json!({"users": users, "places": [], "hashtags": [], "has_more": false, "status": "ok"}),
    )
}

/// Returns the refusal if the account's items cannot be listed.
pub(super) fn listable(account: Option<&Account>) -> Result<&Account, InstagramRefusal> {
    match account {
        None => Err(InstagramRefusal::UserNotFound),
        Some(account) if account.kind == AccountKind::Private => Err(InstagramRefusal::NotAuthorized),
        Some(account) => Ok(account),
    }
}

/// Builds a timeline connection in the older format.
pub(super) fn timeline(count: u32, cursor: Option<&str>, has_next: bool, edges: &[Value]) -> Value {
    json!({"count": count, "page_info": {"has_next_page": has_next, "end_cursor": cursor}, "edges": edges})
}

/// Builds a post in the older format.
pub(super) fn edge(account: &Account, item: &Item, now: Millis) -> Value {
    let counts = item.counts(now);
    let likes = if item.likes_hidden {
        json!(HIDDEN_LIKES)
    } else {
        json!(counts.likes)
    };
    let typename = match item.kind {
        ItemKind::Reel | ItemKind::FeedVideo => "GraphVideo",
        ItemKind::Image => "GraphImage",
        ItemKind::Carousel(_) => "GraphSidecar",
    };
    let captions: Vec<Value> = item
        .caption
        .iter()
        .map(|text| json!({"node": {"text": text}}))
        .collect();
    let mut node = json!({
        "__typename": typename,
        "id": item.id.to_string(),
        "shortcode": shortcode(item.id),
        "display_url": picture(item),
        "is_video": item.kind.is_video(),
        "owner": {"id": account.user_id.to_string(), "username": account.username},
        "edge_media_to_caption": {"edges": captions},
        "edge_media_to_comment": {"count": counts.comments},
        "comments_disabled": item.comments_off,
        "taken_at_timestamp": item.taken_at,
        "edge_liked_by": {"count": likes},
        "edge_media_preview_like": {"count": likes},
        "like_and_view_counts_disabled": item.likes_hidden,
        "pinned_for_users": pinned_by(account, item),
        "coauthor_producers": [],
    });
    if item.kind.is_video() {
        node["video_view_count"] = json!(counts.views * VIEWS_PER_100_PLAYS / 100);
        node["product_type"] = json!(if item.kind == ItemKind::Reel {
            "clips"
        } else {
            "feed"
        });
    }
    json!({"node": node})
}
