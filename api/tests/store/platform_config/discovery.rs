//! Tests of query IDs that scrapers discover in the platform's scripts.

use std::time::Duration;

use clipmeter_db::platform_config::{self, Current};
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{Worker, World};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{DiscoveredDocument, DiscoveryReport, Platform};
use uuid::Uuid;

const TIMELINE: &str = "PolarisProfilePostsQuery";
const NEW: &str = "11111111111111111";

/// A world with a run of each of so many accounts.
async fn world_of(runs: usize) -> (World, Vec<Uuid>) {
    let world = World::new().await;
    let (group, mut opened) = (world.group("g").await, Vec::new());
    for n in 0..runs {
        let account = world.track(group, Platform::Instagram, &format!("a{n}")).await;
        opened.push(world.open(Platform::Instagram, &[Id::AccountId(account)]).await.0);
    }
    (world, opened)
}

fn discovered(revision: u64, operation: &str, doc_id: &str) -> Body {
    Body::Discovery(DiscoveryReport {
        revision,
        documents: vec![DiscoveredDocument {
            operation: operation.to_owned(),
            doc_id: doc_id.to_owned(),
            flags: Vec::new(),
        }],
    })
}

async fn current(world: &World) -> Current {
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    platform_config::current(&mut tx).await.unwrap()
}

async fn send(worker: &mut Worker<'_>, body: Body) {
    worker.send(body).await.unwrap();
}

#[tokio::test]
async fn discovered_doc_id_reaches_all_later_runs() {
    let (world, runs) = world_of(2).await;
    let mut first = world.take(runs[0]).await.unwrap();
    assert!(first.batch.may_discover);
    send(&mut first, discovered(0, TIMELINE, NEW)).await;
    let now = current(&world).await;
    let timeline = now.effective().unwrap().instagram.documents.graphql_timeline;
    assert_eq!(
        (timeline[0].doc_id.as_str(), timeline[0].operation.as_str()),
        (NEW, TIMELINE)
    );
    assert_eq!(timeline.len(), 4, "the previous ones follow it");
    assert_eq!(now.newest().unwrap().made_by, None);
    let second = world.take(runs[1]).await.unwrap();
    assert_eq!(second.batch.platform_config.unwrap().revision, 1);
}

#[tokio::test]
async fn discovery_is_allowed_to_one_run_every_six_hours() {
    let (world, runs) = world_of(4).await;
    let mut searcher = world.take(runs[0]).await.unwrap();
    let idle = world.take(runs[1]).await.unwrap();
    assert_eq!(
        (searcher.batch.may_discover, idle.batch.may_discover),
        (true, false)
    );
    // A discovery of a run without permission is ignored.
    let mut unauthorized = world.take(runs[2]).await.unwrap();
    send(&mut unauthorized, discovered(0, TIMELINE, NEW)).await;
    assert_eq!(current(&world).await.revision(), 0);
    // If a run ends without a search, the next one may search.
    searcher.complete().await.unwrap();
    searcher = world.take(runs[3]).await.unwrap();
    assert!(searcher.batch.may_discover);
    send(&mut searcher, discovered(0, TIMELINE, "short")).await;
    assert_eq!(current(&world).await.revision(), 0, "no id");
    searcher.complete().await.unwrap();
    world
        .clock
        .advance(Duration::from_hours(6) - Duration::from_secs(1));
    assert!(!world.take(runs[1]).await.unwrap().batch.may_discover);
    world.clock.advance(Duration::from_mins(1));
    assert!(world.take(runs[1]).await.unwrap().batch.may_discover);
}

#[tokio::test]
async fn discovery_under_older_config_revision_is_ignored() {
    let (world, runs) = world_of(1).await;
    let mut worker = world.take(runs[0]).await.unwrap();
    world
        .execute(
            "INSERT INTO platform_config_revisions (revision, layer, document, made_at, made_by)
             VALUES (1, 'admin', '{\"instagram\": {\"app_id\": \"1\"}}', now(), 'admin')",
        )
        .await;
    send(&mut worker, discovered(0, TIMELINE, NEW)).await;
    let now = current(&world).await;
    assert_eq!((now.revision(), now.discovered.is_none()), (1, true));
}

#[tokio::test]
async fn discovered_documents_do_not_override_admin_layer() {
    let (world, runs) = world_of(1).await;
    world
        .execute(
            "INSERT INTO platform_config_revisions (revision, layer, document, made_at, made_by)
             VALUES (1, 'admin', '{\"instagram\": {\"documents\": {\"graphql_timeline\": [{\"doc_id\": \"22222222222222222\"}]}}}',
                     now(), 'admin')",
        )
        .await;
    let mut worker = world.take(runs[0]).await.unwrap();
    send(&mut worker, discovered(1, TIMELINE, NEW)).await;
    let now = current(&world).await;
    assert_eq!(now.revision(), 2);
    assert_eq!(
        now.base().unwrap().instagram.documents.graphql_timeline[0].doc_id,
        NEW
    );
    let effective = now.effective().unwrap().instagram.documents.graphql_timeline;
    assert_eq!(
        (effective.len(), effective[0].doc_id.as_str()),
        (1, "22222222222222222")
    );
}
