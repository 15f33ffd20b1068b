//! Tests of syncing a `PlatformConfig`.

use clipmeter_db::{Access, Scope, platform_config};
use clipmeter_fixtures::database::World;
use serde_json::{Value, json};
use tonic::Code;

use super::operator::{Operator, refusal};

/// Returns the admin layer with its author.
async fn own(world: &World) -> (Value, Option<String>) {
    let mut transaction = world.begin(Scope::Admin, Access::Read).await;
    let current = platform_config::current(&mut transaction).await.unwrap();
    let author = current.own.as_ref().and_then(|own| own.made_by.clone());
    (current.own_document(), author)
}

/// Returns the manager of the layer.
async fn managers(world: &World) -> Vec<String> {
    let all = "SELECT coalesce(array_agg(concat_ws('|', resource, managed_by)), '{}') FROM platform_config_resource";
    world.one(all).await
}

#[tokio::test]
async fn config_sync_applies_resource_and_repeat_writes_nothing() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    assert_eq!(
        operator.platform_config("", "").await.unwrap(),
        0,
        "no configuration was set before"
    );
    let said = r#"{"instagram": {"app_id": "1"}}"#;
    assert_eq!(operator.platform_config("default", said).await.unwrap(), 1);
    let author = Some("PlatformConfig default".to_owned());
    let document = json!({"instagram": {"app_id": "1"}});
    assert_eq!(own(&world).await, (document, author.clone()));
    assert_eq!(managers(&world).await, ["default|kubectl"]);

    assert_eq!(operator.platform_config("default", said).await.unwrap(), 1);
    assert_eq!(
        world
            .count("SELECT count(*) FROM platform_config_revisions")
            .await,
        1
    );

    assert_eq!(operator.platform_config("", "").await.unwrap(), 2);
    assert_eq!(own(&world).await, (json!({}), author));
    assert_eq!(managers(&world).await, [""; 0]);
    assert_eq!(operator.platform_config("", "").await.unwrap(), 2);
    assert_eq!(
        world
            .one::<Vec<String>>(
                "SELECT array_agg(concat_ws('|', username, user_id, action, details) ORDER BY id) FROM audit_log"
            )
            .await,
        [
            r#"Kubernetes|platform_config.update|{"note": "", "resource": "default", "revision": 1}"#,
            r#"Kubernetes|platform_config.update|{"note": "The resource was deleted", "resource": "default", "revision": 2}"#,
        ]
    );
}

#[tokio::test]
async fn config_sync_with_invalid_document_changes_nothing() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator
        .platform_config("default", r#"{"instagram": {"app_id": "1"}}"#)
        .await
        .unwrap();
    for (document, text) in [
        (
            r#"{"instagram": {"page_size": 13}}"#,
            "instagram.page_size: must be 1 to 12",
        ),
        (
            r#"{"tiktok": {"last_device_id": "1"}}"#,
            "tiktok.first_device_id: must not exceed tiktok.last_device_id",
        ),
        ("[]", "document must be a JSON object"),
        ("", "document must be a JSON object"),
    ] {
        assert_eq!(
            refusal(operator.platform_config("default", document).await),
            (Code::InvalidArgument, text.to_owned())
        );
    }
    let (code, text) = refusal(operator.platform_config("De fault", "{}").await);
    assert_eq!(code, Code::InvalidArgument);
    assert!(text.starts_with("resource: "), "{text}");
    assert_eq!(own(&world).await.0, json!({"instagram": {"app_id": "1"}}));
    assert_eq!(managers(&world).await, ["default|kubectl"]);
}

#[tokio::test]
async fn config_of_replaced_resource_is_cleared_despite_refusal() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator
        .platform_config("first", r#"{"instagram": {"app_id": "1"}}"#)
        .await
        .unwrap();
    refusal(operator.platform_config("second", r#"{"format": 2}"#).await);
    assert_eq!(own(&world).await.0, json!({}));
    assert_eq!(managers(&world).await, [""; 0]);
    operator
        .platform_config("second", r#"{"instagram": {"app_id": "2"}}"#)
        .await
        .unwrap();
    assert_eq!(managers(&world).await, ["second|kubectl"]);
}

#[tokio::test]
async fn config_is_kept_without_manager_after_detach() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let document = json!({"instagram": {"app_id": "1"}});
    operator
        .platform_config("default", &document.to_string())
        .await
        .unwrap();
    world.api.detach_resources().await.unwrap();
    assert_eq!(managers(&world).await, [""; 0]);
    assert_eq!(own(&world).await.0, document);
}

#[tokio::test]
async fn config_sync_requires_operator_token() {
    let world = World::new().await;
    let unauthorized = Operator::of(&world).await.with_token("unauthorized");
    assert_eq!(
        refusal(unauthorized.platform_config("default", "{}").await).0,
        Code::Unauthenticated
    );
}
