//! More reads than the database can serve.

use std::time::Duration;

use futures::future::{join, join_all, join3};
use http::StatusCode;
use serde_json::json;
use tokio::time::timeout;

use crate::support::{ADMIN_PASSWORD, TestResponse, World, run};

/// Of 12 connections, 3 are reserved.
const READS: usize = 9;
/// Reads at the same time.
const CLIENTS: usize = 30;
/// All waits are shorter, also on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(2);

const STATS: &str = "/api/dashboard/stats";

/// Reads totals, at an address for each number of zeros: simultaneous requests for the same address run its queries once.
async fn read(world: &World, zeros: usize) -> TestResponse {
    let path = format!("/api/dashboard/trend?days={}7", "0".repeat(zeros));
    world.get(&world.admin, &path).await
}

#[test]
fn reads_beyond_capacity_are_refused_while_sign_in_and_changes_continue() {
    run(async {
        let world = World::new().await;
        // Every read of totals waits for this transaction.
        let mut slow = world.owner.begin().await.unwrap();
        sqlx::query("LOCK TABLE account_counters IN ACCESS EXCLUSIVE MODE")
            .execute(&mut *slow)
            .await
            .unwrap();
        let reads = join_all((0..CLIENTS).map(|zeros| read(&world, zeros)));
        let meanwhile = async {
            let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                           AND application_name = 'clipmeter_app' AND wait_event_type = 'Lock'";
            let all_wait = async { while world.count(waiting).await < 9 {} };
            timeout(TIMEOUT, all_wait).await.unwrap();
            // Together, because the first reads wait for the lock for 15 seconds at most. The read waits for the others until it is
            // refused.
            let group = json!({"name": "During an overload"});
            let (_, created, refused) = join3(
                world.sign_in("admin", ADMIN_PASSWORD),
                world.post(&world.admin, "/api/groups", group),
                world.get(&world.admin, STATS),
            )
            .await;
            slow.rollback().await.unwrap();
            created.ok();
            refused
        };
        let (responses, refused) = join(reads, meanwhile).await;
        assert_eq!(refused.json["code"], "unavailable", "{refused:?}");
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refused.headers["retry-after"], "3");
        let served = responses
            .iter()
            .filter(|response| response.status == StatusCode::OK)
            .count();
        assert_eq!(served, READS);
        let all = join_all((0..CLIENTS).map(|zeros| read(&world, zeros))).await;
        assert!(all.iter().all(|response| response.status == StatusCode::OK));
    });
}
