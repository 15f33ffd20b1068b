//! Generated responses: small ones in which all counts differ, so that none can be mistaken for another.

use clipmeter_scraper::core::model::ResponseKind;
use clipmeter_scraper::platforms::{instagram, tiktok};
use serde_json::{Value, json};

use crate::donor::Donor;

/// Returns all generated responses.
pub(crate) fn donors() -> Vec<Donor> {
    let of = |name: &str, kind, document: Value| Donor::new(name, kind, document.to_string().into_bytes());
    let posts = || (1..4).map(post).collect::<Vec<_>>();
    let videos = || (1..4).map(video).collect::<Vec<_>>();
    let edges = || {
        posts()
            .into_iter()
            .map(|post| json!({"node": post}))
            .collect::<Vec<_>>()
    };
    let reels = || {
        posts()
            .into_iter()
            .map(|post| json!({"node": {"media": post}}))
            .collect::<Vec<_>>()
    };
    let page_info = json!({"has_next_page": true, "end_cursor": "c1"});
    let status = json!({"statusCode": 0, "statusMsg": ""});
    let mut detail = status.clone();
    detail["itemInfo"] = json!({"itemStruct": video(1)});
    let mut user = status.clone();
    user["userInfo"] = json!({
        "user": {"id": "77", "uniqueId": "someone", "nickname": "Some One", "secUid": "MS4wLjABAAAA", "privateAccount": false},
        "stats": {"followerCount": 1500, "followingCount": 31, "heartCount": 9000, "videoCount": 41},
        "statsV2": {"followerCount": "1512", "followingCount": "31", "heartCount": "9012", "videoCount": "41"},
    });
    let scope = |name: &str, value: &Value| json!({"__DEFAULT_SCOPE__": {name: value, "seo.abtest": {"canonical": "https://www.tiktok.com/@someone"}}});
    vec![
        of(
            "own feed",
            instagram::kinds::FEED_USER,
            json!({"items": posts(), "more_available": true, "next_max_id": "m1", "status": "ok",
                   "user": {"pk": "77", "username": "someone", "is_private": false}}),
        ),
        of(
            "own timeline",
            instagram::kinds::GRAPHQL_TIMELINE_XDT,
            json!({"data": {"xdt_api__v1__feed__user_timeline_graphql_connection": {"edges": edges(), "page_info": page_info}},
                   "status": "ok"}),
        ),
        of(
            "own reels",
            instagram::kinds::GRAPHQL_CLIPS,
            json!({"data": {"xdt_api__v1__clips__user__connection_v2": {"edges": reels(), "page_info": page_info}},
                   "status": "ok"}),
        ),
        of(
            "own profile",
            instagram::kinds::WEB_PROFILE_INFO,
            json!({"status": "ok", "data": {"user": {"id": "77", "username": "someone", "full_name": "Some One", "is_private": false,
                   "edge_followed_by": {"count": 1512}, "edge_follow": {"count": 31},
                   "edge_owner_to_timeline_media": {"count": 41, "page_info": page_info, "edges": edges()}}}}),
        ),
        of(
            "own list",
            tiktok::kinds::ITEM_LIST,
            json!({"statusCode": 0, "itemList": videos(), "hasMorePrevious": true, "cursor": "0"}),
        ),
        page(
            "own video page",
            tiktok::kinds::VIDEO_PAGE,
            &scope("webapp.video-detail", &detail),
        ),
        page(
            "own user page",
            tiktok::kinds::USER_PAGE,
            &scope("webapp.user-detail", &user),
        ),
    ]
}

/// The n-th post of an account: a reel.
fn post(n: i64) -> Value {
    json!({
        "pk": (3_400_000_000_000_000_000 + n).to_string(), "code": format!("Cabc{n}"), "media_type": 2, "product_type": "clips",
        "taken_at": 1_790_000_000 - n, "user": {"pk": "77", "username": "someone"}, "caption": {"text": format!("post number {n}")},
        "play_count": 120_340 + n, "like_count": 3010 + n, "comment_count": 210 + n,
        "like_and_view_counts_disabled": false,
    })
}

/// The n-th video of an account, with counts of both sources.
fn video(n: i64) -> Value {
    json!({
        "id": (7_500_000_000_000_000_000 + n).to_string(), "desc": format!("video number {n}"), "createTime": 1_790_000_000 - n,
        "author": {"id": "77", "uniqueId": "someone", "secUid": "MS4wLjABAAAA"},
        "stats": {"playCount": 120_000, "diggCount": 3010 + n, "commentCount": 210 + n, "shareCount": 45 + n, "collectCount": 61 + n},
        "statsV2": {"playCount": (120_340 + n).to_string(), "diggCount": (3010 + n).to_string(),
                    "commentCount": (210 + n).to_string(), "shareCount": (45 + n).to_string(), "collectCount": (61 + n).to_string()},
        "video": {"duration": 10},
    })
}

/// Real pages are large; small ones are classified as challenges.
fn page(name: &str, kind: ResponseKind, data: &Value) -> Donor {
    let page = format!(
        "<!DOCTYPE html><html><head><script id=\"__UNIVERSAL_DATA_FOR_REHYDRATION__\" type=\"application/json\">{data}</script>\
         </head><body>{}</body></html>",
        " ".repeat(40_000)
    );
    Donor::new(name, kind, page.into_bytes())
}
