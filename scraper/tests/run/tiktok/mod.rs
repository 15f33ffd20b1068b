//! TikTok accounts and videos end to end.

mod accounts;
mod crawls;
mod lists;
mod malicious_urls;
mod strange;
mod strategies;
mod videos;

use clipmeter_proto::v1::{Platform, Unit};
use serde_json::{Value, json};

use crate::fake_platform::StubResponse;
use crate::setup::{NOW, Setup};

pub(crate) const LIST: &str = "/api/creator/item_list/";
pub(crate) const SEC_UID: &str = "MS4wLjABAAAAoneoneoneoneoneoneoneoneoneoneoneone";
pub(crate) const WEEK: i64 = 7 * 24 * 3600;
pub(crate) const ID: &str = "7526770564367748360";

pub(crate) async fn setup(units: Vec<Unit>) -> Setup {
    Setup::new(Platform::Tiktok, units).await
}

pub(crate) fn page(scope: &Value) -> StubResponse {
    let data = json!({"__DEFAULT_SCOPE__": scope});
    let script =
        format!(r#"<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">{data}</script>"#);
    // Real pages are large; small ones are classified as challenges.
    StubResponse::ok(format!(
        "<!DOCTYPE html><html><head>{script}</head><body>{}</body></html>",
        " ".repeat(40_000)
    ))
}

pub(crate) fn user_page(id: &str, username: &str, sec_uid: &str, videos: u32) -> StubResponse {
    page(
        &json!({"webapp.user-detail": {"statusCode": 0, "statusMsg": "", "userInfo": {
            "user": {"id": id, "uniqueId": username, "nickname": "Some One", "secUid": sec_uid, "privateAccount": false},
            "stats": {"followerCount": 1500, "followingCount": 3, "heartCount": 9000, "videoCount": videos},
            "statsV2": {"followerCount": "1512", "followingCount": "3", "heartCount": "9012", "videoCount": videos.to_string()},
            "itemList": [],
        }}}),
    )
}

pub(crate) fn user_status(code: i64) -> StubResponse {
    page(&json!({"webapp.user-detail": {"statusCode": code, "statusMsg": ""}}))
}

pub(crate) fn item(id: u64, username: &str, posted_at: i64) -> Value {
    json!({
        "id": (7_000_000_000_000_000_000 + id).to_string(), "desc": format!("video {id}"), "createTime": posted_at,
        "author": {"id": "77", "uniqueId": username, "secUid": SEC_UID},
        "stats": {"playCount": 12000, "diggCount": 300, "commentCount": 20, "shareCount": 4, "collectCount": "1"},
        "statsV2": {"playCount": "12034", "diggCount": "301", "commentCount": "20", "shareCount": "4", "collectCount": "1"},
        "video": {"duration": 10},
    })
}

/// The same video by another author.
pub(crate) fn by(mut item: Value, id: &str, sec_uid: &str) -> Value {
    (item["author"]["id"], item["author"]["secUid"]) = (id.into(), sec_uid.into());
    item
}

pub(crate) fn list(items: &[Value], has_more: bool) -> StubResponse {
    let body = json!({"statusCode": 0, "itemList": items, "hasMorePrevious": has_more, "cursor": "0", "extra": {"now": 0}});
    StubResponse::ok(body.to_string())
}

pub(crate) fn video_page(code: i64) -> StubResponse {
    let item = if code == 0 {
        json!({"itemStruct": item(1, "someone", NOW - 60)})
    } else {
        json!({})
    };
    page(&json!({"webapp.video-detail": {"statusCode": code, "statusMsg": "", "itemInfo": item}}))
}

pub(crate) fn cursors(setup: &Setup) -> Vec<i64> {
    let lists = setup.platform.received_at(LIST);
    lists
        .iter()
        .map(|received| received.query("cursor").unwrap().parse().unwrap())
        .collect()
}

pub(crate) fn devices(setup: &Setup) -> Vec<String> {
    setup
        .platform
        .received_at(LIST)
        .iter()
        .map(|received| received.query("device_id").unwrap())
        .collect()
}

pub(crate) fn numbers(setup: &Setup) -> Vec<u64> {
    let ids = setup
        .recorded()
        .observations()
        .into_iter()
        .map(|item| item.external_id);
    ids.map(|id| id.parse::<u64>().unwrap() - 7_000_000_000_000_000_000)
        .collect()
}
