//! The database roles that the real program uses.

use std::fs;
use std::path::Path;

use clipmeter_db::MIGRATOR;
use clipmeter_embedded_postgres::{Durability, Installation, Server, ServerConfig};
use rustix::process::Signal;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::support::{Admin, Service, clipmeter, eventually, folder};

const NOWHERE: &str = "http://127.0.0.1:9";

/// Creates a data folder as a restore leaves it: everything belongs to `postgres`.
async fn data_folder_of_superuser(data: &Path) {
    fs::create_dir_all(data).unwrap();
    fs::set_permissions(data, std::os::unix::fs::PermissionsExt::from_mode(0o711)).unwrap();
    fs::write(data.join("clipmeter.json"), r#"{"layout":1}"#).unwrap();
    let config = ServerConfig {
        folder: data.join("postgres"),
        durability: Durability::Full,
        temporary: false,
    };
    let installation = Installation::ensure(&Installation::default_cache())
        .await
        .unwrap();
    let server = Server::start(installation, config).await.unwrap();
    let mut connection = server.connect_options("postgres").connect().await.unwrap();
    MIGRATOR.run(&mut connection).await.unwrap();
    sqlx::query("INSERT INTO groups (name, created_at) VALUES ('Kept', now())")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    server.stop().await;
}

/// Returns the users of all connections except the caller's.
async fn connected(data: &Path) -> Vec<String> {
    let mut connection = Server::running(&data.join("postgres"), "postgres")
        .unwrap()
        .connect()
        .await
        .unwrap();
    let users = sqlx::query_scalar(
        "SELECT DISTINCT usename::text FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    users
}

#[tokio::test]
async fn data_folder_of_superuser_is_served_by_roles_without_superuser() {
    let place = folder();
    let data = place.path().join("data");
    data_folder_of_superuser(&data).await;
    let logins = ["clipmeter_app", "clipmeter_ingest", "clipmeter_maintenance"];
    for _ in 0..2 {
        let mut service = Service::start(&mut clipmeter(&data, NOWHERE));
        let admin = Admin::sign_in(&service.url).await;
        let groups = admin.get("/groups").await;
        assert!(groups.to_string().contains("Kept"), "{groups}");
        // A backend exits shortly after its connection is closed.
        eventually("connections of the three roles alone", async || {
            (connected(&data).await == logins).then_some(())
        })
        .await;
        service.signal(Signal::TERM);
        assert_eq!(service.ended().await, Some(0));
    }
}
