//! Callers that go away while they wait for the database.

use std::time::Duration;

use clipmeter_api::store::{Access, Scope};
use clipmeter_proto::v1::{Platform, RunTrigger};
use uuid::Uuid;

use crate::cancel::cut_off;
use crate::world::World;

/// A rollback takes milliseconds. Less than any timeout that would end a forgotten transaction.
const PATIENCE: Duration = Duration::from_secs(8);

/// More than anything here waits.
const MOST_WAITS: usize = 500;

/// What is cut off.
#[derive(Clone, Copy, Debug)]
enum Work {
    Read,
    Write,
    Sleep,
    ListRuns,
    OpenRun,
    Capacity,
}

impl Work {
    const ALL: [Self; 6] = [
        Self::Read,
        Self::Write,
        Self::Sleep,
        Self::ListRuns,
        Self::OpenRun,
        Self::Capacity,
    ];

    async fn run(self, world: &World) {
        match self {
            Self::Read => {
                let mut tx = Scope::Admin.begin(&world.pools.app, Access::Read).await.unwrap();
                sqlx::query("SELECT FROM groups").execute(&mut *tx).await.unwrap();
            }
            Self::Write => {
                let mut tx = Scope::Admin.begin(&world.pools.app, Access::Write).await.unwrap();
                sqlx::query("UPDATE settings SET history_months = history_months")
                    .execute(&mut *tx)
                    .await
                    .unwrap();
                tx.commit().await.unwrap();
            }
            Self::Sleep => {
                let mut tx = Scope::Nobody.begin(&world.pools.app, Access::Read).await.unwrap();
                sqlx::query("SELECT pg_sleep(0.001)")
                    .execute(&mut *tx)
                    .await
                    .unwrap();
            }
            Self::ListRuns => drop(world.api.runs().list_runs().await.unwrap()),
            Self::OpenRun => {
                let runs = world.api.runs();
                let id = Uuid::new_v4();
                runs.open_run(id, Platform::Tiktok, &[], RunTrigger::Schedule)
                    .await
                    .unwrap();
            }
            Self::Capacity => drop(world.api.runs().capacity().await.unwrap()),
        }
    }
}

/// Whether the roles of the API have no transaction open, which may take a moment.
async fn is_settled(world: &World) -> bool {
    let open = async {
        while sqlx::query_scalar::<_, i64>(
            "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name LIKE 'clipmeter%' AND xact_start IS NOT NULL",
        )
        .fetch_one(&world.owner)
        .await
        .unwrap()
            > 0
        {}
    };
    tokio::time::timeout(PATIENCE, open).await.is_ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_that_is_cut_off_at_any_wait_leaves_no_transaction_open() {
    let world = World::new().await;
    let mut left_open = Vec::new();
    for work in Work::ALL {
        for waits in 0..MOST_WAITS {
            let ended = cut_off(waits, work.run(&world)).await.is_some();
            if !is_settled(&world).await {
                left_open.push((work, waits));
                break;
            }
            if ended {
                break;
            }
        }
    }
    assert!(
        left_open.is_empty(),
        "left open, after so many waits: {left_open:?}"
    );
}

/// More transactions than the pool has connections, which it hands out in turn.
const EACH_CONNECTION: usize = 15;

async fn write(world: &World) -> Result<(), sqlx::Error> {
    let mut tx = Scope::Admin.begin(&world.pools.app, Access::Write).await?;
    sqlx::query("UPDATE settings SET history_months = history_months")
        .execute(&mut *tx)
        .await?;
    tx.commit().await
}

#[tokio::test]
async fn a_connection_that_returns_in_a_transaction_is_not_handed_out_again() {
    let world = World::new().await;
    for leave in ["BEGIN READ ONLY", "BEGIN; SELECT 1 / 0"] {
        for _ in 0..EACH_CONNECTION {
            let left = sqlx::raw_sql(leave).execute(world.pools.app.statement()).await;
            assert_eq!(left.is_err(), leave.contains('/'), "{leave}: {left:?}");
        }
        for _ in 0..EACH_CONNECTION {
            write(&world).await.unwrap();
        }
        assert!(is_settled(&world).await, "{leave}");
    }
}

#[tokio::test]
async fn a_statement_whose_caller_is_gone_is_ended_and_its_connection_replaced() {
    let world = World::new().await;
    let long = async {
        let calls = (0..EACH_CONNECTION).map(|_| async {
            let mut tx = Scope::Nobody.begin(&world.pools.app, Access::Read).await?;
            sqlx::query("SELECT pg_sleep(3600)").execute(&mut *tx).await
        });
        futures::future::join_all(calls).await
    };
    let all_busy = async {
        let idle = "SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event = 'PgSleep'";
        while world.one::<i64>(idle).await < i64::from(world.pools.app.max_connections()) {}
    };
    tokio::select! {
        ended = long => panic!("{ended:?}"),
        () = all_busy => {}
    }
    write(&world).await.unwrap();
    assert!(is_settled(&world).await);
}
