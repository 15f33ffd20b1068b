//! Responses that cannot be parsed are reported, up to a limit and without secrets.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{CaptureReport, Platform};
use clipmeter_scraper::core::capture::CaptureFile;
use clipmeter_scraper::platforms::{instagram, tiktok};
use serde_json::json;

use super::fake_platform::{REQUESTED_NAME, StubResponse};
use super::instagram::{PROFILE, QUERY, profile, with_session};
use super::setup::{NOW, SESSION, Setup, account};

fn captures(setup: &Setup) -> Vec<CaptureReport> {
    let captures = |body| {
        if let Body::Capture(captures) = body {
            Some(captures)
        } else {
            None
        }
    };
    setup.recorded().bodies().filter_map(captures).collect()
}

/// Returns what `scraper parse --capture` prints for it.
fn read_again(report: &CaptureReport) -> &'static str {
    let file = json!({
        "type": report.kind, "endpoint": report.endpoint, "outcome": report.outcome().code(), "http_status": report.http_status,
        "location": report.location, "is_anonymous": report.is_anonymous, "is_cut": report.is_cut, "config_revision": report.config_revision,
        "observed_at": "2026-11-01T12:00:00Z", "body": STANDARD.encode(&report.body),
    });
    let capture = CaptureFile::read(file.to_string().as_bytes()).unwrap();
    let read = if report.kind.starts_with("ig_") {
        instagram::read
    } else {
        tiktok::read
    };
    read(capture.kind.parse().unwrap(), &capture.response())
        .outcome
        .code()
}

#[tokio::test]
async fn captures_are_few_and_contain_no_session_secrets() {
    let setup = with_session(
        (1..=4)
            .map(|unit| account(unit, &format!("someone{unit}")))
            .collect(),
    )
    .await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", REQUESTED_NAME, 2, &[])]);
    let value = SESSION.replace(':', "%3A");
    let user = SESSION.split(':').next().unwrap();
    let novel = json!({"data": {"novelty": {"echo": value, "viewer_id": user, "text": "ann@example.org"}}, "status": "ok"});
    platform.on(QUERY, [StubResponse::ok(novel.to_string())]);
    platform.on("/api/graphql", [StubResponse::ok(novel.to_string())]);
    setup.run().await.unwrap();
    let recorded = captures(&setup);
    let first = recorded.first().unwrap();
    assert_eq!(
        (
            first.kind.as_str(),
            first.endpoint.as_str(),
            first.outcome().code()
        ),
        ("ig_graphql_timeline_xdt", "graphql_timeline", "schema_changed")
    );
    assert_eq!(
        (first.is_anonymous, first.http_status, first.observed_at),
        (false, 200, NOW)
    );
    let mut seen = Vec::new();
    for report in &recorded {
        let body = String::from_utf8(report.body.clone()).unwrap();
        for secret in SESSION.split(':').filter(|part| part.len() > 1).chain(["ann@"]) {
            assert!(!body.contains(secret), "{body}");
        }
        assert_eq!(read_again(report), report.outcome().code());
        seen.push((report.endpoint.clone(), report.outcome()));
    }
    let count = seen.len();
    seen.dedup();
    assert!((1..=3).contains(&count) && seen.len() == count, "{seen:?}");
}

#[tokio::test]
async fn captures_report_unparsed_tiktok_page_once() {
    let units = vec![account(1, "someone"), account(2, "other")];
    let setup = Setup::new(Platform::Tiktok, units).await;
    setup.platform.on("/@", [StubResponse::ok("{\"cut\":")]);
    setup.run().await.unwrap();
    let recorded = captures(&setup);
    let pages: Vec<_> = recorded
        .iter()
        .filter(|report| report.kind == "tt_user_page")
        .collect();
    let [page] = &pages[..] else {
        panic!("{recorded:?}");
    };
    assert_eq!(
        (page.endpoint.as_str(), page.outcome().code()),
        ("user_page", "parse_error")
    );
    assert_eq!((read_again(page), page.is_anonymous), ("parse_error", true));
    assert!(recorded.len() <= 3, "{recorded:?}");
}
