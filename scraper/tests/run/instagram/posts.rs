//! What is read of an account with a session.

use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{CrawlCheckpoint, PlatformConfig, PlaysCheckpoint, Unit};
use serde_json::Value;

use super::{
    CLIPS, FEED, PROFILE, QUERY, TIMELINE, by, clips, edge, feed, ids, media, profile, retired, timeline,
    with_session,
};
use crate::fake_platform::{REQUESTED_NAME, StubResponse};
use crate::setup::{account, limited};

#[tokio::test]
async fn session_crawl_reads_each_post_once_with_reel_plays() {
    let setup = with_session(vec![account(1, "someone")]).await;
    let platform = &setup.platform;
    platform.on(
        PROFILE,
        [profile("42", "someone", 4, &[edge(30, Some(70)), edge(20, None)])],
    );
    // A pinned old reel comes first, and again in its place.
    let pages = [
        timeline(&[media(10, 2), media(30, 2), media(20, 1)], Some("after-20")),
        timeline(&[media(20, 1), media(15, 2), media(10, 2)], None),
    ];
    platform.on_marked(QUERY, TIMELINE, pages);
    platform.on_marked(
        QUERY,
        CLIPS,
        [
            clips(&[(30, 300)], Some("m")),
            clips(&[(15, 150), (10, 100)], None),
        ],
    );
    setup.run().await.unwrap();

    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(ids(&setup), ["10", "30", "20", "15"]);
    let views: Vec<_> = setup
        .recorded()
        .observations()
        .into_iter()
        .map(|item| item.views)
        .collect();
    assert_eq!(
        views,
        [Some(100), Some(300), None, Some(150)],
        "plays, and nothing for the image"
    );
    let recorded = setup.recorded();
    assert!(
        recorded
            .observations()
            .iter()
            .all(|item| item.views.is_none() || item.views_source == "play_count")
    );
    let unit = recorded.units().remove(0);
    assert_eq!(unit.profile.unwrap().follower_count, Some(1000));
    assert_eq!(unit.requests as usize, setup.platform.received().len());

    let queries = setup.platform.received_at(QUERY);
    let variables =
        |index: usize| -> Value { serde_json::from_str(&queries[index].form("variables").unwrap()).unwrap() };
    assert_eq!(variables(0)["username"], "someone");
    assert_eq!(variables(0)["after"], Value::Null);
    assert_eq!(variables(3)["after"], "after-20");
    for received in setup.platform.received() {
        let cookie = received.header("cookie");
        assert!(
            cookie.contains("sessionid=4815162342%3AQsession") && cookie.contains("ds_user_id=4815162342")
        );
        if received.target.starts_with(QUERY) {
            assert!(cookie.contains(&format!("csrftoken={}", received.header("x-csrftoken"))));
            assert_eq!(
                (received.form("lsd").as_deref(), received.header("x-fb-lsd")),
                (Some("lsd-1"), "lsd-1")
            );
            assert_eq!(received.header("x-ig-app-id"), "936619743392459");
        }
    }
}

#[tokio::test]
async fn long_page_is_reported_in_parts_with_progress_in_last_one() {
    let setup = with_session(vec![account(1, "someone")]).await;
    let posts: Vec<Value> = (11..=160).rev().map(|id| media(id, 1)).collect();
    let pages = [timeline(&posts, Some("next")), timeline(&[media(10, 1)], None)];
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 151, &[])])
        .on_marked(QUERY, TIMELINE, pages);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let parts: Vec<_> = setup
        .recorded()
        .pages()
        .iter()
        .map(|page| (page.observations.len(), page.checkpoint.is_some()))
        .collect();
    assert_eq!(parts, [(100, false), (50, true), (1, false)]);
}

#[tokio::test]
async fn list_that_begins_with_empty_page_is_read_while_its_cursor_advances() {
    for (second, outcome, found) in [
        (timeline(&[media(30, 1)], None), "ok", &["30"][..]),
        (timeline(&[], Some("same")), "ambiguous_empty", &[]),
    ] {
        let setup = with_session(vec![account(1, "someone")]).await;
        setup
            .platform
            .on(PROFILE, [profile("42", "someone", 9, &[])])
            .on_marked(QUERY, TIMELINE, [timeline(&[], Some("same")), second]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome]);
        assert_eq!(ids(&setup), found);
        assert_eq!(setup.platform.received_at(QUERY).len(), 2);
    }
}

#[tokio::test]
async fn list_that_leads_back_to_earlier_page_is_left() {
    let setup = with_session(vec![account(1, "someone")]).await;
    let page = |id, cursor| [timeline(&[media(id, 1)], Some(cursor))];
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 9, &[])])
        .on_marked(QUERY, "cursor-a", page(20, "cursor-b"))
        .on_marked(QUERY, "cursor-b", page(10, "cursor-a"))
        .on_marked(QUERY, TIMELINE, page(30, "cursor-a"));
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(ids(&setup), ["30", "20", "10"]);
    assert_eq!(setup.platform.received_at(QUERY).len(), 3);
    let crawl = setup.recorded().units().remove(0).crawl.unwrap();
    assert!(!crawl.reached_end, "the rest of the list was not shown");
}

#[tokio::test]
async fn retired_endpoint_is_replaced_and_not_requested_again() {
    let setup = with_session(vec![account(1, "someone"), account(2, "other")]).await;
    let platform = &setup.platform;
    platform.on_marked(PROFILE, "someone", [profile("42", "someone", 3, &[])]);
    platform.on_marked(PROFILE, "other", [profile("43", "other", 3, &[])]);
    platform.on_marked(QUERY, TIMELINE, [retired()]);
    platform.on(
        "/api/v1/feed/user/42/",
        [
            feed(&[media(9, 1), media(8, 1)], "someone", Some("m1")),
            feed(&[media(7, 1)], "someone", None),
        ],
    );
    platform.on(
        "/api/v1/feed/user/43/",
        [feed(&[by(media(6, 1), "43")], "other", None)],
    );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(ids(&setup), ["9", "8", "7", "6"]);
    assert_eq!(
        platform.received_at(QUERY).len(),
        1,
        "the second account goes straight to the feed"
    );
    assert_eq!(
        platform.received_at(FEED)[1].query("max_id").as_deref(),
        Some("m1")
    );
    assert!(
        setup.recorded().sessions().is_empty(),
        "the session is as good as before"
    );
}

#[tokio::test]
async fn interrupted_list_is_continued_by_next_strategy() {
    let setup = with_session(vec![account(1, "someone")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", "someone", 4, &[])]);
    platform.on_marked(
        QUERY,
        TIMELINE,
        [timeline(&[media(9, 1), media(8, 1)], Some("m1")), retired()],
    );
    let posts = [media(9, 1), media(8, 1), media(7, 1), media(6, 1)];
    platform.on(FEED, [feed(&posts, "someone", None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(ids(&setup), ["9", "8", "7", "6"], "each item once");
    let crawl = setup.recorded().units().remove(0).crawl.unwrap();
    assert_eq!(
        (crawl.endpoint.as_str(), crawl.reached_end, crawl.gap),
        ("feed_user", true, Some(0))
    );
}

/// A page of reels.
fn reels(ids: std::ops::RangeInclusive<u64>, cursor: Option<&str>) -> StubResponse {
    let posts: Vec<Value> = ids.rev().map(|id| media(id, 2)).collect();
    timeline(&posts, cursor)
}

/// A page of their plays.
fn plays(ids: std::ops::RangeInclusive<u64>, cursor: Option<&str>) -> StubResponse {
    let plays: Vec<(u64, u64)> = ids.rev().map(|id| (id, id * 10)).collect();
    clips(&plays, cursor)
}

/// An account whose posts 15 to 20 are stored, to be resumed at the checkpoint.
fn resumed(checkpoint: CrawlCheckpoint) -> Unit {
    let mut unit = account(1, "someone");
    if let Some(Target::Account(target)) = &mut unit.target {
        target.known_ids = (15..=20).rev().collect();
        target.known_count = 6;
        target.resume = Some(checkpoint);
    }
    unit
}

#[tokio::test]
async fn crawl_resumes_after_last_stored_page_with_plays() {
    let first = with_session(vec![account(1, "someone")]).await;
    first.platform.on(PROFILE, [profile("42", "someone", 9, &[])]);
    let pages = [
        reels(18..=20, Some("t18")),
        reels(15..=17, Some("t15")),
        StubResponse::status(
            429,
            r#"{"message":"Please wait a few minutes before you try again.","status":"fail"}"#,
        ),
    ];
    first.platform.on_marked(QUERY, TIMELINE, pages);
    let pages = [plays(18..=20, Some("c18")), plays(15..=17, Some("c15"))];
    first.platform.on_marked(QUERY, CLIPS, pages);
    first.run().await.unwrap();
    assert_eq!(first.outcomes(), ["rate_limited"]);
    let checkpoint = first.recorded().pages().pop().unwrap().checkpoint.unwrap();
    let expected = CrawlCheckpoint {
        endpoint: "graphql_timeline".to_owned(),
        cursor: "t15".to_owned(),
        covered_from_id: 20,
        covered_to_id: 15,
        listed: 6,
        plays: Some(PlaysCheckpoint {
            endpoint: "graphql_clips".to_owned(),
            cursor: "c15".to_owned(),
            covered_to_id: 15,
        }),
    };
    assert_eq!(checkpoint, expected);

    let next = with_session(vec![resumed(checkpoint)]).await;
    next.platform.on(PROFILE, [profile("42", "someone", 10, &[])]);
    let pages = [reels(19..=21, Some("t19")), reels(12..=14, None)];
    next.platform.on_marked(QUERY, TIMELINE, pages);
    let pages = [plays(19..=21, Some("c19")), plays(12..=14, None)];
    next.platform.on_marked(QUERY, CLIPS, pages);
    next.run().await.unwrap();
    assert_eq!(next.outcomes(), ["ok"]);
    assert_eq!(ids(&next), ["21", "20", "19", "14", "13", "12"]);
    assert!(
        next.recorded()
            .observations()
            .iter()
            .all(|item| item.views.is_some())
    );
    let received = next.platform.received_at(QUERY);
    let variables = received
        .iter()
        .map(|received| received.form("variables").unwrap());
    let variables: Vec<Value> = variables
        .map(|text| serde_json::from_str(&text).unwrap())
        .collect();
    assert!(variables.iter().any(|variables| variables["after"] == "t15"));
    assert!(
        variables
            .iter()
            .any(|variables| variables["data"]["max_id"] == "c15")
    );
    assert_eq!(variables.len(), 4);
    let end = next.recorded().units().remove(0);
    assert!(end.missing.is_empty());
    let crawl = end.crawl.unwrap();
    assert_eq!((crawl.reached_end, crawl.gap), (true, Some(0)));
}

/// Pages of reels reach further down than those of posts. What was read ahead is read again by the resumed crawl.
#[tokio::test]
async fn crawl_resumes_without_losing_plays_read_ahead() {
    let first = with_session(vec![account(1, "someone")]).await;
    first.platform.on(PROFILE, [profile("42", "someone", 9, &[])]);
    let broken = StubResponse::status(429, r#"{"message":"Please wait a few minutes.","status":"fail"}"#);
    let pages = [reels(18..=20, Some("t18")), reels(15..=17, Some("t15")), broken];
    first.platform.on_marked(QUERY, TIMELINE, pages);
    let pages = [plays(17..=20, Some("c17")), plays(13..=16, Some("c13"))];
    first.platform.on_marked(QUERY, CLIPS, pages);
    first.run().await.unwrap();
    let checkpoint = first.recorded().pages().pop().unwrap().checkpoint.unwrap();
    let plays_checkpoint = checkpoint.plays.as_ref().unwrap();
    assert_eq!(
        (plays_checkpoint.cursor.as_str(), plays_checkpoint.covered_to_id),
        ("c17", 17)
    );

    let next = with_session(vec![resumed(checkpoint)]).await;
    next.platform.on(PROFILE, [profile("42", "someone", 9, &[])]);
    let pages = [reels(18..=20, Some("t18")), reels(12..=14, None)];
    next.platform.on_marked(QUERY, TIMELINE, pages);
    let pages = [
        plays(17..=20, Some("c17")),
        plays(13..=16, Some("c13")),
        plays(12..=12, None),
    ];
    next.platform.on_marked(QUERY, CLIPS, pages);
    next.run().await.unwrap();
    assert_eq!(ids(&next), ["20", "19", "18", "14", "13", "12"]);
    assert!(
        next.recorded()
            .observations()
            .iter()
            .all(|item| item.views.is_some())
    );
}

#[tokio::test]
async fn empty_list_after_interrupted_one_has_not_reached_end() {
    let setup = with_session(vec![account(1, "someone")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", "someone", 500, &[])]);
    let posts: Vec<Value> = (89..=100).rev().map(|id| media(id, 1)).collect();
    let stale = StubResponse::recorded("instagram/err_graphql_execution_error.json").body();
    let stale = StubResponse::status(400, stale);
    platform.on_marked(QUERY, TIMELINE, [timeline(&posts, Some("m1")), stale.clone()]);
    platform.on("/api/graphql", [stale]);
    platform.on(FEED, [feed(&[], "someone", None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["schema_changed"]);
    assert_eq!(ids(&setup).len(), 12, "the items read so far are kept");
    let unit = setup.recorded().units().remove(0);
    assert!(unit.missing.is_empty() && !unit.crawl.is_some_and(|crawl| crawl.reached_end));
}

#[tokio::test]
async fn platform_config_from_api_is_used_ignoring_unknown_keys() {
    let setup = with_session(vec![account(1, "someone")]).await;
    let document = r#"{"user_agents":["Browser/2"],"instagram":{"app_id":"17","novelty":1}}"#;
    setup.recorded().batch.platform_config = Some(PlatformConfig {
        revision: 2,
        document: document.to_owned(),
    });
    setup.platform.on(PROFILE, [profile("42", "someone", 0, &[])]);
    setup.run().await.unwrap();
    let received = setup.platform.received_at(PROFILE).remove(0);
    assert_eq!(
        (received.header("user-agent"), received.header("x-ig-app-id")),
        ("Browser/2", "17")
    );
    assert_eq!(
        received.header("x-asbd-id"),
        "359341",
        "the other headers are unchanged"
    );
}

#[tokio::test]
async fn crawl_ends_at_item_limit_and_at_repeated_cursor() {
    let setup = with_session(vec![limited(account(1, "someone"), 3), account(2, "other")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", REQUESTED_NAME, 30, &[])]);
    let page = |ids: [u64; 2]| timeline(&ids.map(|id| media(id, 1)), Some("same"));
    platform.on_marked(
        QUERY,
        TIMELINE,
        [page([9, 8]), page([7, 6]), page([5, 4]), page([3, 2])],
    );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(ids(&setup), ["9", "8", "7", "5", "4", "3", "2"]);
    assert_eq!(platform.received_at(QUERY).len(), 4);
}

#[tokio::test]
async fn recorded_account_yields_recorded_posts() {
    let setup = with_session(vec![account(1, "google")]).await;
    let platform = &setup.platform;
    platform.on(
        PROFILE,
        [StubResponse::recorded(
            "instagram/web_profile_info_google_2024_12edges.json",
        )],
    );
    let pages = [1, 2, 3].map(|page| {
        StubResponse::recorded(&format!(
            "instagram/graphql_timeline_xdt_google_2025_p{page}.json"
        ))
    });
    platform.on_marked(QUERY, TIMELINE, pages);
    platform.on_marked(QUERY, CLIPS, [clips(&[], None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let posts = setup.recorded().observations();
    assert_eq!(posts.len(), 36);
    assert_eq!(
        (posts[0].external_id.as_str(), posts[0].likes, posts[0].comments),
        ("3565880498545589704", Some(5133), Some(1810))
    );
    assert_eq!(posts[35].author_username, "google");
}
