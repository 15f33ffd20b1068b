//! Tests of tracking accounts.

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{BasePlus, Cost, SyncTrackedRequest, TrackedKind, cost::Model};
use tonic::Code;

use super::operator::{
    Operator, assert_silent, group, instagram, name, refusal, subscribe_to_changes, tiktok, tracked,
};

/// The account with everything that may be said of one.
fn full() -> SyncTrackedRequest {
    SyncTrackedRequest {
        suspended: true,
        interval_minutes: Some(30),
        cost: Some(Cost {
            model: Some(Model::BasePlus(BasePlus {
                base: 20_000_000,
                rate: 1_500_000,
                max: None,
            })),
        }),
        managed_by: "kubectl".to_owned(),
        ..tiktok("nasa")
    }
}

const SETTINGS: &str =
    "SELECT concat_ws('|', resource, suspended, interval_minutes, cost, managed_by, added_by)
    FROM tracked_accounts";

#[tokio::test]
async fn account_sync_applies_resource_and_repeat_writes_nothing() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let unit = operator.track(&full()).await.unwrap();
    assert_eq!(
        world.one::<String>(SETTINGS).await,
        "nasa|t|30|(base_plus,20.000000,1.500000,)|kubectl"
    );
    let version: String = world.one("SELECT xmin::text FROM tracked_accounts").await;
    let notifications = subscribe_to_changes(&world).await;
    assert_eq!(operator.track(&full()).await.unwrap(), unit);
    assert_eq!(
        world
            .one::<String>("SELECT xmin::text FROM tracked_accounts")
            .await,
        version
    );
    assert_silent(&world, notifications).await;

    assert_eq!(operator.track(&tiktok("nasa")).await.unwrap(), unit);
    assert_eq!(world.one::<String>(SETTINGS).await, "nasa|f|");
    let units = world.api.runs().list_units().await.unwrap();
    assert_eq!(units.len(), 1);
    assert_eq!(units[0].key.as_ref().unwrap().id, Some(Id::AccountId(unit)));
    assert_eq!(
        world
            .one::<Vec<String>>(
                "SELECT array_agg(concat_ws('|', username, group_id, action, details) ORDER BY id)
                 FROM audit_log WHERE action LIKE 'account.%'"
            )
            .await,
        [
            r#"Kubernetes|1|account.add|{"platform": "tiktok", "usernames": ["nasa"]}"#,
            concat!(
                r#"Kubernetes|1|account.update|{"change": {"cost": null, "suspended": false, "#,
                r#""interval_minutes": null}, "platform": "tiktok", "username": "nasa"}"#
            ),
        ]
    );
}

#[tokio::test]
async fn account_sync_refuses_second_resource_of_same_account() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    operator.group(&group("other", "Other")).await.unwrap();
    let mine = operator.track(&tiktok("nasa")).await.unwrap();
    assert_ne!(operator.track(&instagram("nasa")).await.unwrap(), mine);
    let again = tracked(name("acme", TrackedKind::TiktokAccount, "nasa-2"), "nasa");
    assert_eq!(
        refusal(operator.track(&again).await),
        (
            Code::AlreadyExists,
            "nasa already tracks the same account or video; delete this object. If nasa was deleted with the annotation \
             clipmeter.io/skip-purge, create it again and delete it without the annotation"
                .to_owned()
        )
    );
    // A refused account does not affect the others.
    operator.remove(&again).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 2);
    let theirs = tracked(name("other", TrackedKind::TiktokAccount, "nasa"), "nasa");
    assert_eq!(operator.track(&theirs).await.unwrap(), mine);

    operator.remove(&tiktok("nasa")).await.unwrap();
    assert_eq!(operator.track(&again).await.unwrap(), mine);
}

#[tokio::test]
async fn account_sync_with_changed_username_tracks_another_account() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let of = |username| tracked(name("acme", TrackedKind::TiktokAccount, "favourite"), username);
    let first = operator.track(&of("nasa")).await.unwrap();
    let second = operator.track(&of("esa.int")).await.unwrap();
    assert_ne!(first, second);
    let rows = "SELECT array_agg(concat_ws('|', a.username, t.resource) ORDER BY t.id)
        FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id";
    assert_eq!(
        world.one::<Vec<String>>(rows).await,
        ["nasa", "esa.int|favourite"]
    );
}
