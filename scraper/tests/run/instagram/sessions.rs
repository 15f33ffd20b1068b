//! How sessions are reported.

use clipmeter_proto::v1::{Outcome, Platform};
use serde_json::{Value, json};

use super::pool::{wait_a_while, with_session_pool};
use super::{PROFILE, QUERY, TIMELINE, edge, ids, media, profile, timeline, with_session, without_session};
use crate::fake_platform::{REQUESTED_NAME, ReceivedRequest, StubResponse};
use crate::setup::{Setup, account};

/// The response to an anonymous client for which an endpoint is closed.
fn closed() -> StubResponse {
    StubResponse::status(401, r#"{"message":"","require_login":true,"status":"fail"}"#)
}

#[tokio::test]
async fn rate_limit_keeps_read_posts_and_stops_requests() {
    let setup = with_session(vec![account(1, "someone"), account(2, "other")]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", "someone", 30, &[])]);
    platform.on_marked(
        QUERY,
        TIMELINE,
        [
            timeline(&[media(30, 1)], Some("c")),
            wait_a_while().with("retry-after", "90"),
        ],
    );
    setup.recorded().retry_after_seconds = 90;
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["rate_limited", "no_session"]);
    assert_eq!(ids(&setup), ["30"]);
    assert_eq!(
        platform.received_at(PROFILE).len(),
        1,
        "the second account is not asked for"
    );
    let sessions = setup.recorded().sessions();
    assert_eq!(sessions.len(), 1);
    assert_eq!(
        (sessions[0].session_id, sessions[0].outcome()),
        (7, Outcome::RateLimited)
    );
    assert_eq!(sessions[0].retry_after_seconds, Some(90));
    assert_eq!(setup.recorded().units()[1].requests, 0);
}

#[tokio::test]
async fn lost_session_is_reported_once_and_never_sent_again() {
    let login = StubResponse::status(
        401,
        r#"{"message":"Please wait a few minutes before you try again.","require_login":true,"status":"fail"}"#,
    );
    let checkpoint = r#"{"message":"checkpoint_required","checkpoint_url":"/challenge/1/","status":"fail"}"#;
    for (response, outcome) in [
        (login, "session_dead"),
        (
            StubResponse::redirect("https://www.instagram.com/challenge/?next=/"),
            "challenge_required",
        ),
        (StubResponse::status(400, checkpoint), "checkpoint_required"),
        (
            StubResponse::redirect("https://www.instagram.com/accounts/suspended/"),
            "suspended",
        ),
    ] {
        let setup = with_session_pool(vec![account(1, "someone"), account(2, "other")], [7]).await;
        let some = profile("42", REQUESTED_NAME, 30, &[edge(30, None)]);
        setup.platform.on(PROFILE, [some]);
        setup.platform.on_marked(QUERY, TIMELINE, [response, closed()]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome, "ok"]);
        let sessions = setup.recorded().sessions();
        assert_eq!(sessions.len(), 1, "{outcome}");
        assert_eq!(sessions[0].outcome().code(), outcome);
        let lists: Vec<bool> = setup
            .platform
            .received_at(QUERY)
            .iter()
            .map(|received| received.header("cookie").contains("sessionid="))
            .collect();
        assert_eq!(lists, [true, false], "{outcome}");
        assert_eq!(
            setup.platform.received_at(PROFILE).len(),
            3,
            "{outcome}: anonymous clients are shown the profiles"
        );
        assert_eq!(
            ids(&setup),
            ["30"; 3],
            "the first account was read with the session, and again without"
        );
    }
}

#[tokio::test]
async fn session_that_dies_during_crawl_keeps_earlier_pages() {
    let setup = with_session(vec![account(1, "someone")]).await;
    setup.platform.on(PROFILE, [profile("42", "someone", 30, &[])]);
    let dead = StubResponse::redirect("https://www.instagram.com/accounts/login/?next=/");
    setup
        .platform
        .on_marked(QUERY, TIMELINE, [timeline(&[media(30, 1)], Some("c")), dead]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["session_dead"]);
    assert_eq!(ids(&setup), ["30"]);
    assert!(
        setup.recorded().units()[0].detail.starts_with("posts"),
        "it says what was being read"
    );
}

#[tokio::test]
async fn session_continues_crawl_where_refused_one_stopped() {
    let setup = with_session_pool(vec![account(1, "someone")], [7, 8]).await;
    setup.platform.on(PROFILE, [profile("42", "someone", 6, &[])]);
    let first = timeline(&[media(60, 1), media(50, 1)], Some("c1"));
    let pages = [
        first.clone(),
        timeline(&[media(40, 1), media(30, 1)], Some("c2")),
        wait_a_while(),
        first,
        timeline(&[media(20, 1), media(10, 1)], None),
    ];
    setup.platform.on_marked(QUERY, TIMELINE, pages);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    // The newest ones are read again, as by a later run.
    assert_eq!(ids(&setup), ["60", "50", "40", "30", "60", "50", "20", "10"]);
    let after = |received: &ReceivedRequest| -> Value {
        let variables: Value = serde_json::from_str(&received.form("variables").unwrap()).unwrap();
        variables["after"].clone()
    };
    let cursors: Vec<Value> = setup.platform.received_at(QUERY).iter().map(after).collect();
    assert_eq!(json!(cursors), json!([null, "c1", "c2", null, "c2"]));
    let pages = setup.recorded().pages();
    let reached: Vec<u64> = pages
        .iter()
        .filter_map(|page| Some(page.checkpoint.as_ref()?.covered_to_id))
        .collect();
    assert_eq!(reached, [50, 30], "the second session repeats no checkpoint");
    let crawl = setup.recorded().units().remove(0).crawl.unwrap();
    assert_eq!((crawl.reached_end, crawl.gap), (true, Some(0)));
}

#[tokio::test]
async fn session_with_invalid_value_is_dead_and_run_continues() {
    let units = vec![account(1, "someone")];
    let setup = Setup::with_session(Platform::Instagram, units, Some("x\r\nEvil: 1")).await;
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 2, &[edge(30, None)])])
        .on(QUERY, [closed()]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(setup.recorded().sessions()[0].outcome(), Outcome::SessionDead);
    assert_eq!(setup.platform.received()[0].header("evil"), "");
}

#[tokio::test]
async fn session_sends_its_user_agent_and_claim_unlike_anonymous() {
    let setup = with_session(vec![account(1, "someone"), account(2, "other")]).await;
    {
        let session = &mut setup.recorded().pool[0];
        session.user_agent = "Browser/1".to_owned();
        session.claim = "hmac.1".to_owned();
    }
    let response = profile("42", REQUESTED_NAME, 0, &[]).with("x-ig-set-www-claim", "hmac.2");
    setup.platform.on(PROFILE, [response]);
    setup.run().await.unwrap();
    let sent = |setup: &Setup| -> Vec<[String; 2]> {
        let headers = |received: &ReceivedRequest| {
            ["user-agent", "x-ig-www-claim"].map(|name| received.header(name).to_owned())
        };
        setup.platform.received_at(PROFILE).iter().map(headers).collect()
    };
    assert_eq!(sent(&setup), [["Browser/1", "hmac.1"], ["Browser/1", "hmac.2"]]);

    let anonymous = without_session(vec![account(1, "someone")]).await;
    anonymous
        .platform
        .on(PROFILE, [profile("42", REQUESTED_NAME, 0, &[])]);
    anonymous.run().await.unwrap();
    let [agent, claim] = sent(&anonymous).remove(0);
    assert!(agent.contains("Chrome/") && claim == "0", "{agent} {claim}");
}

#[tokio::test]
async fn user_agent_mismatch_ends_run_and_keeps_session() {
    let setup = with_session(vec![account(1, "someone"), account(2, "other")]).await;
    let platform = &setup.platform;
    platform.on(
        PROFILE,
        [StubResponse::status(
            400,
            StubResponse::recorded("instagram/err_useragent_mismatch.json").body(),
        )],
    );
    setup.run().await.unwrap();
    assert_eq!(
        setup.outcomes(),
        ["useragent_mismatch"],
        "the other goes back to the queue"
    );
    assert_eq!(platform.received_at(PROFILE).len(), 1);
    let recorded = setup.recorded();
    assert_eq!((recorded.completed, recorded.sessions().len()), (1, 0));
}
