//! Permits that the API grants for requests.

use std::collections::VecDeque;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Platform, Session, Unit};

use super::fake_platform::StubResponse;
use super::instagram::{PROFILE, QUERY, TIMELINE, edge, media, profile, timeline};
use super::setup::{SESSION, Setup, account, video};
use super::tiktok::{ID, LIST, SEC_UID, item, list, user_page, video_page};

/// More than a minute.
const TOO_LONG: u32 = 60_001;

/// An API whose permits have these waits, and one free session.
async fn setup(platform: Platform, units: Vec<Unit>, waits: &[u32]) -> Setup {
    let mut setup = Setup::new(platform, units).await;
    setup.config.delay_factor = 2.0;
    setup.recorded().waits = VecDeque::from(waits.to_vec());
    setup.recorded().pool = vec![Session {
        session_id: 7,
        value: SESSION.to_owned(),
        ..Session::default()
    }];
    setup.platform.on("=/", [StubResponse::ok("<html></html>")]);
    setup
}

#[tokio::test]
async fn rate_limiter_issues_permit_for_every_request() {
    let setup = setup(Platform::Instagram, vec![account(1, "someone")], &[0, 30, 0]).await;
    setup.platform.on(PROFILE, [profile("42", "someone", 1, &[])]);
    setup
        .platform
        .on_marked(QUERY, TIMELINE, [timeline(&[media(9, 1)], None)]);
    let began = std::time::Instant::now();
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert!(began.elapsed().as_millis() >= 30);
    let recorded = setup.recorded();
    let permits: Vec<_> = recorded
        .reserved
        .iter()
        .map(|permit| (permit.endpoint.as_str(), permit.session_id))
        .collect();
    assert_eq!(
        permits,
        [("web_profile_info", 0), ("home", 7), ("graphql_timeline", 7)]
    );
    assert!(
        recorded
            .reserved
            .iter()
            .all(|permit| (permit.delay_factor - 2.0).abs() < f64::EPSILON)
    );
    assert_eq!(setup.platform.received().len(), recorded.reserved.len());
}

#[tokio::test]
async fn unit_with_distant_permit_is_requeued_and_others_continue() {
    // Neither the anonymous client nor the session gets a permit for the first unit.
    let waits = [TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, 0];
    let units = vec![account(1, "someone"), account(2, "other")];
    let setup = setup(Platform::Instagram, units, &waits).await;
    setup.platform.on(PROFILE, [profile("42", "other", 0, &[])]);
    setup.run().await.unwrap();
    let recorded = setup.recorded();
    let ended: Vec<_> = recorded.units().iter().map(|unit| unit.unit_id).collect();
    assert_eq!(
        (ended, recorded.completed),
        (vec![2], 1),
        "the first goes back to the queue"
    );
    assert_eq!(setup.platform.received().len(), 1);
}

#[tokio::test]
async fn anonymous_client_without_permit_leaves_request_to_session() {
    let setup = setup(Platform::Instagram, vec![account(1, "someone")], &[TOO_LONG, 0]).await;
    setup.platform.on(PROFILE, [profile("42", "someone", 0, &[])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
    assert!(
        setup.platform.received()[0]
            .header("cookie")
            .contains("sessionid=")
    );
}

#[tokio::test]
async fn anonymous_list_without_permit_is_read_later() {
    for (posts, outcome) in [(&[edge(9, None)][..], "ok"), (&[], "no_session")] {
        let setup = setup(Platform::Instagram, vec![account(1, "someone")], &[0, TOO_LONG]).await;
        setup.recorded().pool = Vec::new();
        setup.platform.on(PROFILE, [profile("42", "someone", 30, posts)]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome]);
        let crawl = setup.recorded().units().remove(0).crawl;
        assert_eq!(
            crawl.is_some(),
            !posts.is_empty(),
            "or the rest would count as read"
        );
    }
}

#[tokio::test]
async fn list_without_further_permits_is_requeued_with_checkpoint() {
    let units = || vec![account(1, "someone")];
    let instagram = setup(Platform::Instagram, units(), &[0, 0, 0, TOO_LONG, TOO_LONG]).await;
    let platform = &instagram.platform;
    platform.on(PROFILE, [profile("42", "someone", 30, &[])]);
    platform.on_marked(QUERY, TIMELINE, [timeline(&[media(9, 1)], Some("c"))]);
    let tiktok = setup(Platform::Tiktok, units(), &[0, 0, TOO_LONG]).await;
    let platform = &tiktok.platform;
    platform.on("/@someone", [user_page("77", "someone", SEC_UID, 30)]);
    platform.on(LIST, [list(&[item(9, "someone", 1_700_000_000)], true)]);
    for setup in [instagram, tiktok] {
        setup.run().await.unwrap();
        assert!(setup.outcomes().is_empty(), "it is returned");
        let requeued = setup.recorded().requeued().remove(0);
        let cost: u32 = requeued.request_stats.iter().map(|stats| stats.requests).sum();
        let received = setup.platform.received().len();
        assert!(received > 1);
        assert_eq!(
            (requeued.unit_id, cost as usize),
            (1, received),
            "its number of requests"
        );
        let page = setup.recorded().pages().remove(0);
        assert_eq!(page.observations.len(), 1, "the items read so far");
        assert!(page.checkpoint.is_some(), "the checkpoint after them");
    }
}

#[tokio::test]
async fn video_not_found_is_requeued_without_permit_for_confirmation() {
    for waits in [&[0, TOO_LONG][..], &[0, 0, TOO_LONG]] {
        let setup = setup(Platform::Tiktok, vec![video(1, ID, "")], waits).await;
        setup.platform.on("/@_/video/", [video_page(10204)]);
        setup.run().await.unwrap();
        assert_eq!(setup.platform.received().len(), waits.len() - 1);
        assert!(setup.outcomes().is_empty(), "it is returned");
    }
}

#[tokio::test]
async fn requeued_unit_sends_captures_and_statistics() {
    let setup = setup(Platform::Tiktok, vec![account(1, "someone")], &[0, 0, TOO_LONG]).await;
    let cut_off = r#"{"itemList":["#;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 30)])
        .on(LIST, [StubResponse::ok(cut_off)]);
    setup.run().await.unwrap();
    assert!(setup.outcomes().is_empty(), "it is returned");
    let recorded = setup.recorded();
    let captures = recorded.bodies().filter(|body| matches!(body, Body::Capture(_)));
    assert_eq!(captures.count(), 1);
    assert_eq!(recorded.requeued().len(), 1);
}

#[tokio::test]
async fn permits_are_not_requested_without_delays() {
    let mut setup = setup(Platform::Tiktok, vec![account(1, "someone")], &[TOO_LONG]).await;
    setup.config.delay_factor = 0.0;
    setup.run().await.unwrap();
    assert_eq!(setup.recorded().units().len(), 1);
    assert!(setup.recorded().reserved.is_empty());
}

#[tokio::test]
async fn address_that_is_rate_limited_is_reported() {
    let setup = setup(Platform::Tiktok, vec![account(1, "someone")], &[0]).await;
    setup.recorded().batch.address = Some(clipmeter_proto::v1::Address {
        key: "home".to_owned(),
        ..Default::default()
    });
    setup
        .platform
        .on("/", [StubResponse::status(429, "").with("retry-after", "120")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["rate_limited"]);
    let address = |body| {
        if let Body::Address(address) = body {
            Some(address)
        } else {
            None
        }
    };
    let recorded: Vec<_> = setup.recorded().bodies().filter_map(address).collect();
    assert_eq!(recorded.len(), 1);
    assert_eq!(
        (
            recorded[0].address.as_str(),
            recorded[0].outcome().code(),
            recorded[0].retry_after_seconds
        ),
        ("home", "rate_limited", Some(120))
    );
}
