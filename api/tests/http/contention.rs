//! Requests that lose their transaction against another one.

use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};
use sqlx::{Postgres, Transaction};

use crate::support::{Answer, World, run};

/// A lock is waited for within milliseconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// A transaction of somebody who never gives way, and has locked `first`.
async fn rival(world: &World, first: &'static str) -> Transaction<'static, Postgres> {
    let mut rival = world.owner.begin().await.unwrap();
    for statement in ["SET LOCAL deadlock_timeout = '1h'", first] {
        sqlx::query(statement).execute(&mut *rival).await.unwrap();
    }
    rival
}

/// The answer to a request that waits for the rival while the rival begins to wait for it.
async fn between(
    world: &World,
    mut rival: Transaction<'static, Postgres>,
    then: &'static str,
    request: impl Future<Output = Answer>,
) -> Answer {
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                 AND application_name = 'clipmeter_app' AND wait_event_type = 'Lock'";
    let cross = async {
        let waiting = async { while world.count(waits).await == 0 {} };
        tokio::time::timeout(PATIENCE, waiting).await.unwrap();
        // Done once the request has been given up.
        sqlx::query(then).execute(&mut *rival).await.unwrap();
        rival.commit().await.unwrap();
    };
    futures::future::join(request, cross).await.0
}

/// A group with an account whose cost has a cap, so that its sums follow from settings, group and posts.
async fn with_sums() -> World {
    let world = World::new().await;
    world.track(&world.member_a, "instagram", "nasa").await;
    let capped = "UPDATE settings SET cost = ROW('per_mille', 0, 2, 5)::cost";
    sqlx::query(capped).execute(&world.owner).await.unwrap();
    world
}

fn cost() -> Value {
    json!({"model": "per_mille", "rate": 3, "cap": 7})
}

#[test]
fn settings_are_set_although_a_deletion_holds_the_sums() {
    run(async {
        let world = with_sums().await;
        let rival = rival(&world, "SELECT FROM account_counters FOR UPDATE").await;
        let body = json!({"content_visibility": "all", "cost": cost()});
        let request = world.put(&world.admin, "/api/admin/settings", body);
        let answer = between(&world, rival, "SELECT FROM settings FOR SHARE", request).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'settings.update'";
        assert_eq!(world.count(entries).await, 1);
    });
}

#[test]
fn accounts_are_added_although_the_settings_are_being_changed() {
    run(async {
        let world = with_sums().await;
        let rival = rival(&world, "SELECT FROM settings FOR UPDATE").await;
        let body = json!({"accounts": [{"username": "natgeo"}, {"username": "esa"}]});
        let request = world.post(&world.member_a, "/api/instagram/accounts/bulk", body);
        let answer = between(&world, rival, "SELECT FROM groups FOR UPDATE", request).await;
        assert_eq!(answer.ok()["added_count"], 2);
        assert_eq!(
            world
                .count("SELECT count(*) FROM audit_log WHERE action = 'account.add'")
                .await,
            2
        );
    });
}
