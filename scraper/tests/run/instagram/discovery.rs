//! Ids of stored queries that a run finds in Instagram's own scripts.

use std::time::Duration;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Facts, FactsReport, Platform};
use clipmeter_rules::facts::{Facts as Rules, FoundDocument};
use clipmeter_simulator::{AccountKind, Rotation, Simulator, SimulatorConfig};
use serde_json::{Map, Value, json};

use crate::setup::{SESSION, Setup, account};

const HOURS: u64 = 24 * 14;

/// A simulator whose ids are others than those that were shipped.
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
async fn setup(simulator: &Simulator, facts: Option<Facts>, may_discover: bool) -> Setup {
    let units = simulator
        .accounts()
        .into_iter()
        .filter(|account| account.platform == Platform::Instagram && account.kind == AccountKind::Public)
        .zip(1..)
        .map(|(one, unit)| account(unit, &one.username))
        .take(2)
        .collect();
    let mut setup = Setup::with_session(Platform::Instagram, units, Some(SESSION)).await;
    setup.config.instagram = simulator.url().parse().unwrap();
    {
        let mut told = setup.told();
        (told.batch.facts, told.batch.may_discover) = (facts, may_discover);
    }
    setup
}

fn found(setup: &Setup) -> Vec<FactsReport> {
    let found = |body| {
        if let Body::Found(found) = body {
            Some(found)
        } else {
            None
        }
    };
    setup.told().bodies().filter_map(found).collect()
}

fn asked(simulator: &Simulator, class: &str) -> u64 {
    simulator
        .requests()
        .by_class
        .get(class)
        .copied()
        .unwrap_or_default()
}

#[tokio::test]
async fn a_run_that_may_look_finds_the_ids_and_the_next_run_needs_no_look() {
    let simulator = rotated().await;
    let first = setup(
        &simulator,
        Some(Facts {
            version: 3,
            document: "{}".to_owned(),
        }),
        true,
    )
    .await;
    first.run().await.unwrap();
    assert_eq!(first.outcomes(), ["ok", "ok"]);
    let reports = found(&first);
    let [report] = &reports[..] else {
        panic!("one search, told once: {reports:?}");
    };
    assert_eq!(report.version, 3);
    assert!(asked(&simulator, "instagram.script") > 0);
    assert!(
        asked(&simulator, "instagram.graphql_timeline") > 0,
        "the list was read under a new id"
    );

    // What the API makes of the report.
    let told: Vec<FoundDocument> = report
        .documents
        .iter()
        .map(|document| FoundDocument {
            operation: document.operation.clone(),
            doc_id: document.doc_id.clone(),
            flags: document.flags.clone(),
        })
        .collect();
    let new = Rules::shipped().unwrap().instagram.documents.renewed(&told);
    assert!(
        !new.graphql_timeline.is_empty() && !new.graphql_clips.is_empty(),
        "{told:?}"
    );
    let new: Map<String, Value> = new
        .lists()
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| (name.to_owned(), json!(list)))
        .collect();
    let document = json!({"instagram": {"documents": new}}).to_string();
    let (scripts, stale) = (
        asked(&simulator, "instagram.script"),
        asked(&simulator, "instagram.graphql_stale"),
    );
    let second = setup(&simulator, Some(Facts { version: 4, document }), true).await;
    second.run().await.unwrap();
    assert_eq!(second.outcomes(), ["ok", "ok"]);
    assert_eq!(
        asked(&simulator, "instagram.script"),
        scripts,
        "nothing is looked for that is known"
    );
    assert_eq!(asked(&simulator, "instagram.graphql_stale"), stale);
    assert!(found(&second).is_empty());
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn a_run_that_may_not_look_goes_the_other_ways() {
    let simulator = rotated().await;
    let setup = setup(&simulator, None, false).await;
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(asked(&simulator, "instagram.script"), 0);
    assert!(found(&setup).is_empty());
    simulator.stop().await.unwrap();
}
