//! Tests of calls that wait for the lock of a group.

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::SyncGroupRequest;

use super::operator::{Operator, group, instagram};

/// More calls than requests have connections.
const CALLS: usize = 13;

#[tokio::test]
async fn waiting_sync_calls_leave_connections_for_requests() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let roomy = SyncGroupRequest {
        max_instagram_accounts: 20,
        ..group("acme", "Acme")
    };
    operator.group(&roomy).await.unwrap();
    // As a request locks it while it waits for the cluster.
    let mut request = world.owner.begin().await.unwrap();
    sqlx::query("SELECT FROM groups FOR UPDATE")
        .execute(&mut *request)
        .await
        .unwrap();
    let mut calls = tokio::task::JoinSet::new();
    for n in 0..CALLS {
        let operator = operator.clone();
        calls.spawn(async move { operator.track(&instagram(&format!("account{n}"))).await });
    }
    world.until_waiting(4).await;

    assert!(world.api.is_database_up().await);

    request.commit().await.unwrap();
    let tracked = calls.join_all().await;
    assert!(tracked.iter().all(Result::is_ok), "{tracked:?}");
}
