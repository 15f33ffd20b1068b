//! Who an account is, and what a guest sees of it.

use serde_json::json;

use super::{PROFILE, QUERY, TIMELINE, as_guest, edge, feed, ids, media, profile, timeline, with_session};
use crate::setup::{account, known_account};
use crate::standin::Reply;

#[tokio::test]
async fn a_guest_gets_what_the_profile_shows_and_asks_for_no_more() {
    let setup = as_guest(vec![account(1, "someone"), account(2, "hidden")]).await;
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
    assert_eq!(setup.platform.asked().len(), 2);
    assert!(!setup.platform.asked()[0].header("cookie").contains("sessionid"));
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
async fn a_name_that_went_to_somebody_else_reports_nothing() {
    let setup = with_session(vec![known_account(1, "someone", "41", "")]).await;
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 1, &[edge(30, None)])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["identity_changed"]);
    assert!(setup.told().pages().is_empty() && setup.told().units()[0].profile.is_none());
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
    let setup = with_session(vec![account(1, "private"), account(2, "empty")]).await;
    setup.platform.on_marked(
        PROFILE,
        "private",
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
