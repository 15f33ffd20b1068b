//! Tests with one report for each field, which is valid except for that field.

use clipmeter_fixtures::database::{START, profile, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    AddressReport, CaptureReport, CrawlCheckpoint, CrawlSummary, DiscoveredDocument, DiscoveryReport,
    EndpointReport, MissingItem, Outcome, PageReport, PlaysCheckpoint, RequestStats, RequeueReport,
    SessionReport, UnitReport,
};

use super::world;
use crate::run_token_scope::{Attacker, assert_refused, collected};

/// Makes one field invalid; its name is the one in the error message.
type Corruption<T> = (&'static str, fn(&mut T));

const PAGE: &[Corruption<PageReport>] = &[
    ("unit_id", |page| page.unit_id = -1),
    ("observed_at", |page| page.observed_at = i64::MAX),
    ("observations", |page| {
        page.observations = vec![seen("1", 1, 1); 1_001];
    }),
    ("profile.platform_id", |page| {
        profile_of(page).platform_id = "17 OR 1=1".into();
    }),
    ("profile.sec_uid", |page| profile_of(page).sec_uid = long(201)),
    ("profile.username", |page| {
        profile_of(page).username = "<script>".into();
    }),
    ("observations[1].external_id", |page| {
        item(page).external_id = String::new();
    }),
    ("observations[1].external_id", |page| {
        item(page).external_id = "../../x".into();
    }),
    ("observations[1].external_id", |page| {
        item(page).external_id = "9".repeat(20);
    }),
    ("observations[1].shortcode", |page| {
        item(page).shortcode = "../../x".into();
    }),
    ("observations[1].url", |page| {
        item(page).url = "javascript:alert(1)".into();
    }),
    ("observations[1].author_username", |page| {
        item(page).author_username = "a/b".into();
    }),
    ("observations[1].views_source", |page| {
        item(page).views_source = long(65);
    }),
    ("observations[1].precision", |page| item(page).precision = 99),
    ("observations[1].media_kind", |page| item(page).media_kind = -1),
    ("observations[1].rounded", |page| item(page).rounded = 32),
    ("checkpoint.endpoint", |page| {
        checkpoint(page).endpoint = "A B".into();
    }),
    ("checkpoint.cursor", |page| checkpoint(page).cursor = long(1_001)),
    ("checkpoint.plays.endpoint", |page| {
        plays(page).endpoint = String::new();
    }),
    ("checkpoint.plays.cursor", |page| plays(page).cursor = long(1_001)),
];

const UNIT: &[Corruption<UnitReport>] = &[
    ("unit_id", |end| end.unit_id = 0),
    ("outcome", |end| end.outcome = 0),
    ("outcome", |end| end.outcome = 999),
    ("profile.username", |end| end.profile = Some(profile("17", "a b"))),
    ("new_owner.platform_id", |end| {
        end.new_owner = Some(profile("x", "a"));
    }),
    ("observed_at", |end| end.observed_at = i64::MAX),
    ("started_at", |end| end.started_at = -1),
    ("requests", |end| end.requests = u32::MAX),
    ("bytes", |end| end.bytes = u64::MAX),
    ("resolved_video_id", |end| {
        end.resolved_video_id = "7001; x".into();
    }),
    ("crawl.endpoint", |end| {
        end.crawl.get_or_insert_default().endpoint = long(41);
    }),
    ("missing", |end| end.missing = vec![MissingItem::default(); 2_001]),
    ("missing[0].source", |end| {
        end.missing = vec![MissingItem { id: 1, source: 9 }];
    }),
    ("request_stats", |end| end.request_stats = vec![stats(); 501]),
    ("request_stats[0].endpoint", |end| {
        end.request_stats[0].endpoint = "É".into();
    }),
];

const REQUEUED: &[Corruption<RequeueReport>] = &[
    ("unit_id", |report| report.unit_id = 0),
    ("request_stats", |report| {
        report.request_stats = vec![stats(); 501];
    }),
    ("request_stats[0].endpoint", |report| {
        report.request_stats[0].endpoint = String::new();
    }),
    ("request_stats[0].outcome", |report| {
        report.request_stats[0].outcome = 999;
    }),
    ("request_stats[0].session_id", |report| {
        report.request_stats[0].session_id = -1;
    }),
    ("request_stats[0].requests", |report| {
        report.request_stats[0].requests = 1_000_001;
    }),
    ("request_stats[0].bytes", |report| {
        report.request_stats[0].bytes = u64::MAX;
    }),
];

const SESSION: &[Corruption<SessionReport>] = &[
    ("session_id", |report| report.session_id = 0),
    ("outcome", |report| report.outcome = 0),
    ("outcome", |report| report.outcome = 999),
    ("retry_after_seconds", |report| {
        report.retry_after_seconds = Some(u32::MAX);
    }),
    ("claim", |report| report.claim = "a\r\nCookie: x".into()),
];

const ENDPOINT: &[Corruption<EndpointReport>] = &[
    ("session_id", |report| report.session_id = -1),
    ("address", |report| report.address = long(101)),
    ("endpoint", |report| report.endpoint = String::new()),
    ("need", |report| report.need = "a-b".into()),
    ("outcome", |report| report.outcome = 0),
];

const ADDRESS: &[Corruption<AddressReport>] = &[
    ("address", |report| report.address = "a b".into()),
    ("outcome", |report| report.outcome = 0),
    ("retry_after_seconds", |report| {
        report.retry_after_seconds = Some(u32::MAX);
    }),
    ("session_id", |report| report.session_id = -1),
];

const CAPTURE: &[Corruption<CaptureReport>] = &[
    ("unit_id", |report| report.unit_id = 0),
    ("kind", |report| report.kind = "../x".into()),
    ("endpoint", |report| report.endpoint = long(41)),
    ("outcome", |report| report.outcome = 0),
    ("http_status", |report| report.http_status = 1_000),
    ("body", |report| report.body = vec![0; (1 << 20) + 1]),
    ("observed_at", |report| report.observed_at = i64::MAX),
    ("observed_at", |report| report.observed_at = START - 32 * 86_400),
    ("config_revision", |report| report.config_revision = u64::MAX),
];

const DISCOVERY: &[Corruption<DiscoveryReport>] = &[
    ("revision", |report| report.revision = u64::MAX),
    ("documents", |report| {
        report.documents = vec![DiscoveredDocument::default(); 501];
    }),
    ("documents[0].operation", |report| {
        report.documents[0].operation = "a b".into();
    }),
    ("documents[0].doc_id", |report| {
        report.documents[0].doc_id = long(41);
    }),
    ("documents[0].flags", |report| {
        report.documents[0].flags = vec![String::new(); 201];
    }),
    ("documents[0].flags[0]", |report| {
        report.documents[0].flags = vec!["\"".to_owned()];
    }),
];

fn long(length: usize) -> String {
    "1".repeat(length)
}

fn profile_of(page: &mut PageReport) -> &mut clipmeter_proto::v1::Profile {
    page.profile.get_or_insert_with(|| profile("17", "own"))
}

fn item(page: &mut PageReport) -> &mut clipmeter_proto::v1::Observation {
    &mut page.observations[1]
}

fn checkpoint(page: &mut PageReport) -> &mut CrawlCheckpoint {
    page.checkpoint.get_or_insert_with(|| CrawlCheckpoint {
        endpoint: "feed_user".to_owned(),
        cursor: "c".to_owned(),
        ..CrawlCheckpoint::default()
    })
}

fn plays(page: &mut PageReport) -> &mut PlaysCheckpoint {
    checkpoint(page).plays.get_or_insert_with(|| PlaysCheckpoint {
        endpoint: "clips_user".to_owned(),
        ..PlaysCheckpoint::default()
    })
}

fn stats() -> RequestStats {
    RequestStats {
        endpoint: "feed_user".to_owned(),
        outcome: Outcome::Ok.into(),
        ..RequestStats::default()
    }
}

/// Sends one report for each of the rows.
async fn assert_each_refused<T: Clone>(
    attacker: &mut Attacker,
    kind: &str,
    sound: T,
    rows: &[Corruption<T>],
    body: fn(T) -> Body,
) {
    for (field, corrupt) in rows {
        let mut corrupted = sound.clone();
        corrupt(&mut corrupted);
        assert_refused(attacker.send(body(corrupted)).await, &format!("{kind}.{field}"));
    }
}

#[tokio::test]
async fn report_exceeding_field_bounds_is_refused_and_not_stored() {
    let (world, mut attacker) = world().await;
    let before = collected(&world).await;
    let run = "SELECT r.last_sequence::text || u::text FROM runs r JOIN run_units u ON u.run_id = r.id
               WHERE r.ended_at IS NULL";
    let run_before: String = world.one(run).await;
    let (outcome, endpoint) = (i32::from(Outcome::Ok), "feed_user".to_owned());
    let unit_id = attacker.unit();

    let page = attacker.page_of(None, vec![seen("1001", 9, 9), seen("1002", 9, 9)]);
    assert_each_refused(&mut attacker, "page", page, PAGE, Body::Page).await;
    let end = UnitReport {
        request_stats: vec![stats()],
        crawl: Some(CrawlSummary::default()),
        ..attacker.end_of(Outcome::Ok)
    };
    assert_each_refused(&mut attacker, "unit", end, UNIT, Body::Unit).await;
    let request_stats = vec![stats()];
    let requeued = RequeueReport {
        unit_id,
        request_stats,
    };
    assert_each_refused(&mut attacker, "requeued", requeued, REQUEUED, Body::Requeued).await;
    let session = SessionReport {
        session_id: 1,
        outcome,
        ..SessionReport::default()
    };
    assert_each_refused(&mut attacker, "session", session, SESSION, Body::Session).await;
    let known = EndpointReport {
        endpoint: endpoint.clone(),
        need: "posts".to_owned(),
        outcome,
        ..EndpointReport::default()
    };
    assert_each_refused(&mut attacker, "endpoint", known, ENDPOINT, Body::Endpoint).await;
    let address = AddressReport {
        outcome,
        ..AddressReport::default()
    };
    assert_each_refused(&mut attacker, "address", address, ADDRESS, Body::Address).await;
    let capture = CaptureReport {
        unit_id,
        kind: "ig_feed".to_owned(),
        endpoint,
        outcome,
        observed_at: START,
        ..CaptureReport::default()
    };
    assert_each_refused(&mut attacker, "capture", capture, CAPTURE, Body::Capture).await;
    let discovery = DiscoveryReport {
        revision: 1,
        documents: vec![DiscoveredDocument::default()],
    };
    assert_each_refused(&mut attacker, "discovery", discovery, DISCOVERY, Body::Discovery).await;

    assert_eq!(collected(&world).await, before);
    assert_eq!(world.one::<String>(run).await, run_before);
    // The lease is still valid.
    attacker.page(None, vec![seen("1001", 6, 1)]).await.unwrap();
}
