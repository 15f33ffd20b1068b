//! Responses of intermediaries between the scraper and TikTok, and responses about another account.

use clipmeter_proto::v1::report_request::Body;

use super::{ID, LIST, SEC_UID, by, item, list, numbers, setup, user_page, video_page};
use crate::fake_platform::StubResponse;
use crate::setup::{NOW, Setup, account, known_account, video};

const OTHER: &str = "MS4wLjABAAAAtwotwotwotwotwotwotwotwotwotwotwotwo";

/// Whether anything was reported about the address.
fn is_counted_against_address(setup: &Setup) -> bool {
    setup
        .recorded()
        .bodies()
        .any(|body| matches!(body, Body::Address(_)))
}

#[tokio::test]
async fn substitute_page_does_not_count_against_address() {
    for response in [
        StubResponse::ok("<html><body>Please wait</body></html>"),
        StubResponse::ok("<html><title>Sign in to the Wi-Fi</title><form action='/login'></form></html>"),
        StubResponse::status(401, "<html><title>401 Authorization Required</title></html>"),
        StubResponse::redirect("https://portal.hotel.example/login"),
    ] {
        let setup = setup(vec![account(1, "someone"), video(2, ID, "")]).await;
        setup.platform.on("", [response]);
        setup.run().await.unwrap();
        assert_eq!(
            setup.outcomes(),
            ["unexpected_page", "unexpected_page"],
            "{:?}",
            setup.recorded().units()
        );
        assert!(setup.recorded().pages().is_empty());
        assert!(!is_counted_against_address(&setup));
    }
}

#[tokio::test]
async fn captive_portal_on_half_the_requests_loses_no_videos() {
    let portal = || StubResponse::ok("<html><body>Please wait</body></html>");
    let setup = setup(vec![account(1, "someone")]).await;
    setup
        .platform
        .on("/@someone", [portal(), user_page("77", "someone", SEC_UID, 1)])
        .on(LIST, [portal(), list(&[item(1, "someone", NOW - 5)], false)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"], "{:?}", setup.recorded().units());
    assert_eq!(numbers(&setup), [1]);
}

#[tokio::test]
async fn responses_about_other_account_are_rejected() {
    let foreign_item = || by(item(9, "bob", NOW - 5), "99", OTHER);
    for unit in [account(1, "alice"), known_account(1, "alice", "77", SEC_UID)] {
        let setup = setup(vec![unit]).await;
        setup
            .platform
            .on("/@alice", [user_page("99", "bob", OTHER, 1)])
            .on("/embed/", [user_page("99", "bob", OTHER, 1)])
            .on(LIST, [list(&[foreign_item()], false)]);
        setup.run().await.unwrap();
        let units = setup.recorded().units();
        assert_eq!(setup.outcomes(), ["unexpected_page"], "{units:?}");
        assert_eq!((&units[0].profile, &units[0].new_owner), (&None, &None));
        assert!(setup.recorded().pages().is_empty());
    }
    // The right account with another account's list, whole and in part.
    for (videos, expected) in [
        (vec![foreign_item()], vec![]),
        (vec![foreign_item(), item(1, "alice", NOW - 50)], vec![1]),
    ] {
        let setup = setup(vec![known_account(1, "alice", "77", SEC_UID)]).await;
        setup
            .platform
            .on("/@alice", [user_page("77", "alice", SEC_UID, 1)])
            .on("/embed/", [StubResponse::status(404, "")])
            .on(LIST, [list(&videos, false)]);
        setup.run().await.unwrap();
        assert_eq!(numbers(&setup), expected, "{:?}", setup.recorded().units());
    }
}

#[tokio::test]
async fn swapped_list_does_not_rename_account() {
    let setup = setup(vec![known_account(1, "alice", "77", SEC_UID)]).await;
    setup
        .platform
        .on("/@alice", [super::user_status(10221)])
        .on("/@bob", [user_page("99", "bob", OTHER, 1)])
        .on("/embed/", [StubResponse::status(404, "")])
        .on(LIST, [list(&[by(item(9, "bob", NOW - 5), "99", OTHER)], false)]);
    setup.run().await.unwrap();
    assert!(setup.platform.received_at("/@bob").is_empty());
    assert!(setup.recorded().pages().is_empty());
}

#[tokio::test]
async fn video_page_about_other_video_is_rejected() {
    let setup = setup(vec![video(1, ID, "")]).await;
    // The page is about a video of another id.
    setup
        .platform
        .on("/@_/video/", [video_page(0)])
        .on("/embed/", [StubResponse::status(404, "")])
        .on("/oembed", [StubResponse::status(404, "")]);
    setup.run().await.unwrap();
    assert_ne!(setup.outcomes(), ["ok"], "{:?}", setup.recorded().units());
    assert!(setup.recorded().pages().is_empty());
}
