//! The embeds for other sites and oEmbed: rounded counts or none, but accessible to all clients.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::item::{rounded, stats};
use crate::{
    clock::Millis,
    response::{SimulatedResponse, embed},
    world::{Account, AccountKind, Item},
};

/// Number of videos in an embedded profile.
const NEWEST: usize = 10;

/// GET `/embed/@{username}`.
pub(super) fn user(username: &str, account: Option<&Account>, now: Millis) -> SimulatedResponse {
    let Some(account) = account.filter(|account| account.kind != AccountKind::Private) else {
        return missing(&format!("/embed/@{username}"));
    };
    let stats = stats(account, now);
    let videos: Vec<Value> = account
        .newest_first(now)
        .take(NEWEST)
        .map(|item| {
            json!({
                "id": item.id.to_string(),
                "desc": item.caption.as_deref().unwrap_or_default(),
                "playCount": rounded(item.counts(now).views),
                "privateItem": false,
            })
        })
        .collect();
    state(&json!({format!("/embed/@{}", account.username): {
        "isReady": true,
        "userInfo": {
            "id": account.user_id.to_string(),
            "uniqueId": account.username,
            "nickname": account.display_name,
            "secUid": account.sec_uid,
            "followerCount": stats["followerCount"].to_string(),
            "followingCount": stats["followingCount"].to_string(),
            "heartCount": stats["heartCount"].to_string(),
            "verified": account.verified,
        },
        "videoList": videos,
    }}))
}

/// GET `/embed/v2/{id}`.
pub(super) fn video(id: &str, found: Option<(&Account, &Item)>, now: Millis) -> SimulatedResponse {
    let path = format!("/embed/v2/{id}");
    let Some((account, item)) = public(found) else {
        return missing(&path);
    };
    let counts = item.counts(now);
    state(&json!({path: {"isReady": true, "videoData": {
        "itemInfos": {
            "id": item.id.to_string(),
            "text": item.caption.as_deref().unwrap_or_default(),
            "createTime": item.taken_at.to_string(),
            "playCount": rounded(counts.views),
            "diggCount": rounded(counts.likes),
            "commentCount": rounded(counts.comments),
            "shareCount": rounded(counts.shares),
            "isAd": false,
        },
        "authorInfos": {
            "userId": account.user_id.to_string(),
            "uniqueId": account.username,
            "nickName": account.display_name,
            "secUid": account.sec_uid,
            "verified": account.verified,
        },
        "authorStats": {"followerCount": rounded(account.followers(now))},
    }}}))
}

/// Builds the embed without content.
pub(crate) fn missing(path: &str) -> SimulatedResponse {
    state(&json!({path: {"isReady": true, "is404": true}})).with_status(StatusCode::NOT_FOUND)
}

/// GET `/oembed?url=`: the author, but no counts.
pub(super) fn oembed(found: Option<(&Account, &Item)>) -> SimulatedResponse {
    let Some((account, item)) = public(found) else {
        return SimulatedResponse::json_text(
            StatusCode::BAD_REQUEST,
            r#"{"message":"Something went wrong","code":400}"#,
        );
    };
    SimulatedResponse::json(&json!({
        "version": "1.0",
        "type": "video",
        "title": item.caption.as_deref().unwrap_or_default(),
        "author_url": format!("https://www.tiktok.com/@{}", account.username),
        "author_name": account.display_name,
        "author_unique_id": account.username,
        "embed_product_id": item.id.to_string(),
        "embed_type": "video",
        "html": format!("<blockquote class=\"tiktok-embed\" data-video-id=\"{}\"></blockquote>", item.id),
        "width": "100%",
        "height": "100%",
        "thumbnail_width": 576,
        "thumbnail_height": 1024,
        "thumbnail_url": format!("https://p16.example/{}.jpg", item.id),
        "provider_name": "TikTok",
        "provider_url": "https://www.tiktok.com",
    }))
}

fn public<'a>(found: Option<(&'a Account, &'a Item)>) -> Option<(&'a Account, &'a Item)> {
    found.filter(|(account, _)| account.kind != AccountKind::Private)
}

fn state(data: &Value) -> SimulatedResponse {
    let state = json!({"router": {"link": "/"}, "source": {"data": data}});
    SimulatedResponse::html(format!(
        "<!DOCTYPE html><html><head><title>TikTok</title></head><body><div id=\"root\"></div>\
         <script id=\"__FRONTITY_CONNECT_STATE__\" type=\"application/json\">{}</script></body></html>",
        embed(&state),
    ))
}
