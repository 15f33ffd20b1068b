//! Tests of forged query IDs, and of a flood of captured responses.

use std::time::Duration;

use clipmeter_db::ingest::captured_responses::MAX_PER_RUN;
use clipmeter_db::platform_config::{self, Current};
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{START, World};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{CaptureReport, DiscoveredDocument, DiscoveryReport, Outcome};

use super::Attacker;

const TIMELINE: &str = "PolarisProfilePostsQuery";

async fn current(world: &World) -> Current {
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    platform_config::current(&mut tx).await.unwrap()
}

/// Returns the query IDs for an account's posts that a scraper receives, in order.
async fn timeline(world: &World) -> Vec<String> {
    let platform_config = current(world).await.effective().unwrap();
    let documents = platform_config.instagram.documents.graphql_timeline;
    documents.into_iter().map(|document| document.doc_id).collect()
}

fn discovered(revision: u64, documents: impl IntoIterator<Item = (&'static str, String)>) -> Body {
    let documents = documents
        .into_iter()
        .map(|(operation, doc_id)| DiscoveredDocument {
            operation: operation.to_owned(),
            doc_id,
            flags: Vec::new(),
        });
    Body::Discovery(DiscoveryReport {
        revision,
        documents: documents.collect(),
    })
}

/// Ends a run, so that another one may search.
async fn close(world: &World, attacker: &Attacker) {
    let runs = world.api.runs();
    runs.close_run(attacker.run, "its pod is gone").await.unwrap();
}

fn id(number: u64) -> String {
    (90_000_000_000_000_000 + number).to_string()
}

#[tokio::test]
async fn discovery_of_forged_ids_does_not_displace_known_documents() {
    let (world, accounts) = World::with_pool(super::POOL, 2).await;
    let before = timeline(&world).await;
    let mut attacker = Attacker::of(&world, &accounts[..1]).await;
    assert!(attacker.batch.may_discover);
    let lies = (0..100).map(|number| (TIMELINE, id(number)));
    attacker.send(discovered(0, lies)).await.unwrap();
    let after = timeline(&world).await;
    assert_eq!(after[0], id(0), "one per operation");
    assert_eq!(after[1..], before, "known ids follow");
    let later = Attacker::of(&world, &accounts[1..]).await;
    assert!(!later.batch.may_discover);
}

#[tokio::test]
async fn discovery_is_accepted_once_per_run() {
    let (world, accounts) = World::with_pool(super::POOL, 1).await;
    let mut attacker = Attacker::of(&world, &accounts).await;
    for number in 0..10 {
        let revision = current(&world).await.revision().unsigned_abs();
        attacker
            .send(discovered(revision, [(TIMELINE, id(number))]))
            .await
            .unwrap();
    }
    assert_eq!(
        current(&world).await.revision(),
        1,
        "each revision would cause new attempts of all accounts"
    );
}

#[tokio::test]
async fn discovery_by_lying_runs_does_not_displace_honest_one() {
    let (world, accounts) = World::with_pool(super::POOL, 4).await;
    let before = timeline(&world).await;
    for (number, account) in accounts.iter().enumerate() {
        let revision = current(&world).await.revision().unsigned_abs();
        let mut run = Attacker::of(&world, &[*account]).await;
        assert!(run.batch.may_discover);
        run.send(discovered(revision, [(TIMELINE, id(number as u64))]))
            .await
            .unwrap();
        close(&world, &run).await;
        world.clock.advance(Duration::from_hours(7));
    }
    let after = timeline(&world).await;
    assert_eq!(after[4..], before);
    assert_eq!(after[3], id(0), "the first discovery is kept");
}

#[tokio::test]
async fn discovery_with_invalid_ids_changes_nothing() {
    let (world, accounts) = World::with_pool(super::POOL, 20).await;
    for ((operation, doc_id), account) in [
        ("PolarisSomethingElse", id(1)),
        ("", id(1)),
        (TIMELINE, String::new()),
        (TIMELINE, "short".to_owned()),
        (TIMELINE, "1234567890123456; drop".to_owned()),
        (TIMELINE, "9".repeat(100)),
        (TIMELINE, "../../../etc/passwd".to_owned()),
    ]
    .into_iter()
    .zip(&accounts)
    {
        let mut attacker = Attacker::of(&world, &[*account]).await;
        assert!(attacker.batch.may_discover);
        // Rejected or ignored.
        drop(attacker.send(discovered(0, [(operation, doc_id.clone())])).await);
        assert_eq!(current(&world).await.revision(), 0, "{operation} {doc_id}");
        close(&world, &attacker).await;
        world.clock.advance(Duration::from_hours(7));
    }
}

#[tokio::test]
async fn captured_responses_of_one_run_are_capped() {
    let (world, accounts) = World::with_pool(super::POOL, 2).await;
    let capture = |unit_id, kind: String| {
        Body::Capture(CaptureReport {
            unit_id,
            kind,
            endpoint: "feed_user".to_owned(),
            outcome: Outcome::SchemaChanged.into(),
            body: vec![b'x'; 1024],
            observed_at: START,
            ..CaptureReport::default()
        })
    };
    let mut honest = Attacker::of(&world, &accounts[..1]).await;
    let unit = honest.unit(0);
    honest.send(capture(unit, "ig_feed".to_owned())).await.unwrap();
    let mut attacker = Attacker::of(&world, &accounts[1..]).await;
    let unit = attacker.unit(0);
    for number in 0..220 {
        attacker
            .send(capture(unit, format!("made_up_{number}")))
            .await
            .unwrap();
    }
    let kept = "SELECT count(*) FROM captured_responses WHERE kind LIKE 'made_up%'";
    assert_eq!(world.one::<i64>(kept).await, i64::from(MAX_PER_RUN));
    let honest = "SELECT count(*) FROM captured_responses WHERE kind = 'ig_feed'";
    assert_eq!(world.one::<i64>(honest).await, 1);
}
