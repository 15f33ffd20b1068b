//! Events of long and failed migrations.

use std::process::{Command, Stdio};

use clipmeter_embedded_postgres::{TestDatabase, TestServer};
use clipmeter_fixtures::database::{HELD, HeldMigration};
use clipmeter_fixtures::eventually;
use k8s_openapi::api::events::v1::Event;
use kube::api::ListParams;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::cluster::Cluster;

const POD: &str = "clipmeter-migration-1a2b3c4d-x5k2p";
const UID: &str = "f2b5f6b4-3f0c-4a8e-9f43-0a9f6f1f1f1f";

/// `api migrate` as a pod of the migration Job.
fn migrate(database: &TestDatabase) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_api"));
    command
        .arg("migrate")
        .env("DATABASE_URL", database.url())
        .env("CLIPMETER_POD_NAME", POD)
        .env("CLIPMETER_POD_UID", UID)
        .stderr(Stdio::null());
    command
}

pub(crate) async fn long_and_failed_migrations_are_events_of_the_pod(cluster: &Cluster) {
    let server = TestServer::start().await.unwrap();
    let database = server.empty_database().await.unwrap();
    let events = cluster.within::<Event>(cluster.client.default_namespace());
    let of_pod = async |reason: &str| {
        let mut found = events.list(&ListParams::default()).await.unwrap().items;
        found.retain(|event| {
            let is_of_pod = event
                .regarding
                .as_ref()
                .is_some_and(|pod| pod.uid.as_deref() == Some(UID));
            is_of_pod && event.reason.as_deref() == Some(reason)
        });
        found
    };

    let held = HeldMigration::of(&database.options).await;
    let mut long = migrate(&database).spawn().unwrap();
    eventually("the long migration is an event", async || {
        !of_pod("MigrationStarted").await.is_empty()
    })
    .await;
    let [started] = of_pod("MigrationStarted").await.try_into().unwrap();
    assert!(started.note.unwrap().contains(HELD));
    assert_eq!(started.regarding.unwrap().name.as_deref(), Some(POD));
    assert!(of_pod("MigrationFinished").await.is_empty());
    held.release().await;
    let status = tokio::task::spawn_blocking(move || long.wait().unwrap())
        .await
        .unwrap();
    assert!(status.success());
    assert_eq!(of_pod("MigrationFinished").await.len(), 1);
    assert!(of_pod("MigrationFailed").await.is_empty());

    let mut newer = database.options.connect().await.unwrap();
    sqlx::query("INSERT INTO _sqlx_migrations VALUES (9999, 'newer', now(), true, '', 0)")
        .execute(&mut newer)
        .await
        .unwrap();
    newer.close().await.unwrap();
    let failed = tokio::task::spawn_blocking(move || migrate(&database).status().unwrap())
        .await
        .unwrap();
    assert_eq!(failed.code(), Some(1));
    let [failed] = of_pod("MigrationFailed").await.try_into().unwrap();
    assert_eq!(failed.type_.as_deref(), Some("Warning"));
    assert!(
        failed
            .note
            .unwrap()
            .contains("migration 9999 was previously applied but is missing")
    );
    assert_eq!(of_pod("MigrationStarted").await.len(), 1);
}
