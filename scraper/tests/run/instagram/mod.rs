//! Instagram accounts end to end.

mod accounts;
mod discovery;
mod items;
pub(crate) mod pool;
mod posts;
mod queries;
mod sessions;
mod strange;
mod strategies;

use clipmeter_proto::v1::{Address, Platform, Unit};
use serde_json::{Value, json};

use crate::fake_platform::StubResponse;
use crate::setup::{SESSION, Setup};

pub(crate) const PROFILE: &str = "/api/v1/users/web_profile_info/";
pub(crate) const QUERY: &str = "/graphql/query";
/// Path of the query for an account by its id.
pub(crate) const BY_ID: &str = "/api/graphql";
pub(crate) const FEED: &str = "/api/v1/feed/user/";
/// Part of a query's form that distinguishes the two lists.
pub(crate) const TIMELINE: &str = "include_reel_media_seen_timestamp";
pub(crate) const CLIPS: &str = "include_feed_video";

const ANONYMOUS_ENDPOINTS: [&str; 6] = [
    "web_profile_info",
    "profile_page",
    "graphql_timeline",
    "graphql_clips",
    "graphql_logged_out",
    "post_page",
];

/// A run with one session. Instagram shows anonymous clients nothing, so the session reads everything.
pub(crate) async fn with_session(units: Vec<Unit>) -> Setup {
    let setup = Setup::with_session(Platform::Instagram, units, Some(SESSION)).await;
    setup.recorded().batch.address = Some(Address {
        cooldowns: ANONYMOUS_ENDPOINTS.map(pool::cooldown).into(),
        ..Address::default()
    });
    let home =
        r#"<html><script id="__eqmc" type="application/json">{"f":"dtsg:1","l":"lsd-1"}</script></html>"#;
    setup.platform.on("=/", [StubResponse::ok(home)]);
    setup
}

pub(crate) async fn without_session(units: Vec<Unit>) -> Setup {
    Setup::with_session(Platform::Instagram, units, None).await
}

pub(crate) fn profile(id: &str, username: &str, count: u32, edges: &[Value]) -> StubResponse {
    let has_more = count as usize > edges.len();
    let body = json!({"data": {"user": {
        "id": id, "username": username, "full_name": "Some One", "is_private": false,
        "edge_followed_by": {"count": 1000}, "edge_follow": {"count": 10},
        "edge_owner_to_timeline_media": {
            "count": count, "page_info": {"has_next_page": has_more, "end_cursor": "e"}, "edges": edges,
        },
    }}, "status": "ok"});
    StubResponse::ok(body.to_string())
}

pub(crate) fn edge(id: u64, views: Option<u64>) -> Value {
    json!({"node": {
        "__typename": if views.is_some() { "GraphVideo" } else { "GraphImage" },
        "id": id.to_string(), "shortcode": format!("C{id}"), "is_video": views.is_some(),
        "taken_at_timestamp": 1_700_000_000 + id, "video_view_count": views,
        "edge_media_to_caption": {"edges": [{"node": {"text": "from the profile"}}]},
        "edge_media_preview_like": {"count": 5}, "edge_media_to_comment": {"count": 2},
        "owner": {"id": "42", "username": "someone"},
    }})
}

pub(crate) fn media(id: u64, kind: u8) -> Value {
    json!({
        "pk": id.to_string(), "id": format!("{id}_42"), "code": format!("C{id}"), "media_type": kind,
        "product_type": if kind == 2 { "clips" } else { "feed" }, "taken_at": 1_700_000_000 + id,
        "caption": {"text": format!("post {id}")}, "like_count": id * 10, "comment_count": id,
        "view_count": null, "play_count": null, "user": {"pk": "42", "username": "someone"},
    })
}

/// The same post by another author.
pub(crate) fn by(mut media: Value, author: &str) -> Value {
    media["user"] = json!({"pk": author});
    media
}

pub(crate) fn timeline(items: &[Value], cursor: Option<&str>) -> StubResponse {
    let edges: Vec<Value> = items
        .iter()
        .map(|item| json!({"node": item, "cursor": ""}))
        .collect();
    let body = json!({"data": {"xdt_api__v1__feed__user_timeline_graphql_connection": {
        "edges": edges, "page_info": {"has_next_page": cursor.is_some(), "end_cursor": cursor},
    }}, "extensions": {"is_final": true}, "status": "ok"});
    StubResponse::ok(body.to_string())
}

pub(crate) fn clips(plays: &[(u64, u64)], cursor: Option<&str>) -> StubResponse {
    let edges: Vec<Value> = plays
        .iter()
        .map(|(id, plays)| {
            json!({"node": {"media": {
                "pk": id.to_string(), "code": format!("C{id}"), "play_count": plays, "view_count": null,
                "like_count": 1, "comment_count": 1, "media_type": 2, "product_type": "clips",
            }}, "cursor": ""})
        })
        .collect();
    let body = json!({"data": {"xdt_api__v1__clips__user__connection_v2": {
        "edges": edges, "page_info": {"has_next_page": cursor.is_some(), "end_cursor": cursor},
    }}, "status": "ok"});
    StubResponse::ok(body.to_string())
}

pub(crate) fn feed(items: &[Value], username: &str, cursor: Option<&str>) -> StubResponse {
    let mut body = json!({
        "items": items, "num_results": items.len(), "more_available": cursor.is_some(),
        "user": {"pk": "42", "username": username, "full_name": "Some One", "is_private": false}, "status": "ok",
    });
    if let Some(cursor) = cursor {
        body["next_max_id"] = cursor.into();
    }
    StubResponse::ok(body.to_string())
}

/// Returns the account with an id.
pub(crate) fn identity_response(id: &str, username: &str) -> StubResponse {
    let body =
        json!({"data": {"user": {"pk": id, "username": username, "is_private": false}}, "status": "ok"});
    StubResponse::ok(body.to_string())
}

pub(crate) fn retired() -> StubResponse {
    StubResponse::redirect("https://www.instagram.com/")
}

pub(crate) fn ids(setup: &Setup) -> Vec<String> {
    setup
        .recorded()
        .observations()
        .into_iter()
        .map(|item| item.external_id)
        .collect()
}

/// The views of the posts that were reported, in their order.
pub(crate) fn views(setup: &Setup) -> Vec<Option<i64>> {
    setup
        .recorded()
        .observations()
        .into_iter()
        .map(|item| item.views)
        .collect()
}
