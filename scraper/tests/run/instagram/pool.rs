//! Leased sessions, and how they are reported and returned.

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{EndpointCooldown, EndpointReport, Outcome, Platform, Session, Unit, Works};

use super::{
    FEED, PROFILE, QUERY, TIMELINE, edge, feed, ids, media, profile, retired, timeline, without_session,
};
use crate::fake_platform::{FakePlatform, REQUESTED_NAME, ReceivedRequest, StubResponse};
use crate::setup::{Setup, account};

/// An endpoint that is not asked now.
pub(super) fn cooldown(endpoint: &str) -> EndpointCooldown {
    EndpointCooldown {
        endpoint: endpoint.to_owned(),
        until: crate::setup::NOW + 1,
    }
}

pub(super) fn session(id: i64) -> Session {
    Session {
        session_id: id,
        value: format!("{id}:Token{id}:1:AY"),
        ..Session::default()
    }
}

/// An API that lends these sessions, and a platform whose home page has no tokens.
pub(super) async fn with_session_pool(units: Vec<Unit>, sessions: impl IntoIterator<Item = i64>) -> Setup {
    let setup = without_session(units).await;
    setup.recorded().pool = sessions.into_iter().map(session).collect();
    setup.platform.on("=/", [StubResponse::ok("<html></html>")]);
    setup
}

/// Returns the requests that the platform received: the first part of the path, and the session.
pub(super) fn received(setup: &Setup) -> Vec<(String, Option<i64>)> {
    setup
        .platform
        .received()
        .iter()
        .map(|received| (received.target.clone(), of(received)))
        .collect()
}

fn of(received: &ReceivedRequest) -> Option<i64> {
    let id = received.header("cookie").split("ds_user_id=").nth(1)?;
    id.split(';').next()?.parse().ok()
}

pub(crate) fn endpoints(setup: &Setup) -> Vec<EndpointReport> {
    let endpoint = |body| {
        if let Body::Endpoint(endpoint) = body {
            Some(endpoint)
        } else {
            None
        }
    };
    setup.recorded().bodies().filter_map(endpoint).collect()
}

pub(super) fn wait_a_while() -> StubResponse {
    let body = r#"{"message":"Please wait a few minutes before you try again.","status":"fail"}"#;
    StubResponse::status(429, body)
}

#[tokio::test]
async fn session_pool_is_not_used_for_anonymously_available_data() {
    let mut quiet = account(3, "quiet");
    if let Some(Target::Account(target)) = &mut quiet.target {
        (target.known_ids, target.known_count) = (vec![30], 1);
        (target.read_to_id, target.last_item_count) = (u64::MAX, Some(9));
    }
    let setup = with_session_pool(
        vec![account(1, "example_private_dev"), account(2, "empty"), quiet],
        [7],
    )
    .await;
    let platform = &setup.platform;
    let private = StubResponse::recorded("instagram/web_profile_info_private.json");
    platform.on_marked(PROFILE, "example_private_dev", [private]);
    platform.on_marked(PROFILE, "empty", [profile("43", "empty", 0, &[])]);
    platform.on_marked(PROFILE, "quiet", [profile("44", "quiet", 9, &[edge(30, None)])]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["private", "ok_no_videos", "ok"]);
    assert!(setup.recorded().taken.is_empty());
    assert!(received(&setup).iter().all(|(_, session)| session.is_none()));
}

#[tokio::test]
async fn session_is_leased_once_per_unit_when_needed() {
    let setup = with_session_pool(vec![account(1, "someone"), account(2, "other")], [7]).await;
    setup
        .platform
        .on(PROFILE, [profile("42", REQUESTED_NAME, 2, &[])]);
    let pages = [
        timeline(&[media(30, 1)], Some("c")),
        timeline(&[media(20, 1)], None),
    ];
    setup.platform.on_marked(QUERY, TIMELINE, pages);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    let taken: Vec<_> = setup.recorded().taken.iter().map(|take| take.unit_id).collect();
    assert_eq!(taken, [1, 2]);
    let received = received(&setup);
    let with = |path: &str| -> Vec<_> {
        let to = received.iter().filter(|(target, _)| target.starts_with(path));
        to.map(|(_, session)| *session).collect()
    };
    assert_eq!(with(PROFILE), [None, None]);
    assert_eq!(with(QUERY), [Some(7); 3]);
    assert_eq!(
        received.iter().filter(|(target, _)| target == "/").count(),
        1,
        "its tokens stay"
    );
    let works: Vec<_> = endpoints(&setup)
        .into_iter()
        .map(|report| (report.session_id, report.need, report.endpoint))
        .collect();
    let works_for = |session, need: &str, endpoint: &str| (session, need.to_owned(), endpoint.to_owned());
    assert_eq!(
        works,
        [
            works_for(0, "profile", "web_profile_info"),
            works_for(7, "posts", "graphql_timeline")
        ],
        "each told once"
    );
}

#[tokio::test]
async fn refused_session_is_replaced_and_its_requests_are_reported() {
    let setup = with_session_pool(vec![account(1, "someone"), account(2, "other")], [7, 8]).await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", REQUESTED_NAME, 2, &[])]);
    let all = timeline(&[media(30, 1), media(20, 1)], None);
    platform.on_marked(
        QUERY,
        TIMELINE,
        [
            wait_a_while().with("retry-after", "90"),
            all.clone(),
            wait_a_while(),
        ],
    );
    setup.run().await.unwrap();
    // The first one is excluded for the run; the second one is refused in the other unit, and there is no third one.
    assert_eq!(setup.outcomes(), ["ok", "rate_limited"]);
    let recorded = setup.recorded();
    let refused: Vec<_> = recorded
        .taken
        .iter()
        .map(|take| (take.unit_id, take.refused.clone()))
        .collect();
    assert_eq!(
        refused,
        [
            (1, vec![]),
            (1, vec![7]),
            (2, vec![]),
            (2, vec![7]),
            (2, vec![7, 8])
        ]
    );
    let sessions: Vec<_> = recorded
        .sessions()
        .iter()
        .map(|report| (report.session_id, report.outcome(), report.retry_after_seconds))
        .collect();
    assert_eq!(
        sessions,
        [
            (7, Outcome::RateLimited, Some(90)),
            (8, Outcome::RateLimited, None)
        ]
    );
    for unit in recorded.units() {
        let sum: u32 = unit.request_stats.iter().map(|stats| stats.requests).sum();
        let bytes: u64 = unit.request_stats.iter().map(|stats| stats.bytes).sum();
        assert_eq!((sum, bytes), (unit.requests, unit.bytes));
        assert_eq!(unit.started_at, crate::setup::NOW);
    }
    let request_stats: Vec<_> = recorded.units()[0]
        .request_stats
        .iter()
        .map(|stats| {
            (
                stats.endpoint.clone(),
                stats.session_id,
                stats.outcome().code(),
                stats.requests,
            )
        })
        .collect();
    let stats =
        |endpoint: &str, session, outcome, requests| (endpoint.to_owned(), session, outcome, requests);
    assert_eq!(
        request_stats,
        [
            stats("graphql_timeline", 7, "rate_limited", 1),
            stats("graphql_timeline", 8, "ok", 1),
            stats("home", 7, "ok", 1),
            stats("home", 8, "ok", 1),
            stats("web_profile_info", 0, "ok", 1),
            stats("web_profile_info", 8, "ok", 1),
        ]
    );
}

#[tokio::test]
async fn session_replacement_waits_until_report_of_first_is_stored() {
    let setup = with_session_pool(vec![account(1, "someone")], [7, 8]).await;
    // The report is lost at first, and sent again over another stream.
    setup.recorded().break_streams = vec![2];
    setup.platform.on(PROFILE, [profile("42", "someone", 2, &[])]);
    let all = timeline(&[media(30, 1), media(20, 1)], None);
    setup.platform.on_marked(QUERY, TIMELINE, [wait_a_while(), all]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(setup.recorded().reported_before, [vec![], vec![7]]);
}

#[tokio::test]
async fn session_is_not_replaced_after_account_not_found() {
    let setup = with_session_pool(vec![account(1, "someone")], [7, 8]).await;
    setup.platform.on(PROFILE, [StubResponse::status(404, "{}")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["not_found"]);
    assert!(setup.recorded().taken.iter().all(|take| take.refused.is_empty()));
}

#[tokio::test]
async fn session_shortage_ends_as_no_session_or_login_required() {
    for (retry_after, outcome) in [(60, "no_session"), (0, "login_required")] {
        let setup = with_session_pool(vec![account(1, "someone")], []).await;
        setup.recorded().retry_after_seconds = retry_after;
        setup.platform.on(PROFILE, [profile("42", "someone", 9, &[])]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome]);
        assert_eq!(setup.recorded().taken.len(), 1);
    }
}

#[tokio::test]
async fn anonymous_data_completes_account_only_if_no_session_exists() {
    for (retry_after, has_crawl) in [(60, true), (0, false)] {
        let setup = with_session_pool(vec![account(1, "someone")], []).await;
        setup.recorded().retry_after_seconds = retry_after;
        setup
            .platform
            .on(PROFILE, [profile("42", "someone", 9, &[edge(30, None)])]);
        setup.run().await.unwrap();
        assert_eq!(
            (setup.outcomes(), ids(&setup)),
            (vec!["ok"], vec!["30".to_owned()])
        );
        let crawl = setup.recorded().units()[0].crawl.clone();
        assert_eq!(
            crawl.is_some(),
            has_crawl,
            "otherwise the rest would count as read"
        );
        assert!(crawl.is_none_or(|crawl| !crawl.reached_end));
    }
}

#[tokio::test]
async fn refusal_of_anonymous_client_is_no_outcome_of_session() {
    let flagged = r#"{"message":"feedback_required","spam":true,"status":"fail"}"#;
    let found = profile("42", "someone", 0, &[]);
    let unknown = StubResponse::ok(r#"{"user_info":{}}"#);
    for (refusal, response, outcome) in [
        (StubResponse::status(400, flagged), found, "ok_no_videos"),
        (wait_a_while(), unknown, "schema_changed"),
    ] {
        let setup = with_session_pool(vec![account(1, "someone")], [7, 8]).await;
        setup.platform.on(PROFILE, [refusal, response]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome]);
        assert_eq!(setup.recorded().taken.len(), 1, "the session is kept");
        assert!(setup.recorded().sessions().is_empty(), "and not at fault");
    }
}

#[tokio::test]
async fn endpoint_closed_to_anonymous_client_is_left_to_sessions() {
    let setup = with_session_pool(vec![account(1, "someone"), account(2, "other")], [7]).await;
    let closed = r#"{"message":"","require_login":true,"status":"fail"}"#;
    setup.platform.on(
        PROFILE,
        [
            StubResponse::status(401, closed),
            profile("42", REQUESTED_NAME, 0, &[]),
        ],
    );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos", "ok_no_videos"]);
    let with: Vec<_> = received(&setup).into_iter().map(|(_, session)| session).collect();
    assert_eq!(with, [None, Some(7), Some(7)]);
    let recorded = endpoints(&setup).remove(0);
    assert_eq!(
        (
            recorded.session_id,
            recorded.endpoint.as_str(),
            recorded.outcome()
        ),
        (0, "web_profile_info", Outcome::LoginRequired)
    );
    assert!(setup.recorded().sessions().is_empty(), "no session is at fault");
}

#[tokio::test]
async fn session_cooldowns_and_working_endpoints_from_api_are_used() {
    let setup = with_session_pool(vec![account(1, "someone")], []).await;
    let mut leased = session(7);
    leased.cooldowns = vec![cooldown("graphql_timeline")];
    leased.works = vec![Works {
        need: "posts".to_owned(),
        endpoint: "feed_user".to_owned(),
        since: crate::setup::NOW - 60,
    }];
    setup.recorded().pool = vec![leased];
    setup.platform.on(PROFILE, [profile("42", "someone", 1, &[])]);
    setup.platform.on(FEED, [feed(&[media(9, 1)], "someone", None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert!(setup.platform.received_at(QUERY).is_empty());
    assert!(
        endpoints(&setup).iter().all(|report| report.need != "posts"),
        "it is no news"
    );
}

#[tokio::test]
async fn home_endpoint_on_cooldown_is_not_requested_for_tokens() {
    for (cooldowns, pages) in [(Vec::new(), 1), (vec!["home"], 0)] {
        let setup = with_session_pool(vec![account(1, "someone")], []).await;
        let mut leased = session(7);
        leased.cooldowns.extend(cooldowns.into_iter().map(cooldown));
        setup.recorded().pool = vec![leased];
        setup.platform.on(PROFILE, [profile("42", "someone", 1, &[])]);
        setup
            .platform
            .on_marked(QUERY, TIMELINE, [timeline(&[media(9, 1)], None)]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok"]);
        let home = setup
            .platform
            .received()
            .into_iter()
            .filter(|received| received.target == "/");
        assert_eq!(home.count(), pages);
    }
}

#[tokio::test]
async fn retired_endpoint_is_reported_with_its_session() {
    let setup = with_session_pool(vec![account(1, "someone"), account(2, "other")], [7]).await;
    setup.platform.on(PROFILE, [profile("42", "someone", 1, &[])]);
    setup.platform.on_marked(QUERY, TIMELINE, [retired()]);
    setup.platform.on(FEED, [feed(&[media(9, 1)], "someone", None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.platform.received_at(QUERY).len(), 1);
    let retired: Vec<_> = endpoints(&setup)
        .into_iter()
        .filter(|report| report.outcome() == Outcome::EndpointRetired)
        .map(|report| (report.session_id, report.endpoint))
        .collect();
    assert_eq!(retired, [(7, "graphql_timeline".to_owned())]);
}

#[tokio::test]
async fn session_locked_out_of_all_endpoints_is_replaced() {
    let setup = with_session_pool(vec![account(1, "someone")], []).await;
    let mut closed = session(7);
    closed.cooldowns = vec![cooldown("graphql_timeline"), cooldown("feed_user")];
    setup.recorded().pool = vec![closed, session(8)];
    setup.platform.on(PROFILE, [profile("42", "someone", 1, &[])]);
    setup
        .platform
        .on_marked(QUERY, TIMELINE, [timeline(&[media(9, 1)], None)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let refused: Vec<_> = setup
        .recorded()
        .taken
        .iter()
        .map(|take| take.refused.clone())
        .collect();
    assert_eq!(refused, [vec![], vec![7]]);
}

#[tokio::test]
async fn session_claim_is_reported_at_end_of_unit() {
    let setup = with_session_pool(vec![account(1, "someone")], [7]).await;
    setup.platform.on(PROFILE, [profile("42", "someone", 1, &[])]);
    let page = timeline(&[media(9, 1)], None).with("x-ig-set-www-claim", "hmac.2");
    setup.platform.on_marked(QUERY, TIMELINE, [page]);
    setup.run().await.unwrap();
    let recorded = setup.recorded().sessions().remove(0);
    assert_eq!(
        (recorded.session_id, recorded.outcome(), recorded.claim.as_str()),
        (7, Outcome::Ok, "hmac.2")
    );
}

#[tokio::test]
async fn session_and_anonymous_client_use_their_own_proxies() {
    let setup = with_session_pool(vec![account(1, "someone")], []).await;
    let [of_address, of_session] = [FakePlatform::start().await, FakePlatform::start().await];
    let mut leased = session(7);
    leased.proxy = of_session.url();
    setup.recorded().pool = vec![leased];
    setup.recorded().batch.address = Some(clipmeter_proto::v1::Address {
        key: "proxy:3".to_owned(),
        proxy: of_address.url(),
        ..Default::default()
    });
    of_address.on(PROFILE, [profile("42", "someone", 1, &[])]);
    of_session.on_marked(QUERY, TIMELINE, [wait_a_while()]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["rate_limited"]);
    assert!(
        setup.platform.received().is_empty(),
        "nothing goes past the proxies"
    );
    assert!(
        of_address
            .received()
            .iter()
            .all(|received| of(received).is_none())
    );
    assert!(
        of_session
            .received()
            .iter()
            .all(|received| of(received) == Some(7))
    );
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
        (recorded[0].address.as_str(), recorded[0].session_id),
        ("", 7),
        "it is not the run's address that was limited"
    );
}

#[tokio::test]
async fn direct_address_ignores_own_proxy_of_scraper() {
    for direct in [false, true] {
        let mut setup = with_session_pool(vec![account(1, "someone")], [7]).await;
        let own_proxy = FakePlatform::start().await;
        own_proxy.on("=/", [StubResponse::ok("<html></html>")]);
        setup.config.proxy = Some(own_proxy.url().into());
        setup.recorded().batch.address = Some(clipmeter_proto::v1::Address {
            key: "region:eu".to_owned(),
            direct,
            ..Default::default()
        });
        let (used, unused) = if direct {
            (&setup.platform, &own_proxy)
        } else {
            (&own_proxy, &setup.platform)
        };
        used.on(PROFILE, [profile("42", "someone", 1, &[])]);
        used.on_marked(QUERY, TIMELINE, [timeline(&[media(9, 1)], None)]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok"], "{direct}");
        assert_eq!(unused.received().len(), 0, "{direct}");
    }
}

#[tokio::test]
async fn tiktok_run_leases_no_session() {
    let setup = Setup::new(Platform::Tiktok, vec![account(1, "someone")]).await;
    setup.recorded().pool = vec![session(7)];
    setup.run().await.unwrap();
    assert!(setup.recorded().taken.is_empty());
}
