//! Tests of groups and the policy.

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::{Cost, PerMille, SyncGroupRequest, TrackedKind, cost::Model};
use tonic::Code;

use super::operator::{
    Operator, assert_silent, group, instagram, name, refusal, subscribe_to_changes, tiktok, tracked, video,
};

/// The group with everything that may be said of one.
fn full() -> SyncGroupRequest {
    SyncGroupRequest {
        description: "pays".to_owned(),
        instagram_minutes: Some(30),
        tiktok_minutes: Some(5),
        cost: Some(Cost {
            model: Some(Model::PerMille(PerMille {
                rate: 2_500_001,
                cap: Some(100_000_000),
            })),
        }),
        currency: Some("EUR".to_owned()),
        time_zone: Some("Europe/Berlin".to_owned()),
        managed_by: "argocd-controller".to_owned(),
        max_tiktok_videos: Some(7),
        ..group("acme", "Acme")
    }
}

#[tokio::test]
async fn group_sync_applies_resource_and_repeat_writes_nothing() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let id = operator.group(&full()).await.unwrap();
    assert_eq!(
        world
            .one::<String>(
                "SELECT concat_ws('|', name, description, is_active, max_instagram_accounts, max_tiktok_accounts,
                        max_tiktok_videos, instagram_interval_minutes, tiktok_interval_minutes, cost, currency, time_zone, resource,
                        namespace, managed_by)
                 FROM groups"
            )
            .await,
        "Acme|pays|t|10|10|7|30|5|(per_mille,0.000000,2.500001,100.000000)|EUR|Europe/Berlin|acme|cg-acme|argocd-controller"
    );
    let version: String = world
        .one("SELECT xmin::text FROM groups WHERE resource = 'acme'")
        .await;
    let notifications = subscribe_to_changes(&world).await;
    assert_eq!(operator.group(&full()).await.unwrap(), id);
    assert_eq!(
        world
            .one::<String>("SELECT xmin::text FROM groups WHERE resource = 'acme'")
            .await,
        version
    );
    assert_silent(&world, notifications).await;
    let plain = SyncGroupRequest {
        display_name: "ACME".to_owned(),
        suspended: true,
        max_tiktok_accounts: 0,
        ..group("acme", "Acme")
    };
    assert_eq!(operator.group(&plain).await.unwrap(), id);
    assert_eq!(
        world
            .one::<String>(
                "SELECT concat_ws('|', name, description, is_active, max_tiktok_accounts, max_tiktok_videos,
                        num_nulls(instagram_interval_minutes, tiktok_interval_minutes), num_nonnulls(cost, currency, time_zone),
                        managed_by)
                 FROM groups WHERE resource = 'acme'"
            )
            .await,
        "ACME||f|0|100|2|0|"
    );
    assert_eq!(
        world
            .one::<Vec<String>>(
                "SELECT array_agg(concat_ws('|', username, user_id, action, details) ORDER BY id) FROM audit_log"
            )
            .await,
        [
            r#"Kubernetes|group.create|{"name": "Acme"}"#,
            concat!(
                r#"Kubernetes|group.update|{"cost": null, "name": "ACME", "currency": null, "time_zone": null, "#,
                r#""description": "", "tiktok_interval": null, "max_tiktok_videos": 100, "instagram_interval": null, "max_tiktok_accounts": 0}"#
            ),
            r#"Kubernetes|group.toggle|{"name": "ACME", "is_active": false}"#,
        ]
    );
}

#[tokio::test]
async fn group_sync_refuses_name_of_another_resource() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let first = operator.group(&group("acme", "Acme")).await.unwrap();
    let taken = (
        Code::AlreadyExists,
        "another group acme already has the name aCME; use a different displayName".to_owned(),
    );
    assert_eq!(refusal(operator.group(&group("other", "aCME")).await), taken);
    let second = operator.group(&group("other", "Other")).await.unwrap();
    assert_ne!(first, second);
    let renamed = refusal(operator.group(&group("other", "Acme")).await);
    assert_eq!(renamed.0, Code::AlreadyExists);
    assert_eq!(operator.group(&group("other", "Other")).await.unwrap(), second);
}

#[tokio::test]
async fn policy_sync_writes_unchanged_policy_once() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.policy(45, 5).await.unwrap();
    let notifications = subscribe_to_changes(&world).await;
    operator.policy(45, 5).await.unwrap();
    assert_silent(&world, notifications).await;
    let set = "SELECT concat_ws('|', intervals ->> 'instagram', intervals ->> 'tiktok') FROM settings";
    assert_eq!(world.one::<String>(set).await, "45|5");
    assert_eq!(
        world
            .one::<String>("SELECT string_agg(concat_ws('|', username, action, details), ';') FROM audit_log")
            .await,
        r#"Kubernetes|intervals.update|{"tiktok": 5, "instagram": 45}"#
    );
}

#[tokio::test]
async fn sync_with_invalid_fields_is_refused() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    for (request, text) in [
        (group("", "A"), "group is not a valid object name"),
        (group("a", " "), "name is required"),
        (
            group("a", &"x".repeat(101)),
            "name may have at most 100 characters",
        ),
        (
            SyncGroupRequest {
                max_tiktok_accounts: 100_001,
                ..group("a", "A")
            },
            "max_tiktok_accounts must be at most 100000",
        ),
        (
            SyncGroupRequest {
                max_tiktok_videos: Some(100_001),
                ..group("a", "A")
            },
            "max_tiktok_videos must be at most 100000",
        ),
        (
            SyncGroupRequest {
                tiktok_minutes: Some(4),
                ..group("a", "A")
            },
            "tiktok_minutes must be from 5 to 1440",
        ),
        (
            SyncGroupRequest {
                cost: Some(Cost { model: None }),
                ..group("a", "A")
            },
            "the cost needs a model",
        ),
        (
            SyncGroupRequest {
                currency: Some("eur".to_owned()),
                ..group("a", "A")
            },
            "currency must be an ISO 4217 code of three capital letters, such as EUR",
        ),
        (
            SyncGroupRequest {
                time_zone: Some("Europe/Atlantis".to_owned()),
                ..group("a", "A")
            },
            "timeZone must be the IANA name of a time zone, like Europe/Berlin, or UTC",
        ),
        (
            SyncGroupRequest {
                time_zone: Some(String::new()),
                ..group("acme", "Acme")
            },
            "timeZone must be the IANA name of a time zone, like Europe/Berlin, or UTC",
        ),
    ] {
        let refused = (Code::InvalidArgument, text.to_owned());
        assert_eq!(refusal(operator.group(&request).await), refused);
    }
    assert_eq!(world.count("SELECT count(*) FROM groups").await, 1);
    assert_eq!(refusal(operator.policy(5, 1441).await).0, Code::InvalidArgument);
    let unknown = name("acme", TrackedKind::Unspecified, "a");
    for request in [
        instagram("Natgeo"),
        instagram("a."),
        tiktok("a"),
        tiktok("_individual_videos_"),
        video("v", "https://www.tiktok.com/@nasa"),
        tracked(unknown, "nasa"),
    ] {
        assert_eq!(refusal(operator.track(&request).await).0, Code::InvalidArgument);
    }
    let nowhere = tracked(name("nobody", TrackedKind::TiktokAccount, "nasa"), "nasa");
    let no_group = (Code::NotFound, "the group does not exist".to_owned());
    assert_eq!(refusal(operator.track(&nowhere).await), no_group);
}

#[tokio::test]
async fn sync_requires_control_plane_token() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let control = world.api.control_token().unwrap();
    let run = world.api.run_token(uuid::Uuid::from_u128(7)).unwrap();
    let unsigned = control.rsplit_once('.').unwrap().0.to_owned() + ".";
    for token in [run.as_str(), &unsigned, "x", ""] {
        let unauthorized = operator.with_token(token);
        let codes = [
            refusal(unauthorized.policy(5, 5).await).0,
            refusal(unauthorized.group(&group("b", "B")).await).0,
            refusal(unauthorized.remove_group("acme", false).await).0,
            refusal(unauthorized.track(&tiktok("nasa")).await).0,
            refusal(unauthorized.remove(&tiktok("nasa")).await).0,
            refusal(unauthorized.progress(None).await).0,
        ];
        assert_eq!(codes, [Code::Unauthenticated; 6], "{token}");
    }
    assert_eq!(world.count("SELECT count(*) FROM groups").await, 1);
}
