//! Ids of stored queries that a run finds in Instagram's scripts.

use std::time::Duration;

use clipmeter_platform_config::{DiscoveredDocument, PlatformConfig as BuiltInConfig};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Address, DiscoveryReport, Platform, PlatformConfig};
use clipmeter_simulator::{AccountKind, Rotation, Simulator, SimulatorConfig};
use serde_json::{Map, Value, json};

use super::pool::{cooldown, with_session_pool};
use super::{PROFILE, QUERY, media, profile, timeline};
use crate::fake_platform::StubResponse;
use crate::setup::{SESSION, Setup, account};

const HOURS: u64 = 24 * 14;

/// A simulator whose ids differ from the built-in ones.
async fn rotated() -> Simulator {
    let rotation = Rotation {
        every: Duration::from_hours(HOURS),
        overlap: Duration::ZERO,
    };
    let config = SimulatorConfig {
        accounts: 12,
        seed: 3,
        documents: Some(rotation),
        ..SimulatorConfig::default()
    };
    let simulator = Simulator::start(config).await.unwrap();
    simulator.advance(Duration::from_hours(HOURS + 1));
    simulator
}

/// A run over accounts of the simulator that have posts.
async fn setup(simulator: &Simulator, platform_config: Option<PlatformConfig>, may_discover: bool) -> Setup {
    let units = simulator
        .accounts()
        .into_iter()
        .filter(|account| account.platform == Platform::Instagram && account.kind == AccountKind::Public)
        .zip(1..)
        .map(|(one, unit)| account(unit, &one.username))
        .take(2)
        .collect();
    let mut setup = Setup::with_session(Platform::Instagram, units, Some(SESSION)).await;
    let base = simulator.url().parse().unwrap();
    setup.config.base_urls.insert(Platform::Instagram, base);
    {
        let mut recorded = setup.recorded();
        (recorded.batch.platform_config, recorded.batch.may_discover) = (platform_config, may_discover);
    }
    setup
}

fn found(setup: &Setup) -> Vec<DiscoveryReport> {
    let found = |body| {
        if let Body::Discovery(found) = body {
            Some(found)
        } else {
            None
        }
    };
    setup.recorded().bodies().filter_map(found).collect()
}

fn request_count(simulator: &Simulator, class: &str) -> u64 {
    simulator
        .requests()
        .by_class
        .get(class)
        .copied()
        .unwrap_or_default()
}

#[tokio::test]
async fn discovery_finds_doc_ids_that_next_run_uses() {
    let simulator = rotated().await;
    let first = setup(
        &simulator,
        Some(PlatformConfig {
            revision: 3,
            document: "{}".to_owned(),
        }),
        true,
    )
    .await;
    first.run().await.unwrap();
    assert_eq!(first.outcomes(), ["ok", "ok"]);
    let reports = found(&first);
    let [report] = &reports[..] else {
        panic!("expected one report of one search: {reports:?}");
    };
    assert_eq!(report.revision, 3);
    assert!(request_count(&simulator, "instagram.script") > 0);
    assert!(
        request_count(&simulator, "instagram.graphql_timeline") > 0,
        "the list was read under a new id"
    );

    // Parses the report as the API does.
    let recorded: Vec<DiscoveredDocument> = report
        .documents
        .iter()
        .map(|document| DiscoveredDocument {
            operation: document.operation.clone(),
            doc_id: document.doc_id.clone(),
            flags: document.flags.clone(),
        })
        .collect();
    let new = BuiltInConfig::shipped()
        .unwrap()
        .instagram
        .documents
        .renewed(&recorded);
    assert!(
        !new.graphql_timeline.is_empty() && !new.graphql_clips.is_empty(),
        "{recorded:?}"
    );
    let new: Map<String, Value> = new
        .lists()
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| (name.to_owned(), json!(list)))
        .collect();
    let document = json!({"instagram": {"documents": new}}).to_string();
    let (scripts, stale) = (
        request_count(&simulator, "instagram.script"),
        request_count(&simulator, "instagram.graphql_stale"),
    );
    let second = setup(
        &simulator,
        Some(PlatformConfig {
            revision: 4,
            document,
        }),
        true,
    )
    .await;
    second.run().await.unwrap();
    assert_eq!(second.outcomes(), ["ok", "ok"]);
    assert_eq!(
        request_count(&simulator, "instagram.script"),
        scripts,
        "nothing is looked for that is known"
    );
    assert_eq!(request_count(&simulator, "instagram.graphql_stale"), stale);
    assert!(found(&second).is_empty());
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn discovery_is_skipped_when_run_may_not_search() {
    let simulator = rotated().await;
    let setup = setup(&simulator, None, false).await;
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(request_count(&simulator, "instagram.script"), 0);
    assert!(found(&setup).is_empty());
    simulator.stop().await.unwrap();
}

/// Leases a session while every stored query is stale except the one in a script that the account's page references.
async fn with_a_script(strategies: &Value, profiles: [StubResponse; 2], pages: &[StubResponse]) -> Setup {
    let setup = with_session_pool(vec![account(1, "someone")], [7]).await;
    let number = "1".repeat(16);
    let script = format!(
        r#"__d("PolarisProfilePostsQuery_instagramRelayOperation",[],(function(a,b,c,d,e,f){{e.exports="{number}"}}),null);"#
    );
    let stale = StubResponse::recorded("instagram/err_graphql_execution_error.json").body();
    setup
        .platform
        .on(PROFILE, profiles)
        .on("/someone/", pages.iter().cloned())
        .on("/rsrc.php/", [StubResponse::ok(script)])
        .on_marked(QUERY, &number, [timeline(&[media(9, 1)], None)])
        .on("/", [StubResponse::status(400, stale)]);
    {
        let mut recorded = setup.recorded();
        let document = json!({"instagram": {"strategies": strategies}}).to_string();
        recorded.batch.platform_config = Some(PlatformConfig {
            revision: 2,
            document,
        });
        recorded.batch.may_discover = true;
    }
    setup
}

fn page() -> StubResponse {
    StubResponse::ok(
        r#"<html><script src="https://static.cdninstagram.com/rsrc.php/v4/one.js"></script></html>"#,
    )
}

#[tokio::test]
async fn discovery_falls_back_to_session_if_anonymously_refused() {
    let strategies = json!({"posts": ["anonymous:graphql_timeline", "session:graphql_timeline"]});
    let to_login = StubResponse::redirect("https://www.instagram.com/accounts/login/?next=/");
    for (cooldowns, pages) in [
        (vec![], vec![to_login, page()]),
        (vec![cooldown("profile_page")], vec![page()]),
    ] {
        let shown = || profile("42", "someone", 1, &[]);
        let setup = with_a_script(&strategies, [shown(), shown()], &pages).await;
        setup.recorded().batch.address = Some(Address {
            key: "home".to_owned(),
            cooldowns,
            ..Address::default()
        });
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok"]);
        assert_eq!(found(&setup).len(), 1);
        assert_eq!(setup.platform.received_at("/someone/").len(), pages.len());
    }
}

#[tokio::test]
async fn discovery_is_not_reported_if_rate_limit_prevents_it() {
    let wait = StubResponse::status(429, r#"{"message":"Please wait a few minutes","status":"fail"}"#);
    let profiles = [wait, profile("42", "someone", 1, &[])];
    let setup = with_a_script(&json!({}), profiles, &[page()]).await;
    setup.run().await.unwrap();
    assert_eq!(setup.platform.received_at("/someone/").len(), 1);
    assert!(setup.platform.received_at("/rsrc.php/").is_empty());
    assert!(
        found(&setup).is_empty(),
        "a report would delay the next search by hours"
    );
}
