//! Tests of copying a database. The program's tests cover backup files.

use std::collections::HashMap;
use std::time::Duration;

use clipmeter_db::MIGRATOR;
use clipmeter_db::backup::{Contents, Load, Snapshot};
use clipmeter_embedded_postgres::TestDatabase;
use clipmeter_fixtures::database::{World, seen, server};
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::Clock as _;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio_stream::StreamExt as _;

use crate::database::migrations::{PARTIAL, in_use};

/// Copies a database into an empty one.
async fn copy(from: &TestDatabase, to: &TestDatabase) -> Contents {
    let mut snapshot = Snapshot::begin(&from.options).await.unwrap();
    let contents = snapshot.contents().clone();
    let mut load = Load::begin(&to.options, contents.clone()).await.unwrap();
    for table in &contents.tables {
        let mut rows = snapshot.rows(table).await.unwrap();
        while let Some(row) = rows.next().await {
            load.rows(table, &row.unwrap()).await.unwrap();
        }
    }
    snapshot.end().await.unwrap();
    load.finish().await.unwrap();
    contents
}

async fn digests(database: &TestDatabase, contents: &Contents) -> HashMap<String, String> {
    let mut connection = PgConnection::connect_with(&database.options).await.unwrap();
    let mut digests = HashMap::new();
    for table in &contents.tables {
        let query = format!(
            "SELECT count(*) || coalesce(md5(string_agg(md5(t::text), '' ORDER BY t::text)), '') FROM {} t",
            table.name
        );
        let digest = sqlx::query_scalar(AssertSqlSafe(query))
            .fetch_one(&mut connection)
            .await
            .unwrap();
        digests.insert(table.name.clone(), digest);
    }
    digests
}

#[tokio::test]
async fn backup_orders_tables_by_foreign_keys() {
    let world = World::new().await;
    let snapshot = Snapshot::begin(&world.database.options).await.unwrap();
    let tables = snapshot.contents().tables.iter();
    let position: HashMap<String, usize> = tables
        .enumerate()
        .map(|(position, table)| (table.name.clone(), position))
        .collect();
    let references: Vec<(String, String)> = sqlx::query_as(
        "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint
         WHERE contype = 'f' AND conparentid = 0",
    )
    .fetch_all(&world.owner)
    .await
    .unwrap();
    assert!(references.len() > 15, "{references:?}");
    for (from, to) in references {
        assert!(position[&to] < position[&from], "{from} comes before {to}");
    }
    let there: i64 = world
        .one("SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
              AND NOT relispartition AND relname NOT IN ('_sqlx_migrations', 'scope_keys')")
        .await;
    assert_eq!(
        position.len(),
        usize::try_from(there).unwrap(),
        "every table is in the backup"
    );
}

#[tokio::test]
async fn backup_of_older_version_is_restored_and_migrated() {
    let old = in_use(PARTIAL).await;
    let restored = server().await.empty_database().await.unwrap();
    let contents = copy(&old, &restored).await;
    assert_eq!(contents.migrations.last(), Some(&PARTIAL));

    // The original is opened as usual.
    let mut connection = PgConnection::connect_with(&old.options).await.unwrap();
    MIGRATOR.run(&mut connection).await.unwrap();
    let snapshot = Snapshot::begin(&old.options).await.unwrap();
    let now = snapshot.contents();
    assert!(now.tables.len() > contents.tables.len());
    assert_eq!(digests(&restored, now).await, digests(&old, now).await);
    let after = Snapshot::begin(&restored.options).await.unwrap();
    assert_eq!(after.contents(), now);
    // Its locks would prevent the transfer of the schema.
    drop(after);
    World::on(restored).await;
}

/// Scrapes two accounts once an hour for a day, with a new item and more views of all items each hour. The second day tracks another
/// account, so that new IDs are generated.
async fn live_a_day(world: &World, day: i64) {
    let group = world.group(&format!("Day {day}")).await;
    let accounts = [
        (
            Platform::Tiktok,
            world.track(group, Platform::Tiktok, "khaby.lame").await,
        ),
        (
            Platform::Instagram,
            world
                .track(group, Platform::Instagram, &format!("account{day}"))
                .await,
        ),
    ];
    for hour in 0..24 {
        world.clock.advance(Duration::from_hours(1));
        for (platform, account) in accounts {
            let items = (0..=hour).map(|item| {
                seen(
                    &format!("{account}-{day}-{item}"),
                    100 * day + 10 * hour + item,
                    hour,
                )
            });
            world.scrape(platform, account, items.collect()).await;
        }
    }
}

#[tokio::test]
async fn restored_backup_behaves_like_the_original() {
    /// Tables with random IDs and tokens.
    const RANDOMIZED: [&str; 3] = ["runs", "run_units", "discoveries"];
    let original = World::new().await;
    live_a_day(&original, 1).await;
    let restored = server().await.empty_database().await.unwrap();
    let contents = copy(&original.database, &restored).await;
    let restored = World::at(restored, original.clock.now()).await;
    for world in [&original, &restored] {
        live_a_day(world, 2).await;
    }
    let (mut one, mut other) = (
        digests(&original.database, &contents).await,
        digests(&restored.database, &contents).await,
    );
    for table in RANDOMIZED {
        one.remove(table).unwrap();
        other.remove(table).unwrap();
    }
    assert_eq!(other, one);
    assert_eq!(restored.count("SELECT count(*) FROM posts").await, 4 * 24);
}
