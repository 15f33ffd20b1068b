//! Posts that are read one by one.

use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{MissingSource, Unit};
use serde_json::{Value, json};

use super::pool::{endpoints, received, with_session_pool};
use super::{BY_ID, PROFILE, QUERY, TIMELINE, edge, ids, media, profile, retired, timeline, views};
use crate::fake_platform::StubResponse;
use crate::setup::{Setup, account};

/// Identifies a query for a single post.
const BY_CODE: &str = "shortcode";

/// An account in which nothing is due or new but looks at these posts.
fn quiet(lookups: &[u64]) -> Unit {
    let mut unit = account(1, "someone");
    if let Some(Target::Account(target)) = &mut unit.target {
        (target.known_ids, target.known_count) = ((20..=30).collect(), 11);
        (target.read_to_id, target.last_item_count) = (u64::MAX, Some(11));
        target.lookup_ids = lookups.to_vec();
    }
    unit
}

async fn setup(lookups: &[u64], sessions: impl IntoIterator<Item = i64>) -> Setup {
    let setup = with_session_pool(vec![quiet(lookups)], sessions).await;
    setup.platform.on(PROFILE, [profile("42", "someone", 11, &[])]);
    setup
}

fn played(id: u64) -> Value {
    let mut post = media(id, 2);
    post["play_count"] = json!(id * 100);
    post
}

/// A post as shown to anonymous clients; `None`: it is not shown to them.
fn anonymous_response(post: Option<&Value>) -> StubResponse {
    let body = json!({"data": {"xig_polaris_media": {"if_not_gated_logged_out": post}}});
    StubResponse::ok(body.to_string())
}

fn info(post: &Value) -> StubResponse {
    StubResponse::ok(json!({"items": [post], "num_results": 1, "status": "ok"}).to_string())
}

fn not_found() -> StubResponse {
    StubResponse::status(
        404,
        r#"{"message":"Media not found or unavailable","status":"fail"}"#,
    )
}

fn nothing_by_code() -> StubResponse {
    StubResponse::ok(r#"{"data":{"xdt_api__v1__media__shortcode__web_info":{"items":[]}},"status":"ok"}"#)
}

fn missing(setup: &Setup) -> Vec<(u64, MissingSource)> {
    let missing = setup.recorded().units()[0].missing.clone();
    missing.iter().map(|one| (one.id, one.source())).collect()
}

#[tokio::test]
async fn lookup_is_anonymous_first_and_uses_session_if_refused() {
    let setup = setup(&[20, 21, 22], [7]).await;
    let platform = &setup.platform;
    platform.on_marked(BY_ID, "%2220%22", [anonymous_response(Some(&played(20)))]);
    platform.on(BY_ID, [anonymous_response(None)]);
    platform.on("/api/v1/media/21/info/", [info(&played(21))]);
    platform.on("/api/v1/media/22/info/", [not_found()]);
    platform.on_marked(QUERY, BY_CODE, [nothing_by_code()]);
    setup.run().await.unwrap();
    assert_eq!(
        (setup.outcomes(), ids(&setup)),
        (vec!["ok"], vec!["20".to_owned(), "21".to_owned()])
    );
    assert_eq!(missing(&setup), [(22, MissingSource::Item)]);
    assert_eq!(views(&setup), [Some(2000), Some(2100)]);
    let paths: Vec<_> = received(&setup)
        .into_iter()
        .filter(|(target, _)| target != "/")
        .map(|(target, session)| (target.split('?').next().unwrap().to_owned(), session))
        .collect();
    let expected_order = [
        (PROFILE, None),
        (BY_ID, None),
        (BY_ID, None),
        ("/api/v1/media/21/info/", Some(7)),
        ("/api/v1/media/22/info/", Some(7)),
        (QUERY, Some(7)),
    ];
    assert_eq!(
        paths,
        expected_order.map(|(path, session)| (path.to_owned(), session)),
        "no list, and no guest once a session is in hand"
    );
    assert!(
        endpoints(&setup)
            .iter()
            .all(|report| report.outcome().is_success()),
        "a gate before a post closes no endpoint"
    );
}

#[tokio::test]
async fn lookup_refused_anonymously_is_not_reported_as_missing() {
    let setup = setup(&[20, 21], []).await;
    setup
        .platform
        .on_marked(BY_ID, "%2220%22", [anonymous_response(None)])
        .on(BY_ID, [anonymous_response(Some(&played(21)))])
        .on(
            "/p/",
            [StubResponse::redirect(
                "https://www.instagram.com/accounts/login/",
            )],
        );
    setup.run().await.unwrap();
    assert_eq!(
        (setup.outcomes(), ids(&setup)),
        (vec!["ok"], vec!["21".to_owned()])
    );
    assert!(missing(&setup).is_empty());
}

#[tokio::test]
async fn lookup_denied_by_one_endpoint_only_is_not_missing() {
    let setup = setup(&[20], [7]).await;
    let stale = StubResponse::recorded("instagram/err_graphql_execution_error.json").body();
    setup
        .platform
        .on(BY_ID, [anonymous_response(None)])
        .on("/api/v1/media/20/info/", [not_found()])
        .on_marked(QUERY, BY_CODE, [StubResponse::status(400, stale)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert!(missing(&setup).is_empty());
}

#[tokio::test]
async fn lookup_of_items_missing_from_list_uses_open_endpoint() {
    let setup = setup(&[30, 20, 21], [7]).await;
    let mut unit = quiet(&[30, 20, 21]);
    if let Some(Target::Account(target)) = &mut unit.target {
        target.read_to_id = 28;
    }
    setup.recorded().batch.units = vec![unit];
    let platform = &setup.platform;
    platform.on_marked(
        QUERY,
        TIMELINE,
        [timeline(&[media(30, 1), media(28, 1)], Some("c"))],
    );
    platform.on("/api/v1/media/", [retired()]);
    let other = json!({"data": {"xdt_api__v1__media__shortcode__web_info": {"items": [media(99, 1)]}}});
    let post = json!({"data": {"xdt_api__v1__media__shortcode__web_info": {"items": [media(20, 1)]}}});
    platform.on_marked(
        QUERY,
        BY_CODE,
        [
            StubResponse::ok(post.to_string()),
            StubResponse::ok(other.to_string()),
        ],
    );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(
        ids(&setup),
        ["30", "28", "20"],
        "no other post than the one asked for"
    );
    assert!(missing(&setup).iter().all(|(id, _)| ![20, 21].contains(id)));
    assert_eq!(
        platform.received_at("/api/v1/media/").len(),
        1,
        "it is on cooldown"
    );
    let recorded = endpoints(&setup);
    assert!(
        recorded
            .iter()
            .any(|report| (report.need.as_str(), report.endpoint.as_str()) == ("item", "graphql_shortcode"))
    );
}

#[tokio::test]
async fn lookup_skips_profile_post_unless_list_omits_it() {
    for (read_to_id, lookups) in [(u64::MAX, 0), (28, 1)] {
        let mut unit = quiet(&[29]);
        if let Some(Target::Account(target)) = &mut unit.target {
            target.read_to_id = read_to_id;
        }
        let setup = with_session_pool(vec![unit], [7]).await;
        let platform = &setup.platform;
        let shown = [edge(30, None), edge(29, None)];
        platform.on(PROFILE, [profile("42", "someone", 11, &shown)]);
        let listed = [media(30, 1), media(28, 1)];
        platform.on_marked(QUERY, TIMELINE, [timeline(&listed, Some("c"))]);
        platform.on("/api/v1/media/29/info/", [not_found()]);
        platform.on_marked(QUERY, BY_CODE, [nothing_by_code()]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok"]);
        assert_eq!(platform.received_at("/api/v1/media/29/").len(), lookups);
        let is_missing = missing(&setup).contains(&(29, MissingSource::Item));
        assert_eq!(is_missing, lookups > 0);
    }
}

#[tokio::test]
async fn lookup_of_unauthorized_post_reports_it_as_private() {
    let setup = setup(&[20], [7]).await;
    setup.platform.on(BY_ID, [anonymous_response(None)]);
    let private = r#"{"message":"Not authorized to view user","status":"fail"}"#;
    setup
        .platform
        .on("/api/v1/media/20/info/", [StubResponse::status(400, private)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(missing(&setup), [(20, MissingSource::Private)]);
}

#[tokio::test]
async fn lookups_stop_after_rate_limit_or_dead_session() {
    let wait = StubResponse::status(429, r#"{"message":"Please wait a few minutes","status":"fail"}"#);
    let dead = StubResponse::redirect("https://www.instagram.com/accounts/login/?next=/");
    for (response, outcome) in [(wait, "rate_limited"), (dead, "session_dead")] {
        let setup = setup(&[20, 21, 22], [7]).await;
        setup.platform.on(BY_ID, [anonymous_response(None)]);
        setup.platform.on("/api/v1/media/", [response]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok"], "the account was read");
        assert!(missing(&setup).is_empty());
        assert_eq!(setup.platform.received_at("/api/v1/media/").len(), 1);
        assert_eq!(setup.recorded().sessions()[0].outcome().code(), outcome);
    }
}

#[tokio::test]
async fn lookup_with_user_agent_mismatch_ends_run() {
    let setup = with_session_pool(vec![quiet(&[20, 21]), account(2, "other")], [7]).await;
    let mismatch = r#"{"message":"useragent mismatch","status":"fail"}"#;
    setup
        .platform
        .on(PROFILE, [profile("42", "someone", 11, &[])])
        .on(BY_ID, [anonymous_response(None)])
        .on("/api/v1/media/", [StubResponse::status(400, mismatch)]);
    setup.run().await.unwrap();
    assert_eq!(
        setup.outcomes(),
        ["useragent_mismatch"],
        "the other is given back"
    );
    assert_eq!(setup.platform.received_at("/api/v1/media/").len(), 1);
}
