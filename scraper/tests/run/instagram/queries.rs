//! Stored queries that are stale, and the requests that replace them.

use clipmeter_proto::v1::PlatformConfig;
use serde_json::json;

use super::pool::{received, with_session_pool};
use super::{
    CLIPS, FEED, PROFILE, QUERY, TIMELINE, clips, feed, media, profile, retired, timeline, with_session,
};
use crate::fake_platform::{REQUESTED_NAME, StubResponse};
use crate::setup::account;

#[tokio::test]
async fn stale_query_falls_back_to_feed_until_also_retired() {
    let setup = with_session(vec![account(1, "someone"), account(2, "other")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", REQUESTED_NAME, 3, &[])]);
    let mut stale = StubResponse::recorded("instagram/err_graphql_execution_error.json");
    stale = StubResponse::status(400, stale.body());
    platform.on(QUERY, [stale.clone()]).on("/api/graphql", [stale]);
    platform.on(FEED, [feed(&[media(9, 1)], "someone", None), retired()]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "schema_changed"]);
}

#[tokio::test]
async fn stale_doc_id_is_replaced_and_not_requested_again() {
    let setup = with_session(vec![account(1, "someone"), account(2, "other")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", REQUESTED_NAME, 2, &[])]);
    let stale = StubResponse::recorded("instagram/err_graphql_execution_error.json").body();
    platform.on_marked(
        QUERY,
        "doc_id=28534843459473863",
        [StubResponse::status(400, stale)],
    );
    platform.on_marked(QUERY, TIMELINE, [timeline(&[media(30, 2), media(20, 1)], None)]);
    platform.on_marked(QUERY, CLIPS, [clips(&[(30, 300)], None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    let (numbers, named): (Vec<_>, Vec<_>) = platform
        .received_at(QUERY)
        .iter()
        .map(|received| {
            let names =
                ["x-fb-friendly-name", "x-root-field-name"].map(|name| received.header(name).to_owned());
            assert_eq!(
                received.form("fb_api_req_friendly_name").unwrap_or_default(),
                names[0]
            );
            (received.form("doc_id").unwrap(), names)
        })
        .unzip();
    let (timeline, clips) = ("28544666141895803", "27234427476213202");
    assert_eq!(numbers, ["28534843459473863", timeline, clips, timeline, clips]);
    assert_eq!(
        named[1],
        [
            "PolarisProfilePostsTabContentQuery_connection",
            "xdt_api__v1__feed__user_timeline_graphql_connection"
        ]
    );
    assert_eq!(
        named[2],
        ["", "xdt_api__v1__clips__user__connection_v2"],
        "no name is made up"
    );
}

#[tokio::test]
async fn query_that_worked_is_not_stale_after_one_failure() {
    let setup = with_session(vec![
        account(1, "someone"),
        account(2, "odd"),
        account(3, "other"),
    ])
    .await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", REQUESTED_NAME, 1, &[])]);
    platform.on_marked(QUERY, TIMELINE, [timeline(&[media(30, 2)], None)]);
    let odd = StubResponse::recorded("instagram/err_graphql_execution_error.json").body();
    let plays = || clips(&[(30, 300)], None);
    platform.on_marked(QUERY, CLIPS, [plays(), StubResponse::status(400, odd), plays()]);
    setup.run().await.unwrap();
    let views: Vec<_> = setup
        .recorded()
        .observations()
        .into_iter()
        .map(|item| item.views)
        .collect();
    assert_eq!(views, [Some(300), None, Some(300)]);
}

#[tokio::test]
async fn query_documents_all_stale_are_not_requested_again() {
    let setup = with_session(vec![account(1, "someone"), account(2, "other")]).await;
    let number = |digit: &str| format!(r#"[{{"doc_id":"{}"}}]"#, digit.repeat(16));
    let document = format!(
        r#"{{"instagram":{{"documents":{{"graphql_timeline":{},"graphql_clips":{}}}}}}}"#,
        number("1"),
        number("2")
    );
    setup.recorded().batch.platform_config = Some(PlatformConfig {
        revision: 2,
        document,
    });
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", REQUESTED_NAME, 2, &[])]);
    let stale = StubResponse::recorded("instagram/err_graphql_execution_error.json").body();
    platform.on(QUERY, [StubResponse::status(400, stale)]);
    platform.on(FEED, [feed(&[media(30, 2), media(20, 1)], "someone", None)]);
    let mut reel = media(30, 2);
    reel["play_count"] = json!(300);
    let list = json!({"items": [{"media": reel}], "paging_info": {"more_available": false}, "status": "ok"});
    platform.on("/api/v1/clips/user/", [StubResponse::ok(list.to_string())]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    let numbers: Vec<_> = platform
        .received_at(QUERY)
        .iter()
        .filter_map(|received| received.form("doc_id"))
        .collect();
    assert_eq!(numbers, ["1".repeat(16), "2".repeat(16)]);
    let views: Vec<_> = setup
        .recorded()
        .observations()
        .into_iter()
        .map(|item| item.views)
        .collect();
    assert_eq!(views, [Some(300), None, Some(300), None]);
}

#[tokio::test]
async fn plays_come_from_older_list_when_query_is_stale() {
    let setup = with_session(vec![account(1, "someone"), account(2, "other")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", REQUESTED_NAME, 2, &[])]);
    platform.on_marked(QUERY, TIMELINE, [timeline(&[media(30, 2), media(20, 2)], None)]);
    let stale = StubResponse::recorded("instagram/err_graphql_execution_error.json").body();
    platform.on_marked(QUERY, CLIPS, [StubResponse::status(400, stale)]);
    let mut reel = media(30, 2);
    reel["play_count"] = json!(300);
    let list = json!({"items": [{"media": reel}], "paging_info": {"more_available": false}, "status": "ok"});
    platform.on(
        "/api/v1/clips/user/",
        [StubResponse::ok(list.to_string()), retired()],
    );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    let views: Vec<_> = setup
        .recorded()
        .observations()
        .into_iter()
        .map(|item| item.views)
        .collect();
    assert_eq!(
        views,
        [Some(300), None, None, None],
        "what no list tells stays unknown"
    );
    assert_eq!(
        platform.received_at("/api/v1/clips/user/")[0]
            .form("target_user_id")
            .as_deref(),
        Some("42")
    );
}

#[tokio::test]
async fn query_that_fails_anonymously_is_retried_with_session() {
    let setup = with_session_pool(vec![account(1, "someone")], [7]).await;
    let document = json!({"instagram": {
        "documents": {"graphql_timeline": [{"doc_id": "1".repeat(16)}]},
        "strategies": {"posts": ["anonymous:graphql_timeline", "session:graphql_timeline"]},
    }});
    setup.recorded().batch.platform_config = Some(PlatformConfig {
        revision: 2,
        document: document.to_string(),
    });
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", REQUESTED_NAME, 1, &[])]);
    let odd = StubResponse::recorded("instagram/err_graphql_execution_error.json").body();
    let responses = [StubResponse::status(400, odd), timeline(&[media(20, 1)], None)];
    platform.on_marked(QUERY, TIMELINE, responses);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let with: Vec<_> = received(&setup)
        .into_iter()
        .filter(|(target, _)| target.starts_with(QUERY))
        .map(|(_, session)| session)
        .collect();
    assert_eq!(with, [None, Some(7)]);
}
