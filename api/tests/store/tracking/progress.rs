//! Tests of the progress for statuses.

use std::time::Duration;

use clipmeter_db::tracking::{accounts, videos};
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{START, World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, Progress, TrackedKind, UnitKey, UnitReport};

use super::operator::{Operator, group, instagram, name, tiktok, video};

const ID: &str = "7526770564367748360";

fn key(platform: Platform, id: Id) -> UnitKey {
    UnitKey {
        platform: platform.into(),
        id: Some(id),
    }
}

#[tokio::test]
async fn progress_covers_exactly_what_resources_name() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let acme = operator.group(&group("acme", "Acme")).await.unwrap();
    let cat = operator.track(&instagram("cat")).await.unwrap();
    let nasa = operator.track(&tiktok("nasa")).await.unwrap();
    let address = format!("https://www.tiktok.com/@u/video/{ID}");
    let film = operator.track(&video("film", &address)).await.unwrap();
    world.track(acme, Platform::Tiktok, "by_hand").await;
    let unnamed = world.group("Without a resource").await;
    world.track(unnamed, Platform::Tiktok, "nasa").await;

    let mut worker = world.lease(Platform::Instagram, Id::AccountId(cat)).await;
    let mut shown = profile("17", "cat");
    shown.display_name = "The Cat".to_owned();
    worker
        .page_as(shown.clone(), vec![seen("1", 10, 1), seen("2", 20, 2)])
        .await;
    let end = UnitReport {
        profile: Some(shown),
        ..worker.end_of(Outcome::Ok)
    };
    worker.finish(end).await;
    world.clock.advance(Duration::from_mins(10));
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(film)).await;
    let mut item = seen(ID, 7, 1);
    item.author_username = "u".to_owned();
    worker.page(vec![item]).await.unwrap();
    worker.finish(worker.end_of(Outcome::Ok)).await;
    world.clock.advance(Duration::from_mins(10));
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(nasa)).await;
    let end = UnitReport {
        detail: "429".to_owned(),
        ..worker.end_of(Outcome::RateLimited)
    };
    worker.finish(end).await;

    let all = operator.progress(None).await.unwrap();
    assert_eq!(
        all,
        [
            Progress {
                name: Some(name("acme", TrackedKind::InstagramAccount, "cat")),
                unit: Some(key(Platform::Instagram, Id::AccountId(cat))),
                platform_id: "17".to_owned(),
                display_name: "The Cat".to_owned(),
                items: 2,
                views: Some(30),
                last_success_at: Some(START),
                last_attempt_at: Some(START),
                last_outcome: Outcome::Ok.into(),
                interval_seconds: 60 * 60,
                ..Progress::default()
            },
            Progress {
                name: Some(name("acme", TrackedKind::TiktokAccount, "nasa")),
                unit: Some(key(Platform::Tiktok, Id::AccountId(nasa))),
                last_attempt_at: Some(START + 1_200),
                last_outcome: Outcome::RateLimited.into(),
                last_detail: "429".to_owned(),
                consecutive_failures: 1,
                interval_seconds: 15 * 60,
                // Twice the interval after the first failure.
                delay_seconds: Some(30 * 60),
                ..Progress::default()
            },
            Progress {
                name: Some(name("acme", TrackedKind::TiktokVideo, "film")),
                unit: Some(key(Platform::Tiktok, Id::VideoId(film))),
                video_id: ID.to_owned(),
                author: "u".to_owned(),
                items: 1,
                views: Some(7),
                last_success_at: Some(START + 600),
                last_attempt_at: Some(START + 600),
                last_outcome: Outcome::Ok.into(),
                // Four times its interval, because it was posted more than a day ago.
                interval_seconds: 60 * 60,
                ..Progress::default()
            },
        ]
    );
    assert_eq!(operator.progress(Some(START)).await.unwrap(), all);
    assert_eq!(operator.progress(Some(START + 600)).await.unwrap(), all[1..]);
    assert_eq!(operator.progress(Some(START + 601)).await.unwrap(), all[1..2]);
    assert_dashboard_view(&world, &all).await;
}

/// The lists of the HTTP API come from these queries.
async fn assert_dashboard_view(world: &World, all: &[Progress]) {
    let mut transaction = world.begin(Scope::Admin, Access::Read).await;
    let mut shown = Vec::new();
    for platform in [Platform::Instagram, Platform::Tiktok] {
        for row in accounts::list(&mut transaction, platform, None).await.unwrap() {
            shown.push((
                Id::AccountId(row.account_id),
                row.items,
                row.last_outcome,
                row.last_success_at,
                row.consecutive_failures,
            ));
        }
    }
    for row in videos::list(&mut transaction, 0, 10).await.unwrap() {
        let items = i64::from(row.post_id.is_some());
        shown.push((
            Id::VideoId(row.id),
            items,
            row.last_outcome,
            row.last_success_at,
            row.consecutive_failures,
        ));
    }
    for progress in all {
        let id = progress.unit.unwrap().id.unwrap();
        let row = shown.iter().find(|row| row.0 == id).unwrap();
        assert_eq!(progress.items, row.1.unsigned_abs());
        assert_eq!(row.2.as_deref(), Some(progress.last_outcome().code()));
        assert_eq!(progress.last_success_at, row.3.map(|time| time.timestamp()));
        assert_eq!(progress.consecutive_failures, row.4.unsigned_abs());
    }
}

#[tokio::test]
async fn progress_of_unattempted_unit_is_in_full_list_only() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    operator.track(&tiktok("nasa")).await.unwrap();
    let all = operator.progress(None).await.unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!(
        (all[0].views, all[0].last_attempt_at, all[0].last_outcome()),
        (None, None, Outcome::Unspecified)
    );
    assert_eq!(operator.progress(Some(0)).await.unwrap(), []);
}
