//! Responses of intermediaries between the scraper and Instagram, and responses about another account.

use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{Outcome, SessionReport};

use super::pool::{received, with_session_pool};
use super::{FEED, PROFILE, QUERY, TIMELINE, by, edge, feed, ids, media, profile, timeline, with_session};
use crate::fake_platform::StubResponse;
use crate::setup::{Setup, account, known_account};

const PORTAL: &str = "<html><body>Please wait</body></html>";

/// The reports that would end a session.
fn ends(setup: &Setup) -> Vec<SessionReport> {
    let mut reports = setup.recorded().sessions();
    reports.retain(|report| report.outcome() != Outcome::Ok);
    reports
}

/// Returns the sessions that were sent, each once.
fn sent(setup: &Setup) -> Vec<i64> {
    let mut sent: Vec<_> = received(setup)
        .into_iter()
        .filter_map(|(_, session)| session)
        .collect();
    sent.sort_unstable();
    sent.dedup();
    sent
}

#[tokio::test]
async fn substitute_page_neither_ends_nor_replaces_session() {
    for (response, outcome) in [
        (StubResponse::ok(PORTAL), "unexpected_page"),
        (
            StubResponse::ok(
                "<html><title>Sign in to the Wi-Fi</title><form action='/accounts/login/'></form></html>",
            ),
            "unexpected_page",
        ),
        (
            StubResponse::ok("<html><title>Down for maintenance</title></html>"),
            "unexpected_page",
        ),
        (
            StubResponse::redirect("https://portal.hotel.example/accounts/login/?next=/"),
            "unexpected_page",
        ),
        (
            StubResponse::status(401, "<html><title>401 Authorization Required</title></html>"),
            "unexpected_page",
        ),
        (
            StubResponse::status(401, r#"{"error":"unauthorized"}"#),
            "unexpected_page",
        ),
        (StubResponse::status(407, ""), "unexpected_page"),
        (
            StubResponse::ok("<!DOCTYPE html><html><head><title>Instagram</ti"),
            "parse_error",
        ),
        (StubResponse::ok(r#"{"data":{"user":{"id":"42","#), "parse_error"),
        (StubResponse::ok(""), "empty_body"),
    ] {
        let label = String::from_utf8(response.body()).unwrap();
        let setup = with_session_pool(vec![account(1, "someone"), account(2, "other")], [7, 8, 9]).await;
        setup.platform.on("", [response]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome], "the second one is returned: {label}");
        assert_eq!(ends(&setup), [], "{label}");
        assert_eq!(sent(&setup), [7], "{label}");
        assert!(setup.recorded().pages().is_empty(), "{label}");
    }
}

#[tokio::test]
async fn captive_portal_on_half_the_requests_loses_nothing() {
    let setup = with_session_pool(vec![account(1, "someone")], [7, 8]).await;
    let portal = || StubResponse::ok(PORTAL);
    let platform = &setup.platform;
    platform.on(PROFILE, [portal(), profile("42", "someone", 2, &[])]);
    let pages = [
        portal(),
        timeline(&[media(30, 1)], Some("c")),
        portal(),
        timeline(&[media(20, 1)], None),
    ];
    platform.on_marked(QUERY, TIMELINE, pages);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"], "{:?}", setup.recorded().units());
    assert_eq!(ids(&setup), ["30", "20"]);
    assert_eq!(ends(&setup), []);
    assert_eq!(sent(&setup), [7]);
}

#[tokio::test]
async fn instagram_login_page_ends_session() {
    let page = "<html><head><title>Login &bull; Instagram</title></head><body></body></html>";
    for response in [
        StubResponse::ok(page),
        StubResponse::recorded("instagram/err_html_instead_of_json.html"),
        StubResponse::redirect("https://www.instagram.com/accounts/login/?next=/"),
        StubResponse::redirect("/accounts/login/"),
    ] {
        let setup = with_session(vec![account(1, "someone")]).await;
        setup.platform.on(PROFILE, [response]);
        setup.run().await.unwrap();
        let reports = ends(&setup);
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].outcome(), Outcome::SessionDead);
    }
}

#[tokio::test]
async fn profile_of_other_account_is_rejected() {
    let other = profile("99", "bob", 2, &[edge(30, None)]);
    for unit in [account(1, "alice"), known_account(1, "alice", "42", "")] {
        let setup = with_session(vec![unit]).await;
        setup.platform.on(PROFILE, [other.clone()]);
        setup.run().await.unwrap();
        let units = setup.recorded().units();
        assert_eq!(setup.outcomes(), ["unexpected_page"], "{units:?}");
        assert_eq!((&units[0].profile, &units[0].new_owner), (&None, &None));
        assert!(setup.recorded().pages().is_empty());
        assert_eq!(ends(&setup), []);
    }
    // Swapped once: the second response is about the right one.
    let setup = with_session(vec![known_account(1, "alice", "42", "")]).await;
    setup
        .platform
        .on(PROFILE, [other, profile("42", "alice", 0, &[])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
}

#[tokio::test]
async fn list_of_other_account_is_rejected() {
    let posts = || [by(media(31, 1), "99"), by(media(30, 1), "99")];
    let setup = with_session(vec![account(1, "someone")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", "someone", 2, &[])]);
    platform.on_marked(QUERY, TIMELINE, [timeline(&posts(), None)]);
    platform.on(FEED, [feed(&posts(), "bob", None)]);
    setup.run().await.unwrap();
    assert_eq!(
        setup.outcomes(),
        ["unexpected_page"],
        "{:?}",
        setup.recorded().units()
    );
    assert_eq!(ids(&setup), Vec::<String>::new());

    // The next strategy returns the right one; a post that the account published with a co-author counts as its own.
    let mut shared = by(media(29, 1), "99");
    shared["coauthor_producers"] = serde_json::json!([{"pk": "42", "username": "someone"}]);
    let setup = with_session(vec![account(1, "someone")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", "someone", 2, &[])]);
    platform.on_marked(QUERY, TIMELINE, [timeline(&posts(), None)]);
    platform.on(FEED, [feed(&[shared], "someone", None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"], "{:?}", setup.recorded().units());
    assert_eq!(ids(&setup), ["29"]);
}

#[tokio::test]
async fn lookup_response_about_other_post_is_rejected() {
    let mut unit = account(1, "someone");
    if let Some(Target::Account(target)) = &mut unit.target {
        target.lookup_ids = vec![10];
    }
    let setup = with_session(vec![unit]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", "someone", 1, &[])]);
    platform.on_marked(QUERY, TIMELINE, [timeline(&[media(30, 1)], None)]);
    platform.on("/api/v1/media/", [feed(&[media(77, 1)], "someone", None)]);
    setup.run().await.unwrap();
    assert_eq!(ids(&setup), ["30"]);
    assert!(
        setup.recorded().units()[0].missing.is_empty(),
        "nor for one that is gone"
    );
}
