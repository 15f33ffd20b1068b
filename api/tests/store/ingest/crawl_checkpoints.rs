//! Tests of resuming interrupted crawls.

use std::time::Duration;

use clipmeter_db::DbError;
use clipmeter_fixtures::database::{Worker, World, profile, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    CrawlCheckpoint, CrawlSummary, Outcome, PageReport, Platform, PlaysCheckpoint, UnitReport,
};
use clipmeter_runtime::Clock as _;

fn checkpoint(endpoint: &str, to: u64) -> CrawlCheckpoint {
    CrawlCheckpoint {
        endpoint: endpoint.to_owned(),
        cursor: format!("{to}_17"),
        covered_from_id: 99,
        covered_to_id: to,
        listed: 12,
        plays: Some(PlaysCheckpoint {
            endpoint: "graphql_clips".to_owned(),
            cursor: "c".to_owned(),
            covered_to_id: to,
        }),
    }
}

async fn tracked(world: &World) -> i64 {
    let group = world.group("a").await;
    world.track(group, Platform::Instagram, "nasa").await
}

async fn lease(world: &World, account: i64) -> Worker<'_> {
    world.lease(Platform::Instagram, Id::AccountId(account)).await
}

/// Reports a page with a checkpoint.
async fn come_to(worker: &mut Worker<'_>, checkpoint: CrawlCheckpoint) -> Result<(), DbError> {
    let page = PageReport {
        unit_id: worker.unit(),
        observed_at: worker.world.clock.now().timestamp(),
        profile: Some(profile("17", "nasa")),
        observations: vec![seen(&checkpoint.covered_to_id.to_string(), 10, 1)],
        checkpoint: Some(checkpoint),
    };
    worker.send(Body::Page(page)).await
}

async fn end(worker: &mut Worker<'_>, outcome: Outcome, crawl: Option<CrawlSummary>) {
    let end = UnitReport {
        crawl,
        ..worker.end_of(outcome)
    };
    worker.finish(end).await;
}

#[tokio::test]
async fn crawl_checkpoint_is_resumed_until_crawl_reaches_end() {
    let world = World::new().await;
    let account = tracked(&world).await;
    let mut first = lease(&world, account).await;
    assert_eq!(first.target().resume, None);
    for to in [80, 60] {
        come_to(&mut first, checkpoint("graphql_timeline", to))
            .await
            .unwrap();
    }
    // Its process ends without reporting the unit's end.
    first.complete().await.unwrap();
    let mut second = lease(&world, account).await;
    assert_eq!(second.target().resume, Some(checkpoint("graphql_timeline", 60)));
    come_to(&mut second, checkpoint("graphql_timeline", 40))
        .await
        .unwrap();
    end(&mut second, Outcome::RateLimited, None).await;

    // Another endpoint was read instead of the list, or the list up to what was due.
    for endpoint in ["web_profile_info", "graphql_timeline"] {
        let mut third = lease(&world, account).await;
        assert_eq!(third.target().resume, Some(checkpoint("graphql_timeline", 40)));
        let shown = CrawlSummary {
            endpoint: endpoint.to_owned(),
            covered_to_id: 90,
            ..CrawlSummary::default()
        };
        end(&mut third, Outcome::Ok, Some(shown)).await;
    }
    let mut fourth = lease(&world, account).await;
    assert_eq!(fourth.target().resume, Some(checkpoint("graphql_timeline", 40)));
    let full = CrawlSummary {
        endpoint: "graphql_timeline".to_owned(),
        reached_end: true,
        ..CrawlSummary::default()
    };
    end(&mut fourth, Outcome::Ok, Some(full)).await;
    assert_eq!(world.count("SELECT count(*) FROM crawl_checkpoints").await, 0);
    let quiet = lease(&world, account).await;
    assert_eq!(quiet.target().resume, None);
    quiet.complete().await.unwrap();
    // A day later, a crawl for a part of the items may also go to the end.
    for (covered_to_id, is_kept) in [(90, true), (80, false)] {
        world.clock.advance(Duration::from_hours(25));
        let mut later = lease(&world, account).await;
        come_to(&mut later, checkpoint("graphql_timeline", 80))
            .await
            .unwrap();
        let shown = CrawlSummary {
            endpoint: "graphql_timeline".to_owned(),
            covered_to_id,
            ..CrawlSummary::default()
        };
        end(&mut later, Outcome::Ok, Some(shown)).await;
        let stored = world.count("SELECT count(*) FROM crawl_checkpoints").await;
        assert_eq!(stored == 1, is_kept, "{covered_to_id}");
    }
}

#[tokio::test]
async fn crawl_checkpoint_is_dropped_when_old_failing_or_foreign() {
    let world = World::new().await;
    let account = tracked(&world).await;
    let mut worker = lease(&world, account).await;
    come_to(&mut worker, checkpoint("feed_user", 80)).await.unwrap();
    for failures in 1..=5 {
        end(&mut worker, Outcome::Transient, None).await;
        worker = lease(&world, account).await;
        assert_eq!(worker.target().resume.is_some(), failures < 5, "{failures}");
    }
    come_to(&mut worker, checkpoint("feed_user", 70)).await.unwrap();
    end(&mut worker, Outcome::Transient, None).await;
    for (hours, is_retained) in [(47, true), (1, false)] {
        world.clock.advance(Duration::from_hours(hours));
        worker = lease(&world, account).await;
        assert_eq!(worker.target().resume.is_some(), is_retained, "{hours}");
        worker.complete().await.unwrap();
    }
    worker = lease(&world, account).await;
    come_to(&mut worker, checkpoint("feed_user", 60)).await.unwrap();
    worker.complete().await.unwrap();
    world
        .execute("UPDATE platform_accounts SET platform_id = '18'")
        .await;
    worker = lease(&world, account).await;
    assert_eq!(worker.target().resume, None);
}

#[tokio::test]
async fn crawl_checkpoint_is_refused_if_invalid_ignored_if_shallow() {
    let world = World::new().await;
    let account = tracked(&world).await;
    let mut worker = lease(&world, account).await;
    let wrong = |change: fn(&mut CrawlCheckpoint)| {
        let mut checkpoint = checkpoint("feed_user", 80);
        change(&mut checkpoint);
        checkpoint
    };
    for checkpoint in [
        wrong(|checkpoint| checkpoint.endpoint = "Feed user".to_owned()),
        wrong(|checkpoint| checkpoint.cursor.clear()),
        wrong(|checkpoint| checkpoint.cursor = "x".repeat(1_001)),
        wrong(|checkpoint| checkpoint.covered_to_id = 100),
        wrong(|checkpoint| checkpoint.plays = Some(PlaysCheckpoint::default())),
    ] {
        let refused = come_to(&mut worker, checkpoint).await;
        assert!(matches!(refused, Err(DbError::Invalid(_))), "{refused:?}");
        worker.sequence -= 1;
    }
    world
        .execute("UPDATE run_units SET freshness_tier = 'day', may_fill_gap = false")
        .await;
    come_to(&mut worker, checkpoint("feed_user", 80)).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM crawl_checkpoints").await, 0);
}
