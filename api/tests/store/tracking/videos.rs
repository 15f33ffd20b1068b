//! Tests of single videos.

use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, SyncTrackedRequest, UnitReport};
use tonic::Code;

use super::operator::{Operator, assert_silent, group, refusal, subscribe_to_changes, tiktok, video};

const ID: &str = "7526770564367748360";
const LINK: &str = "https://vm.tiktok.com/ZMabc1234/";

#[tokio::test]
async fn video_sync_recognizes_all_forms_of_one_address() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let id = operator
        .track(&video("film", &format!("https://www.tiktok.com/@u/video/{ID}")))
        .await
        .unwrap();
    let notifications = subscribe_to_changes(&world).await;
    let other_form = video("film", &format!("m.tiktok.com/v/{ID}.html"));
    assert_eq!(operator.track(&other_form).await.unwrap(), id);
    assert_silent(&world, notifications).await;
    let again = video("film-2", &format!("https://www.tiktok.com/@/video/{ID}"));
    assert_eq!(refusal(operator.track(&again).await).0, Code::AlreadyExists);
    let suspended = SyncTrackedRequest {
        suspended: true,
        managed_by: "kubectl".to_owned(),
        ..other_form
    };
    for _ in 0..2 {
        assert_eq!(operator.track(&suspended).await.unwrap(), id);
    }
    assert_eq!(
        world
            .one::<Vec<String>>(
                "SELECT array_agg(concat_ws('|', username, action, details) ORDER BY id)
                 FROM audit_log WHERE action LIKE 'video.%'"
            )
            .await,
        [
            format!(r#"Kubernetes|video.add|{{"urls": ["https://www.tiktok.com/@u/video/{ID}"]}}"#),
            format!(
                r#"Kubernetes|video.update|{{"urls": ["https://www.tiktok.com/@/video/{ID}"], "change": {{"suspended": true}}}}"#
            ),
        ]
    );
}

#[tokio::test]
async fn account_and_video_of_erased_handle_are_refused() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    world.api.erase_handle(Platform::Tiktok, "nasa").await.unwrap();
    let film = video("film", &format!("https://www.tiktok.com/@NASA/video/{ID}"));
    for request in [tiktok("nasa"), film] {
        assert_eq!(
            refusal(operator.track(&request).await).0,
            Code::FailedPrecondition
        );
    }
    let without_author = video("film", &format!("https://www.tiktok.com/@/video/{ID}"));
    operator.track(&without_author).await.unwrap();
}

#[tokio::test]
async fn video_sync_keeps_short_link_after_it_is_resolved() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let id = operator.track(&video("link", LINK)).await.unwrap();
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(id)).await;
    let mut item = seen(ID, 5, 1);
    item.author_username = "nasa".to_owned();
    worker.page(vec![item]).await.unwrap();
    let end = UnitReport {
        resolved_video_id: ID.to_owned(),
        ..worker.end_of(Outcome::Ok)
    };
    worker.finish(end).await;
    assert_eq!(operator.track(&video("link", LINK)).await.unwrap(), id);
    let direct = video("film", &format!("https://www.tiktok.com/@nasa/video/{ID}"));
    assert_eq!(refusal(operator.track(&direct).await).0, Code::AlreadyExists);
    assert_eq!(world.count("SELECT count(*) FROM tracked_videos").await, 1);
}

#[tokio::test]
async fn video_sync_with_own_interval_is_refused() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let request = SyncTrackedRequest {
        interval_minutes: Some(5),
        ..video("link", LINK)
    };
    assert_eq!(refusal(operator.track(&request).await).0, Code::InvalidArgument);
}
