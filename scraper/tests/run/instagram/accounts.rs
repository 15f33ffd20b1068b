//! Identification of an account, and what an anonymous client sees of it.

use clipmeter_proto::v1::MissingSource;
use clipmeter_proto::v1::unit::Target;
use serde_json::json;

use super::pool::{cooldown, session, with_session_pool};
use super::{
    BY_ID, CLIPS, PROFILE, QUERY, TIMELINE, clips, edge, feed, identity_response, ids, media, profile,
    timeline, views, with_session, without_session,
};
use crate::fake_platform::{REQUESTED_NAME, StubResponse};
use crate::setup::{account, known_account};

#[tokio::test]
async fn anonymous_account_uses_profile_posts_when_list_requires_login() {
    let setup = without_session(vec![account(1, "someone"), account(2, "hidden")]).await;
    let closed = StubResponse::status(401, r#"{"message":"","require_login":true,"status":"fail"}"#);
    setup.platform.on(QUERY, [closed]);
    setup.platform.on_marked(
        PROFILE,
        "someone",
        [profile("42", "someone", 9, &[edge(30, Some(70)), edge(20, None)])],
    );
    setup
        .platform
        .on_marked(PROFILE, "hidden", [profile("43", "hidden", 9, &[])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "login_required"]);
    assert_eq!(ids(&setup), ["30", "20"]);
    assert!(setup.recorded().units()[0].detail.contains("add a session"));
    let received = setup.platform.received();
    let lists = setup.platform.received_at(QUERY).len();
    assert_eq!(
        (received.len(), lists),
        (4, 1),
        "a closed endpoint is closed for all units"
    );
    assert!(
        received
            .iter()
            .all(|received| !received.header("cookie").contains("sessionid"))
    );
}

#[tokio::test]
async fn anonymous_list_failure_is_tolerated_if_profile_shows_posts() {
    let wait = r#"{"message":"Please wait a few minutes before you try again.","status":"fail"}"#;
    let challenge = StubResponse::redirect("https://www.instagram.com/challenge/?next=/");
    for (response, code, next) in [
        // After a rate limit of the address, the run sends no more anonymous requests.
        (StubResponse::status(429, wait), "rate_limited", "login_required"),
        (StubResponse::status(503, ""), "transient", "ok"),
        (challenge, "challenge_required", "ok"),
    ] {
        let setup = without_session(vec![account(1, "someone"), account(2, "other")]).await;
        let posts = [edge(30, Some(70)), edge(20, None)];
        setup
            .platform
            .on(PROFILE, [profile("42", REQUESTED_NAME, 9, &posts)])
            .on_marked(QUERY, TIMELINE, [response]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok", next], "{code}");
        assert_eq!(ids(&setup)[..2], ["30", "20"]);
        let unit = setup.recorded().units().remove(0);
        assert!(unit.detail.contains(code), "{}", unit.detail);
        assert!(
            unit.crawl.is_some_and(|crawl| !crawl.reached_end),
            "the rest does not count as read"
        );
    }
}

#[tokio::test]
async fn account_without_new_posts_takes_views_from_profile() {
    let mut unit = account(1, "someone");
    if let Some(Target::Account(target)) = &mut unit.target {
        (target.known_ids, target.known_count) = (vec![30], 1);
        (target.read_to_id, target.last_item_count) = (u64::MAX, Some(1));
    }
    let setup = without_session(vec![unit]).await;
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 1, &[edge(30, Some(70))])]);
    setup.run().await.unwrap();
    assert!(setup.platform.received_at(QUERY).is_empty());
    let seen = setup.recorded().observations().remove(0);
    let said = (seen.views, seen.views_source.as_str());
    assert_eq!(
        said,
        (Some(70), "video_view_count"),
        "plays that are known win at the API"
    );
}

#[tokio::test]
async fn anonymous_list_interrupted_by_failure_has_not_reached_end() {
    for (response, code) in [
        (StubResponse::ok(""), "empty_body"),
        (StubResponse::ok(r#"{"data":{"#), "parse_error"),
        (StubResponse::status(403, "<html>Forbidden</html>"), "blocked"),
    ] {
        let setup = without_session(vec![account(1, "someone")]).await;
        let first = timeline(&[media(30, 1), media(20, 1)], Some("c"));
        setup
            .platform
            .on(PROFILE, [profile("42", "someone", 9, &[edge(30, None)])])
            .on_marked(QUERY, TIMELINE, [first, response]);
        setup.run().await.unwrap();
        assert_eq!(
            (setup.outcomes(), ids(&setup)),
            (vec!["ok"], vec!["30".to_owned(), "20".to_owned()])
        );
        let unit = setup.recorded().units().remove(0);
        assert!(unit.detail.contains(code), "{}", unit.detail);
        assert!(unit.crawl.is_some_and(|crawl| !crawl.reached_end), "{code}");
    }
}

#[tokio::test]
async fn anonymous_profile_with_all_posts_counts_as_complete_list() {
    // Ids two hours apart: what is at the end of one list may be behind it.
    let [oldest, removed, newest] = [1, 2, 3].map(|n| n * (7_200_000 << 23));
    let mut unit = account(1, "someone");
    if let Some(Target::Account(target)) = &mut unit.target {
        (target.known_ids, target.known_count) = (vec![newest, removed, oldest], 3);
    }
    let setup = without_session(vec![unit]).await;
    let closed = StubResponse::status(401, r#"{"message":"","require_login":true,"status":"fail"}"#);
    let posts = [edge(newest, None), edge(oldest, None)];
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 2, &posts)])
        .on(QUERY, [closed]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let unit = setup.recorded().units().remove(0);
    let missing: Vec<_> = unit.missing.iter().map(|one| (one.id, one.source())).collect();
    assert_eq!(missing, [(removed, MissingSource::List)]);
    let crawl = unit.crawl.unwrap();
    assert_eq!((crawl.reached_end, crawl.listed, crawl.gap), (true, 2, Some(0)));
}

#[tokio::test]
async fn account_whose_posts_are_all_gone_reports_them_missing() {
    let gone = [3, 2].map(|n| n * (7_200_000 << 23));
    let mut unit = account(1, "someone");
    if let Some(Target::Account(target)) = &mut unit.target {
        (target.known_ids, target.known_count) = (gone.to_vec(), 2);
    }
    let setup = without_session(vec![unit]).await;
    setup.platform.on(PROFILE, [profile("42", "someone", 0, &[])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
    let unit = setup.recorded().units().remove(0);
    let missing: Vec<_> = unit.missing.iter().map(|one| (one.id, one.source())).collect();
    assert_eq!(missing, gone.map(|id| (id, MissingSource::List)));
    let crawl = unit.crawl.unwrap();
    assert_eq!((crawl.reached_end, crawl.listed, crawl.gap), (true, 0, Some(0)));
    assert_eq!(setup.platform.received().len(), 1, "the list is not requested");
}

#[tokio::test]
async fn anonymous_list_failure_is_outcome_without_profile_posts() {
    let setup = without_session(vec![account(1, "someone")]).await;
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 9, &[])])
        .on_marked(QUERY, TIMELINE, [StubResponse::status(503, "")]);
    setup.run().await.unwrap();
    assert_eq!(
        setup.outcomes(),
        ["transient"],
        "and not that a session is lacking"
    );
}

#[tokio::test]
async fn anonymous_client_reads_whole_open_list_without_sessions() {
    let setup = without_session(vec![account(1, "someone")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", "someone", 3, &[edge(30, Some(70))])]);
    let pages = [
        timeline(&[media(30, 2), media(20, 2)], Some("c")),
        timeline(&[media(10, 1)], None),
    ];
    platform.on_marked(QUERY, TIMELINE, pages);
    platform.on_marked(QUERY, CLIPS, [clips(&[(30, 300), (20, 200)], None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(ids(&setup), ["30", "20", "10"]);
    assert_eq!(views(&setup), [Some(300), Some(200), None]);
    assert!(setup.recorded().units()[0].crawl.as_ref().unwrap().reached_end);
    let received = &platform.received_at(QUERY)[0];
    let token = received.header("x-csrftoken").to_owned();
    assert!(!token.is_empty() && received.header("cookie") == format!("csrftoken={token}"));
}

#[tokio::test]
async fn renamed_account_is_followed_to_new_username() {
    let setup = with_session(vec![known_account(1, "oldname", "42", "")]).await;
    let platform = &setup.platform;
    platform.on_marked(
        PROFILE,
        "oldname",
        [StubResponse::status(
            404,
            r#"{"message":"User not found","status":"fail"}"#,
        )],
    );
    platform.on_marked(PROFILE, "newname", [profile("42", "newname", 1, &[])]);
    platform.on("/api/v1/feed/user/42/", [feed(&[media(9, 1)], "newname", None)]);
    platform.on_marked(QUERY, TIMELINE, [timeline(&[media(9, 1)], None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(
        setup.recorded().units()[0].profile.as_ref().unwrap().username,
        "newname"
    );
}

#[tokio::test]
async fn renamed_account_is_followed_when_old_handle_is_taken() {
    let setup = with_session(vec![known_account(1, "oldname", "42", "")]).await;
    let platform = &setup.platform;
    platform.on_marked(
        PROFILE,
        "oldname",
        [profile("77", "oldname", 1, &[edge(50, None)])],
    );
    platform.on_marked(PROFILE, "newname", [profile("42", "newname", 1, &[])]);
    platform.on_marked(
        BY_ID,
        "doc_id=28717443601247930",
        [identity_response("42", "newname")],
    );
    platform.on_marked(QUERY, TIMELINE, [timeline(&[media(9, 1)], None)]);
    setup.run().await.unwrap();
    assert_eq!(
        (setup.outcomes(), ids(&setup)),
        (vec!["ok"], vec!["9".to_owned()])
    );
    let end = setup.recorded().units().remove(0);
    assert_eq!(end.profile.unwrap().username, "newname");
    assert_eq!(end.new_owner, None);
    let received = platform.received_at(BY_ID).remove(0);
    assert!(received.form("variables").unwrap().contains(r#""id":"42""#));
    assert!(
        platform.received_at("/api/v1/feed/").is_empty(),
        "the first way was enough"
    );
}

#[tokio::test]
async fn renamed_account_is_not_followed_to_taken_handle() {
    let setup = with_session(vec![known_account(1, "oldname", "42", "")]).await;
    let platform = &setup.platform;
    platform.on_marked(PROFILE, "oldname", [profile("77", "oldname", 1, &[])]);
    platform.on_marked(PROFILE, "newname", [profile("78", "newname", 1, &[])]);
    platform.on(BY_ID, [identity_response("42", "newname")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["identity_changed"]);
    let new_owner = setup.recorded().units()[0].new_owner.clone().unwrap();
    assert_eq!(
        new_owner.platform_id, "77",
        "the account that now has the tracked name"
    );
}

#[tokio::test]
async fn account_rename_check_waits_for_session_only_if_expected() {
    let missing = StubResponse::status(404, r#"{"message":"User not found","status":"fail"}"#);
    let taken = profile("77", "oldname", 1, &[]);
    for (retry_after, found, outcome) in [
        (60, &missing, "no_session"),
        (0, &missing, "not_found"),
        (60, &taken, "no_session"),
        (0, &taken, "identity_changed"),
    ] {
        let setup = with_session_pool(vec![known_account(1, "oldname", "42", "")], []).await;
        setup.recorded().retry_after_seconds = retry_after;
        setup.platform.on(PROFILE, [found.clone()]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome], "{found:?}");
    }
}

#[tokio::test]
async fn account_rename_check_replaces_session_that_dies() {
    let setup = with_session_pool(vec![known_account(1, "oldname", "42", "")], [7, 8]).await;
    let platform = &setup.platform;
    platform.on_marked(PROFILE, "oldname", [profile("77", "oldname", 1, &[])]);
    platform.on_marked(PROFILE, "newname", [profile("42", "newname", 0, &[])]);
    let dead = StubResponse::redirect("https://www.instagram.com/accounts/login/?next=/");
    platform.on(BY_ID, [dead, identity_response("42", "newname")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
    assert_eq!(setup.recorded().taken.len(), 2);
}

#[tokio::test]
async fn account_rename_check_ignores_coauthor_of_post() {
    let setup = with_session(vec![known_account(1, "oldname", "42", "")]).await;
    let platform = &setup.platform;
    platform.on(
        PROFILE,
        [StubResponse::status(
            404,
            r#"{"message":"User not found","status":"fail"}"#,
        )],
    );
    let mut shared = media(9, 1);
    shared["user"] = json!({"pk": "77", "username": "partner"});
    let without_user = json!({"items": [shared], "more_available": false, "status": "ok"});
    platform.on(
        "/api/v1/feed/user/42/",
        [StubResponse::ok(without_user.to_string())],
    );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["not_found"]);
    assert!(!platform.received_at("/api/v1/feed/user/42/").is_empty());
    let received = platform.received();
    assert!(received.iter().all(|request| !request.target.contains("partner")));
}

#[tokio::test]
async fn account_that_has_its_username_by_id_is_neither_missing_nor_replaced() {
    let missing = StubResponse::status(404, r#"{"message":"User not found","status":"fail"}"#);
    for found in [missing, profile("77", "someone", 1, &[])] {
        let setup = with_session(vec![known_account(1, "someone", "42", "")]).await;
        setup
            .platform
            .on(PROFILE, [found.clone()])
            .on(BY_ID, [identity_response("42", "someone")]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ambiguous_empty"], "{found:?}");
        assert_eq!(setup.recorded().units()[0].new_owner, None);
    }
}

#[tokio::test]
async fn handle_conflict_reports_no_items_if_account_is_missing() {
    let setup = with_session(vec![known_account(1, "someone", "41", "")]).await;
    let not_found = StubResponse::ok(r#"{"data":{"user":null},"status":"ok"}"#);
    setup.platform.on(BY_ID, [not_found]);
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 1, &[edge(30, None)])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["identity_changed"]);
    assert!(setup.recorded().pages().is_empty() && setup.recorded().units()[0].profile.is_none());
    let by_id = [BY_ID, "/api/v1/feed/user/41/"];
    assert!(
        by_id
            .iter()
            .all(|path| setup.platform.received_at(path).len() == 1)
    );
}

#[tokio::test]
async fn handle_conflict_is_not_reported_when_id_lookup_fails() {
    let refused = StubResponse::status(200, r#"{"data":{"user""#);
    for (cooldowns, response, outcome) in [
        (vec!["profile_by_id", "feed_user"], None, "endpoint_retired"),
        (vec!["feed_user"], Some(refused), "parse_error"),
    ] {
        let setup = with_session_pool(vec![known_account(1, "someone", "41", "")], []).await;
        let mut leased = session(7);
        leased.cooldowns = cooldowns.into_iter().map(cooldown).collect();
        setup.recorded().pool = vec![leased];
        setup
            .platform
            .on(PROFILE, [profile("42", "someone", 1, &[edge(30, None)])]);
        if let Some(response) = response {
            setup.platform.on(BY_ID, [response]);
        }
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome], "no administrator needs to act");
    }
}

#[tokio::test]
async fn account_rename_check_uses_other_session_if_locked_out() {
    let setup = with_session_pool(vec![known_account(1, "oldname", "42", "")], []).await;
    let mut closed = session(7);
    closed.cooldowns = vec![cooldown("profile_by_id"), cooldown("feed_user")];
    setup.recorded().pool = vec![closed, session(8)];
    let platform = &setup.platform;
    platform.on_marked(PROFILE, "oldname", [profile("77", "oldname", 1, &[])]);
    platform.on_marked(PROFILE, "newname", [profile("42", "newname", 0, &[])]);
    platform.on(BY_ID, [identity_response("42", "newname")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
    assert_eq!(
        setup.recorded().units()[0].profile.as_ref().unwrap().username,
        "newname"
    );
}

#[tokio::test]
async fn account_denied_once_is_ambiguous_while_other_endpoints_remain() {
    let missing = StubResponse::status(404, r#"{"message":"User not found","status":"fail"}"#);
    let to_login = StubResponse::redirect("https://www.instagram.com/accounts/login/?next=/");
    for (page, outcome) in [
        (StubResponse::status(403, ""), "ambiguous_empty"),
        // No other endpoint can be requested: there are only anonymous clients.
        (to_login, "not_found"),
    ] {
        let setup = without_session(vec![account(1, "someone")]).await;
        setup.platform.on(PROFILE, [missing.clone()]);
        setup.platform.on("/someone/", [page]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome]);
    }
    // It may have a new name nevertheless.
    let setup = with_session_pool(vec![known_account(1, "oldname", "42", "")], []).await;
    let mut leased = session(7);
    leased.cooldowns = vec![cooldown("profile_page"), cooldown("feed_by_name")];
    setup.recorded().pool = vec![leased];
    let platform = &setup.platform;
    platform.on_marked(PROFILE, "oldname", [missing]);
    platform.on_marked(PROFILE, "newname", [profile("42", "newname", 0, &[])]);
    platform.on(BY_ID, [identity_response("42", "newname")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
}

#[tokio::test]
async fn server_error_is_tried_three_times_unlike_not_found() {
    let setup = without_session(vec![account(1, "someone"), account(2, "gone")]).await;
    let some = profile("42", "someone", 1, &[edge(30, None)]);
    setup.platform.on_marked(
        PROFILE,
        "someone",
        [StubResponse::status(502, ""), StubResponse::status(500, ""), some],
    );
    setup
        .platform
        .on_marked(PROFILE, "gone", [StubResponse::status(503, "")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "transient"]);
    assert_eq!(setup.platform.received_at(PROFILE).len(), 6);
    let refused = without_session(vec![account(1, "someone")]).await;
    refused.platform.on(
        PROFILE,
        [StubResponse::status(
            404,
            r#"{"message":"User not found","status":"fail"}"#,
        )],
    );
    refused.run().await.unwrap();
    assert_eq!(refused.outcomes(), ["not_found"]);
    let received = refused.platform.received();
    assert_eq!(received.len(), 2, "a missing account is confirmed by its page");
    assert_eq!(received[1].target, "/someone/");
}

#[tokio::test]
async fn private_and_empty_accounts_are_reported_with_profile_only() {
    let setup = with_session(vec![account(1, "example_private_dev"), account(2, "empty")]).await;
    setup.platform.on_marked(
        PROFILE,
        "example_private_dev",
        [StubResponse::recorded("instagram/web_profile_info_private.json")],
    );
    setup
        .platform
        .on_marked(PROFILE, "empty", [profile("43", "empty", 0, &[])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["private", "ok_no_videos"]);
    assert!(setup.recorded().units().iter().all(|unit| unit.profile.is_some()));
    assert_eq!(setup.platform.received().len(), 2);
}
