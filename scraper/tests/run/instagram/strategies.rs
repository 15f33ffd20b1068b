//! The order in which strategies for the same data are tried.

use clipmeter_proto::v1::{Address, PlatformConfig, Works};
use serde_json::{Value, json};

use super::pool::{endpoints, received, session, with_session_pool};
use super::{CLIPS, FEED, PROFILE, QUERY, TIMELINE, clips, feed, ids, media, profile, retired, timeline};
use crate::fake_platform::StubResponse;
use crate::setup::{NOW, Setup, account};

const CLIPS_USER: &str = "/api/v1/clips/user/";
const BY_NAME: &str = "/api/v1/feed/user/someone/username/";
const BY_ID: &str = "/api/v1/feed/user/42/";

/// The API's platform configuration sets the order of strategies for these needs.
fn order(setup: &Setup, strategies: &Value) {
    let document = json!({"instagram": {"strategies": strategies}}).to_string();
    setup.recorded().batch.platform_config = Some(PlatformConfig {
        revision: 2,
        document,
    });
}

/// Returns the requests that the platform received, except for its home page: the path and the session.
fn paths(setup: &Setup) -> Vec<(String, Option<i64>)> {
    received(setup)
        .into_iter()
        .filter(|(target, _)| target != "/")
        .map(|(target, session)| (target.split('?').next().unwrap_or_default().to_owned(), session))
        .collect()
}

fn with(session: Option<i64>, path: &str) -> (String, Option<i64>) {
    (path.to_owned(), session)
}

fn worked(need: &str, endpoint: &str) -> Works {
    Works {
        need: need.to_owned(),
        endpoint: endpoint.to_owned(),
        since: NOW - 60,
    }
}

/// The older list of reels, with one.
fn reels(id: u64, plays: u64) -> StubResponse {
    let mut reel = media(id, 2);
    reel["play_count"] = json!(plays);
    let list = json!({"items": [{"media": reel}], "paging_info": {"more_available": false}, "status": "ok"});
    StubResponse::ok(list.to_string())
}

/// A platform on which every way is open to sessions.
fn open_to_sessions(setup: &Setup) {
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", "someone", 1, &[])]);
    platform.on(FEED, [feed(&[media(30, 2)], "someone", None)]);
    platform.on_marked(QUERY, TIMELINE, [timeline(&[media(30, 2)], None)]);
    platform.on_marked(QUERY, CLIPS, [clips(&[(30, 300)], None)]);
    platform.on(CLIPS_USER, [reels(30, 300)]);
}

#[tokio::test]
async fn strategies_are_tried_in_configured_order() {
    let setup = with_session_pool(vec![account(1, "someone")], [7]).await;
    order(
        &setup,
        &json!({
            "profile": ["session:feed_by_name", "anonymous:web_profile_info"],
            "posts": ["session:feed_user", "session:graphql_timeline"],
            "plays": ["session:clips_user", "session:graphql_clips"],
        }),
    );
    open_to_sessions(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let signed_in = [BY_NAME, BY_ID, CLIPS_USER].map(|path| with(Some(7), path));
    assert_eq!(paths(&setup), signed_in);
    assert_eq!(setup.recorded().observations()[0].views, Some(300));
}

#[tokio::test]
async fn strategy_that_is_closed_falls_back_to_next_one() {
    let setup = with_session_pool(vec![account(1, "someone"), account(2, "someone")], [7]).await;
    order(
        &setup,
        &json!({
            "posts": ["session:feed_user", "session:graphql_timeline"],
            "plays": ["session:clips_user", "session:graphql_clips"],
        }),
    );
    setup.platform.on(FEED, [retired()]).on(CLIPS_USER, [retired()]);
    open_to_sessions(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    let first = [
        with(None, PROFILE),
        with(Some(7), BY_ID),
        with(Some(7), QUERY),
        with(Some(7), CLIPS_USER),
        with(Some(7), QUERY),
    ];
    let second = [with(None, PROFILE), with(Some(7), QUERY), with(Some(7), QUERY)];
    assert_eq!(
        paths(&setup),
        [&first[..], &second].concat(),
        "what is closed is on cooldown"
    );
    let views: Vec<_> = setup
        .recorded()
        .observations()
        .into_iter()
        .map(|item| item.views)
        .collect();
    assert_eq!(views, [Some(300); 2]);
}

#[tokio::test]
async fn strategy_that_worked_recently_for_session_is_tried_first() {
    let setup = with_session_pool(vec![account(1, "someone")], []).await;
    let mut leased = session(7);
    leased.works = vec![
        worked("profile", "feed_by_name"),
        worked("posts", "feed_user"),
        worked("plays", "clips_user"),
    ];
    setup.recorded().pool = vec![leased];
    let closed = r#"{"message":"","require_login":true,"status":"fail"}"#;
    setup.platform.on(PROFILE, [StubResponse::status(401, closed)]);
    open_to_sessions(&setup);
    setup.run().await.unwrap();
    assert_eq!(
        (setup.outcomes(), ids(&setup)),
        (vec!["ok"], vec!["30".to_owned()])
    );
    // The session is leased when anonymous clients are refused; from then on its own endpoint states apply.
    assert_eq!(
        paths(&setup),
        [
            with(None, PROFILE),
            with(Some(7), BY_NAME),
            with(Some(7), BY_ID),
            with(Some(7), CLIPS_USER)
        ]
    );
    assert!(
        endpoints(&setup).iter().all(|report| report.session_id == 0),
        "none of it is news"
    );
}

#[tokio::test]
async fn strategy_that_worked_anonymously_does_not_precede_session_strategies() {
    let setup = with_session_pool(vec![account(1, "someone")], [7]).await;
    setup.recorded().batch.address = Some(Address {
        works: vec![worked("profile", "profile_page")],
        ..Address::default()
    });
    setup.platform.on(PROFILE, [profile("42", "someone", 0, &[])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
    assert_eq!(
        paths(&setup),
        [with(None, PROFILE)],
        "the page is for when no session is free"
    );
}
