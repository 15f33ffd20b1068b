//! Tests of callers that disconnect while they wait for the database.

use std::time::Duration;

use clipmeter_db::{Access, Pool, Pools, Scope};
use clipmeter_fixtures::database::World;

use crate::database::begin_blocker::BeginBlocker;

/// Timeout for a rollback, which takes milliseconds; shorter than any timeout that would end an abandoned transaction.
const TIMEOUT: Duration = Duration::from_secs(8);

/// Number of transactions; more than a pool has connections, which it uses in turn.
const EACH_CONNECTION: usize = 15;

/// Returns how many transactions of the API's roles are open.
async fn open(world: &World) -> i64 {
    world
        .one(
            "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name LIKE 'clipmeter%' AND xact_start IS NOT NULL",
        )
        .await
}

/// Whether all of them end soon.
async fn becomes_idle(world: &World) -> bool {
    let idle = async { while open(world).await > 0 {} };
    tokio::time::timeout(TIMEOUT, idle).await.is_ok()
}

async fn write(pool: &Pool) -> Result<(), sqlx::Error> {
    let mut tx = Scope::Admin.begin(pool, Access::Write).await?;
    sqlx::query("UPDATE settings SET history_months = history_months")
        .execute(&mut *tx)
        .await?;
    tx.commit().await
}

#[tokio::test]
async fn disconnect_during_begin_leaves_no_open_transaction() {
    let world = World::new().await;
    let server = &world.database.options;
    let slow = BeginBlocker::before(server);
    let pools = Pools::connect(&slow.options(server)).await.unwrap();
    for pool in [&pools.app, &pools.desired_state, &pools.ingest] {
        for access in [Access::Read, Access::Write] {
            slow.block();
            tokio::select! {
                begun = Scope::Admin.begin(pool, access) => panic!("{begun:?}"),
                () = slow.until_blocked() => {}
            }
            // The server has begun the transaction, and its response has not arrived.
            while open(&world).await == 0 {}
            slow.release();
            assert!(becomes_idle(&world).await, "{access:?}");
        }
    }
}

#[tokio::test]
async fn connection_returned_in_transaction_is_not_reused() {
    let world = World::new().await;
    for leave in ["BEGIN READ ONLY", "BEGIN; SELECT 1 / 0"] {
        for _ in 0..EACH_CONNECTION {
            let left = sqlx::raw_sql(leave)
                .execute(world.pools().await.app.statement())
                .await;
            assert_eq!(left.is_err(), leave.contains('/'), "{leave}: {left:?}");
        }
        for _ in 0..EACH_CONNECTION {
            write(&world.pools().await.app).await.unwrap();
        }
        assert!(becomes_idle(&world).await, "{leave}");
    }
}

#[tokio::test]
async fn disconnect_cancels_statement_and_replaces_connection() {
    let world = World::new().await;
    let long = async {
        let calls = (0..EACH_CONNECTION).map(|_| async {
            let mut tx = Scope::Empty.begin(&world.pools().await.app, Access::Read).await?;
            sqlx::query("SELECT pg_sleep(3600)").execute(&mut *tx).await
        });
        futures::future::join_all(calls).await
    };
    let all_busy = async {
        let busy = "SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event = 'PgSleep'";
        while world.one::<i64>(busy).await < i64::from(world.pools().await.app.max_connections()) {}
    };
    tokio::select! {
        ended = long => panic!("{ended:?}"),
        () = all_busy => {}
    }
    write(&world.pools().await.app).await.unwrap();
    assert!(becomes_idle(&world).await);
}
