//! Tests that changes whose desired state is rejected are not stored.

use std::time::Duration;

use clipmeter_api::control_plane::DesiredStateError;
use clipmeter_db::tracking::intent::Intent;
use serde_json::json;

use super::{VIDEO, account, entries, group, with_defaults, world};
use crate::support::{TestResponse, run};

/// A commit takes milliseconds.
const TIMEOUT: Duration = Duration::from_mins(2);

#[test]
fn desired_state_refusal_leaves_database_unchanged() {
    run(async {
        let (world, desired_state) = world().await;
        let account_id = world.track(&world.member_a, "instagram", "nasa").await;
        let calls = async || {
            let member = &world.member_a;
            let group = format!("/api/groups/{}", world.group_a);
            let account = format!("/api/instagram/accounts/{account_id}");
            let add = json!({"username": "natgeo"});
            let bulk = entries(&["natgeo", "bbc"]);
            vec![
                world.post(member, "/api/instagram/accounts", add).await,
                world.post(member, "/api/instagram/accounts/bulk", bulk).await,
                world
                    .post(member, "/api/tiktok/videos/add", json!({"urls": [VIDEO]}))
                    .await,
                world
                    .patch(&world.admin, &account, json!({"interval_minutes": 5}))
                    .await,
                world.delete(member, &account).await,
                world
                    .post(&world.admin, "/api/groups", json!({"name": "Acme"}))
                    .await,
                world.patch(&world.admin, &group, json!({"name": "Acme"})).await,
                world.poke(&world.admin, &format!("{group}/toggle")).await,
                world.delete(&world.admin, &group).await,
                world
                    .put(
                        &world.admin,
                        "/api/scraping/intervals",
                        json!({"instagram": 5, "tiktok": 5}),
                    )
                    .await,
            ]
        };
        let everything = "SELECT (SELECT count(*) FROM tracked_accounts) * 1000000 + (SELECT count(*) FROM tracked_videos) * 10000
             + (SELECT count(*) FROM groups WHERE is_active AND name <> 'Acme') * 100
             + (SELECT count(*) FROM tracked_accounts WHERE interval_minutes IS NULL) * 10
             + (SELECT count(*) FROM settings WHERE intervals @> '{\"tiktok\": 15}')";
        let before = world.count(everything).await;
        desired_state.refuse(|| DesiredStateError::Unavailable("connection refused".to_owned()));
        let responses: Vec<TestResponse> = calls().await;
        for response in &responses {
            response.refused(503, "unavailable");
            assert!(response.error().contains("nothing was changed"), "{response:?}");
        }
        desired_state.refuse(|| DesiredStateError::Refused("no rights for this".to_owned()));
        for response in calls().await {
            response.refused(500, "internal");
            assert!(!response.text.contains("rights"), "{response:?}");
        }
        desired_state.refuse(|| DesiredStateError::ManagedElsewhere {
            what: "@natgeo".to_owned(),
            manager: "argocd-controller".to_owned(),
        });
        for response in calls().await {
            response.refused(409, "managed_elsewhere");
            assert_eq!(
                response.error(),
                "@natgeo is managed outside the dashboard (by argocd-controller); change it there"
            );
        }
        desired_state.refuse(|| DesiredStateError::LimitReached);
        for response in &calls().await[..2] {
            response.refused(409, "account_limit_reached");
            assert!(
                response
                    .error()
                    .starts_with("Limit reached: 10 Instagram accounts."),
                "{response:?}"
            );
        }
        assert_eq!(world.count(everything).await, before);
    });
}

#[test]
fn desired_state_not_ready_is_retried_briefly() {
    run(async {
        let (world, desired_state) = world().await;
        desired_state.is_not_ready_for(3);
        world.track(&world.member_a, "instagram", "nasa").await;
        assert_eq!(desired_state.take_intents().len(), 1);
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);

        desired_state.is_not_ready_for(u32::MAX);
        let add = json!({"username": "natgeo"});
        let response = world.post(&world.member_a, "/api/instagram/accounts", add).await;
        response.refused(503, "unavailable");
        assert!(response.error().contains("still being set up"), "{response:?}");
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);
    });
}

#[test]
fn desired_state_of_restored_group_is_applied_one_by_one_once_it_is_ready() {
    run(async {
        let (world, desired_state) = world().await;
        for name in ["nasa", "natgeo"] {
            world.track(&world.member_a, "instagram", name).await;
        }
        world
            .delete(&world.admin, &format!("/api/groups/{}", world.group_a))
            .await
            .ok();
        let list = world.get(&world.admin, "/api/admin/deletions").await.ok();
        let restore = format!("/api/admin/deletions/{}/restore", list["deletions"][0]["id"]);
        desired_state.take_intents();
        // Other changes are tried again 24 times, every 200 ms.
        desired_state.is_not_ready_for(26);
        world.poke(&world.admin, &restore).await.ok();
        let intents = desired_state.take_intents();
        assert!(matches!(intents[0], Intent::Group(_)), "{intents:?}");
        let tracked = ["nasa", "natgeo"]
            .map(|name| Intent::Track(group("Group A"), vec![with_defaults(account(name))]));
        assert_eq!(intents[1..], tracked);
    });
}

#[test]
fn desired_state_change_is_stored_after_caller_disconnects() {
    run(async {
        let (world, desired_state) = world().await;
        let blocked = desired_state.block().await;
        let add = json!({"username": "nasa"});
        let mut request = Box::pin(world.post(&world.member_a, "/api/instagram/accounts", add));
        tokio::select! {
            response = &mut request => panic!("{response:?}"),
            () = desired_state.called() => {}
        }
        // As if the deadline had passed or the caller had disconnected.
        drop(request);
        drop(blocked);
        let stored = async { while world.count("SELECT count(*) FROM tracked_accounts").await == 0 {} };
        tokio::time::timeout(TIMEOUT, stored).await.unwrap();
        assert_eq!(desired_state.take_intents().len(), 1);
    });
}
