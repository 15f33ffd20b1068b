//! Answers that nobody understands are told, a few of them, and without what is secret.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{EvidenceReport, Platform};
use clipmeter_scraper::evidence::Exhibit;
use clipmeter_scraper::{instagram, tiktok};
use serde_json::json;

use super::instagram::{PROFILE, QUERY, profile, with_session};
use super::setup::{NOW, SESSION, Setup, account};
use super::standin::{ASKED_NAME, Reply};

fn evidence(setup: &Setup) -> Vec<EvidenceReport> {
    let evidence = |body| {
        if let Body::Evidence(evidence) = body {
            Some(evidence)
        } else {
            None
        }
    };
    setup.told().bodies().filter_map(evidence).collect()
}

/// What an admin reads of it with `scraper parse --evidence`.
fn read_again(report: &EvidenceReport) -> &'static str {
    let file = json!({
        "type": report.kind, "endpoint": report.endpoint, "outcome": report.outcome().code(), "http_status": report.http_status,
        "location": report.location, "is_guest": report.is_guest, "is_cut": report.is_cut, "facts_version": report.facts_version,
        "observed_at": "2026-11-01T12:00:00Z", "body": STANDARD.encode(&report.body),
    });
    let exhibit = Exhibit::read(file.to_string().as_bytes()).unwrap();
    let read = if report.kind.starts_with("ig_") {
        instagram::read
    } else {
        tiktok::read
    };
    read(exhibit.kind, &exhibit.reply()).outcome.code()
}

#[tokio::test]
async fn a_few_answers_are_told_without_the_session_that_they_were_for() {
    let setup = with_session(
        (1..=4)
            .map(|unit| account(unit, &format!("someone{unit}")))
            .collect(),
    )
    .await;
    let platform = &setup.platform;
    platform.on(PROFILE, [profile("42", ASKED_NAME, 2, &[])]);
    let value = SESSION.replace(':', "%3A");
    let user = SESSION.split(':').next().unwrap();
    let novel = json!({"data": {"novelty": {"echo": value, "viewer_id": user, "text": "ann@example.org"}}, "status": "ok"});
    platform.on(QUERY, [Reply::ok(novel.to_string())]);
    platform.on("/api/graphql", [Reply::ok(novel.to_string())]);
    setup.run().await.unwrap();
    let told = evidence(&setup);
    let first = told.first().unwrap();
    assert_eq!(
        (
            first.kind.as_str(),
            first.endpoint.as_str(),
            first.outcome().code()
        ),
        ("ig_graphql_timeline_xdt", "graphql_timeline", "schema_changed")
    );
    assert_eq!(
        (first.is_guest, first.http_status, first.observed_at),
        (false, 200, NOW)
    );
    let mut seen = Vec::new();
    for report in &told {
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
async fn what_is_understood_is_not_told_and_a_page_of_tiktok_is_once() {
    let units = vec![account(1, "someone"), account(2, "other")];
    let setup = Setup::new(Platform::Tiktok, units).await;
    setup.platform.on("/@", [Reply::ok("{\"cut\":")]);
    setup.run().await.unwrap();
    let told = evidence(&setup);
    let pages: Vec<_> = told
        .iter()
        .filter(|report| report.kind == "tt_user_page")
        .collect();
    let [page] = &pages[..] else {
        panic!("{told:?}");
    };
    assert_eq!(
        (page.endpoint.as_str(), page.outcome().code()),
        ("user_page", "parse_error")
    );
    assert_eq!((read_again(page), page.is_guest), ("parse_error", true));
    assert!(told.len() <= 3, "{told:?}");
}
