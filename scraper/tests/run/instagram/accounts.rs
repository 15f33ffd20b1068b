//! Who an account is, and what a guest sees of it.

use clipmeter_proto::v1::MissSource;
use clipmeter_proto::v1::unit::Target;
use serde_json::json;

use super::pool::{lending, rest, session};
use super::{
    BY_ID, CLIPS, PROFILE, QUERY, TIMELINE, as_guest, clips, edge, feed, ids, media, profile, timeline,
    views, who_is, with_session,
};
use crate::setup::{account, known_account};
use crate::standin::{ASKED_NAME, Reply};

#[tokio::test]
async fn a_guest_gets_what_the_profile_shows_where_the_list_is_closed() {
    let setup = as_guest(vec![account(1, "someone"), account(2, "hidden")]).await;
    let closed = Reply::status(401, r#"{"message":"","require_login":true,"status":"fail"}"#);
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
    assert!(setup.told().units()[0].detail.contains("add a session"));
    let asked = setup.platform.asked();
    let lists = setup.platform.asked_for(QUERY).len();
    assert_eq!((asked.len(), lists), (4, 1), "closed once is closed for all");
    assert!(
        asked
            .iter()
            .all(|asked| !asked.header("cookie").contains("sessionid"))
    );
}

#[tokio::test]
async fn a_list_that_fails_a_guest_fails_no_account_whose_profile_was_read() {
    let wait = r#"{"message":"Please wait a few minutes before you try again.","status":"fail"}"#;
    let challenge = Reply::redirect("https://www.instagram.com/challenge/?next=/");
    for (reply, code, next) in [
        // Of an address that asks too often nobody is asked as a guest in this run.
        (Reply::status(429, wait), "rate_limited", "login_required"),
        (Reply::status(503, ""), "transient", "ok"),
        (challenge, "challenge_required", "ok"),
    ] {
        let setup = as_guest(vec![account(1, "someone"), account(2, "other")]).await;
        let posts = [edge(30, Some(70)), edge(20, None)];
        setup
            .platform
            .on(PROFILE, [profile("42", ASKED_NAME, 9, &posts)])
            .on_marked(QUERY, TIMELINE, [reply]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok", next], "{code}");
        assert_eq!(ids(&setup)[..2], ["30", "20"]);
        let unit = setup.told().units().remove(0);
        assert!(unit.detail.contains(code), "{}", unit.detail);
        assert!(
            unit.walk.is_some_and(|walk| !walk.reached_end),
            "the rest does not count as read"
        );
    }
}

#[tokio::test]
async fn while_nothing_is_new_the_profile_tells_the_views() {
    let mut unit = account(1, "someone");
    if let Some(Target::Account(target)) = &mut unit.target {
        (target.known_ids, target.known_count) = (vec![30], 1);
        (target.read_to_id, target.last_item_count) = (u64::MAX, Some(1));
    }
    let setup = as_guest(vec![unit]).await;
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 1, &[edge(30, Some(70))])]);
    setup.run().await.unwrap();
    assert!(setup.platform.asked_for(QUERY).is_empty());
    let seen = setup.told().observations().remove(0);
    let said = (seen.views, seen.views_source.as_str());
    assert_eq!(
        said,
        (Some(70), "video_view_count"),
        "plays that are known win at the API"
    );
}

#[tokio::test]
async fn a_list_that_breaks_off_under_a_guest_is_not_read_to_its_end() {
    for (reply, code) in [
        (Reply::ok(""), "empty_body"),
        (Reply::ok(r#"{"data":{"#), "parse_error"),
        (Reply::status(403, "<html>Forbidden</html>"), "blocked"),
    ] {
        let setup = as_guest(vec![account(1, "someone")]).await;
        let first = timeline(&[media(30, 1), media(20, 1)], Some("c"));
        setup
            .platform
            .on(PROFILE, [profile("42", "someone", 9, &[edge(30, None)])])
            .on_marked(QUERY, TIMELINE, [first, reply]);
        setup.run().await.unwrap();
        assert_eq!(
            (setup.outcomes(), ids(&setup)),
            (vec!["ok"], vec!["30".to_owned(), "20".to_owned()])
        );
        let unit = setup.told().units().remove(0);
        assert!(unit.detail.contains(code), "{}", unit.detail);
        assert!(unit.walk.is_some_and(|walk| !walk.reached_end), "{code}");
    }
}

#[tokio::test]
async fn a_profile_that_shows_every_post_is_the_list_where_guests_have_none() {
    // Ids two hours apart: what stands at the end of a list may stand behind it.
    let [oldest, gone, newest] = [1, 2, 3].map(|n| n * (7_200_000 << 23));
    let mut unit = account(1, "someone");
    if let Some(Target::Account(target)) = &mut unit.target {
        (target.known_ids, target.known_count) = (vec![newest, gone, oldest], 3);
    }
    let setup = as_guest(vec![unit]).await;
    let closed = Reply::status(401, r#"{"message":"","require_login":true,"status":"fail"}"#);
    let posts = [edge(newest, None), edge(oldest, None)];
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 2, &posts)])
        .on(QUERY, [closed]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let unit = setup.told().units().remove(0);
    let missing: Vec<_> = unit.missing.iter().map(|one| (one.id, one.source())).collect();
    assert_eq!(missing, [(gone, MissSource::List)]);
    let walk = unit.walk.unwrap();
    assert_eq!((walk.reached_end, walk.listed, walk.gap), (true, 2, Some(0)));
}

#[tokio::test]
async fn a_list_that_fails_a_guest_is_the_outcome_where_the_profile_shows_no_posts() {
    let setup = as_guest(vec![account(1, "someone")]).await;
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 9, &[])])
        .on_marked(QUERY, TIMELINE, [Reply::status(503, "")]);
    setup.run().await.unwrap();
    assert_eq!(
        setup.outcomes(),
        ["transient"],
        "and not that a session is lacking"
    );
}

#[tokio::test]
async fn where_there_is_no_session_a_guest_reads_the_whole_list_if_it_is_open() {
    let setup = as_guest(vec![account(1, "someone")]).await;
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
    assert!(setup.told().units()[0].walk.as_ref().unwrap().reached_end);
    let asked = &platform.asked_for(QUERY)[0];
    let token = asked.header("x-csrftoken").to_owned();
    assert!(!token.is_empty() && asked.header("cookie") == format!("csrftoken={token}"));
}

#[tokio::test]
async fn a_renamed_account_is_followed() {
    let setup = with_session(vec![known_account(1, "oldname", "42", "")]).await;
    let platform = &setup.platform;
    platform.on_marked(
        PROFILE,
        "oldname",
        [Reply::status(
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
        setup.told().units()[0].profile.as_ref().unwrap().username,
        "newname"
    );
}

#[tokio::test]
async fn an_account_whose_old_name_somebody_else_has_is_followed() {
    let setup = with_session(vec![known_account(1, "oldname", "42", "")]).await;
    let platform = &setup.platform;
    platform.on_marked(
        PROFILE,
        "oldname",
        [profile("77", "oldname", 1, &[edge(50, None)])],
    );
    platform.on_marked(PROFILE, "newname", [profile("42", "newname", 1, &[])]);
    platform.on_marked(BY_ID, "doc_id=28717443601247930", [who_is("42", "newname")]);
    platform.on_marked(QUERY, TIMELINE, [timeline(&[media(9, 1)], None)]);
    setup.run().await.unwrap();
    assert_eq!(
        (setup.outcomes(), ids(&setup)),
        (vec!["ok"], vec!["9".to_owned()])
    );
    let end = setup.told().units().remove(0);
    assert_eq!(end.profile.unwrap().username, "newname");
    assert_eq!(end.claimant, None);
    let asked = platform.asked_for(BY_ID).remove(0);
    assert!(asked.form("variables").unwrap().contains(r#""id":"42""#));
    assert!(
        platform.asked_for("/api/v1/feed/").is_empty(),
        "the first way was enough"
    );
}

#[tokio::test]
async fn a_new_name_that_is_somebody_elses_by_now_is_not_followed() {
    let setup = with_session(vec![known_account(1, "oldname", "42", "")]).await;
    let platform = &setup.platform;
    platform.on_marked(PROFILE, "oldname", [profile("77", "oldname", 1, &[])]);
    platform.on_marked(PROFILE, "newname", [profile("78", "newname", 1, &[])]);
    platform.on(BY_ID, [who_is("42", "newname")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["identity_changed"]);
    let claimant = setup.told().units()[0].claimant.clone().unwrap();
    assert_eq!(claimant.platform_id, "77", "who has the name that is tracked");
}

#[tokio::test]
async fn a_new_name_is_waited_for_where_a_session_may_be_free_soon() {
    let missing = Reply::status(404, r#"{"message":"User not found","status":"fail"}"#);
    let taken = profile("77", "oldname", 1, &[]);
    for (retry_after, found, outcome) in [
        (60, &missing, "no_session"),
        (0, &missing, "not_found"),
        (60, &taken, "no_session"),
        (0, &taken, "identity_changed"),
    ] {
        let setup = lending(vec![known_account(1, "oldname", "42", "")], []).await;
        setup.told().retry_after_seconds = retry_after;
        setup.platform.on(PROFILE, [found.clone()]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome], "{found:?}");
    }
}

#[tokio::test]
async fn a_session_that_is_lost_on_the_way_to_a_new_name_is_replaced() {
    let setup = lending(vec![known_account(1, "oldname", "42", "")], [7, 8]).await;
    let platform = &setup.platform;
    platform.on_marked(PROFILE, "oldname", [profile("77", "oldname", 1, &[])]);
    platform.on_marked(PROFILE, "newname", [profile("42", "newname", 0, &[])]);
    let dead = Reply::redirect("https://www.instagram.com/accounts/login/?next=/");
    platform.on(BY_ID, [dead, who_is("42", "newname")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
    assert_eq!(setup.told().taken.len(), 2);
}

#[tokio::test]
async fn whoever_published_a_post_together_with_the_account_is_not_its_new_name() {
    let setup = with_session(vec![known_account(1, "oldname", "42", "")]).await;
    let platform = &setup.platform;
    platform.on(
        PROFILE,
        [Reply::status(
            404,
            r#"{"message":"User not found","status":"fail"}"#,
        )],
    );
    let mut shared = media(9, 1);
    shared["user"] = json!({"pk": "77", "username": "partner"});
    let without_user = json!({"items": [shared], "more_available": false, "status": "ok"});
    platform.on("/api/v1/feed/user/42/", [Reply::ok(without_user.to_string())]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["not_found"]);
    assert!(!platform.asked_for("/api/v1/feed/user/42/").is_empty());
    let asked = platform.asked();
    assert!(asked.iter().all(|request| !request.target.contains("partner")));
}

#[tokio::test]
async fn a_name_that_went_to_somebody_else_reports_nothing_where_the_id_is_gone() {
    let setup = with_session(vec![known_account(1, "someone", "41", "")]).await;
    let gone = Reply::ok(r#"{"data":{"user":null},"status":"ok"}"#);
    setup.platform.on(BY_ID, [gone]);
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 1, &[edge(30, None)])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["identity_changed"]);
    assert!(setup.told().pages().is_empty() && setup.told().units()[0].profile.is_none());
    let by_id = [BY_ID, "/api/v1/feed/user/41/"];
    assert!(by_id.iter().all(|path| setup.platform.asked_for(path).len() == 1));
}

#[tokio::test]
async fn a_taken_name_without_a_word_of_the_id_is_asked_for_again() {
    let refused = Reply::status(200, r#"{"data":{"user""#);
    for (resting, reply, outcome) in [
        (vec!["profile_by_id", "feed_user"], None, "endpoint_retired"),
        (vec!["feed_user"], Some(refused), "parse_error"),
    ] {
        let setup = lending(vec![known_account(1, "someone", "41", "")], []).await;
        let mut lent = session(7);
        lent.resting = resting.into_iter().map(rest).collect();
        setup.told().pool = Some(vec![lent]);
        setup
            .platform
            .on(PROFILE, [profile("42", "someone", 1, &[edge(30, None)])]);
        if let Some(reply) = reply {
            setup.platform.on(BY_ID, [reply]);
        }
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome], "no administrator is asked for that");
    }
}

#[tokio::test]
async fn where_the_ways_to_an_id_are_closed_to_one_session_another_asks_for_the_new_name() {
    let setup = lending(vec![known_account(1, "oldname", "42", "")], []).await;
    let mut closed = session(7);
    closed.resting = vec![rest("profile_by_id"), rest("feed_user")];
    setup.told().pool = Some(vec![closed, session(8)]);
    let platform = &setup.platform;
    platform.on_marked(PROFILE, "oldname", [profile("77", "oldname", 1, &[])]);
    platform.on_marked(PROFILE, "newname", [profile("42", "newname", 0, &[])]);
    platform.on(BY_ID, [who_is("42", "newname")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
    assert_eq!(
        setup.told().units()[0].profile.as_ref().unwrap().username,
        "newname"
    );
}

#[tokio::test]
async fn what_one_endpoint_alone_denies_is_not_gone() {
    let missing = Reply::status(404, r#"{"message":"User not found","status":"fail"}"#);
    let to_login = Reply::redirect("https://www.instagram.com/accounts/login/?next=/");
    for (page, outcome) in [
        (Reply::status(403, ""), "ambiguous_empty"),
        // Nobody else is to be asked: there are guests only.
        (to_login, "not_found"),
    ] {
        let setup = as_guest(vec![account(1, "someone")]).await;
        setup.platform.on(PROFILE, [missing.clone()]);
        setup.platform.on("/someone/", [page]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome]);
    }
    // It may have a new name none the less.
    let setup = lending(vec![known_account(1, "oldname", "42", "")], []).await;
    let mut lent = session(7);
    lent.resting = vec![rest("profile_page"), rest("feed_by_name")];
    setup.told().pool = Some(vec![lent]);
    let platform = &setup.platform;
    platform.on_marked(PROFILE, "oldname", [missing]);
    platform.on_marked(PROFILE, "newname", [profile("42", "newname", 0, &[])]);
    platform.on(BY_ID, [who_is("42", "newname")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
}

#[tokio::test]
async fn server_faults_are_tried_three_times_and_refusals_once() {
    let setup = as_guest(vec![account(1, "someone"), account(2, "gone")]).await;
    let some = profile("42", "someone", 1, &[edge(30, None)]);
    setup.platform.on_marked(
        PROFILE,
        "someone",
        [Reply::status(502, ""), Reply::status(500, ""), some],
    );
    setup
        .platform
        .on_marked(PROFILE, "gone", [Reply::status(503, "")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "transient"]);
    assert_eq!(setup.platform.asked_for(PROFILE).len(), 6);
    let refused = as_guest(vec![account(1, "someone")]).await;
    refused.platform.on(
        PROFILE,
        [Reply::status(
            404,
            r#"{"message":"User not found","status":"fail"}"#,
        )],
    );
    refused.run().await.unwrap();
    assert_eq!(refused.outcomes(), ["not_found"]);
    let asked = refused.platform.asked();
    assert_eq!(asked.len(), 2, "a missing account is confirmed by its page");
    assert_eq!(asked[1].target, "/someone/");
}

#[tokio::test]
async fn private_and_empty_accounts_are_counted_and_left_alone() {
    let setup = with_session(vec![account(1, "example_private_dev"), account(2, "empty")]).await;
    setup.platform.on_marked(
        PROFILE,
        "example_private_dev",
        [Reply::recorded("instagram/web_profile_info_private.json")],
    );
    setup
        .platform
        .on_marked(PROFILE, "empty", [profile("43", "empty", 0, &[])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["private", "ok_no_videos"]);
    assert!(setup.told().units().iter().all(|unit| unit.profile.is_some()));
    assert_eq!(setup.platform.asked().len(), 2);
}
