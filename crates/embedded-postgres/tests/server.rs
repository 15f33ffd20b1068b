//! The private server's lifecycle: start, crash, restart, stop, and the death of the parent process.

#![expect(clippy::unwrap_used, reason = "a test helper fails by panicking")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use clipmeter_embedded_postgres::{Durability, Installation, PostgresError, Server, ServerConfig};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::{ConnectOptions as _, Connection as _};

async fn installation() -> Installation {
    Installation::ensure(&Installation::default_cache())
        .await
        .unwrap()
}

/// Creates a folder under the system's temporary folder that the server's unprivileged user can enter.
fn folder() -> tempfile::TempDir {
    tempfile::Builder::new()
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o711))
        .tempdir()
        .unwrap()
}

fn config(folder: &Path) -> ServerConfig {
    ServerConfig {
        folder: folder.to_owned(),
        durability: Durability::Full,
        temporary: false,
    }
}

fn postmaster(folder: &Path) -> i32 {
    let text = fs::read_to_string(folder.join("data/postmaster.pid")).unwrap();
    text.lines().next().unwrap().parse().unwrap()
}

fn kill(pid: i32, signal: Signal) {
    kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
}

#[tokio::test]
async fn server_keeps_data_after_crash_and_restart() {
    let place = folder();
    let mut server = Server::start(installation().await, config(place.path()))
        .await
        .unwrap();
    let mut connection = server.connect_options("postgres").connect().await.unwrap();
    sqlx::query("CREATE TABLE kept AS SELECT 42 AS answer")
        .execute(&mut connection)
        .await
        .unwrap();

    // A process that waits for a lock does not notice that the main process was killed, as if it were stopped.
    let (waiting,): (i32,) = sqlx::query_as("SELECT pg_backend_pid()")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    kill(waiting, Signal::STOP);

    let early = tokio::time::timeout(Duration::from_millis(300), server.ended()).await;
    assert!(early.is_err(), "waiting for the server does not stop it");
    kill(postmaster(place.path()), Signal::KILL);
    tokio::time::timeout(Duration::from_mins(5), server.ended())
        .await
        .expect("a killed server is noticed");
    // As a server leaves them that is killed while it starts.
    for lock in ["data/postmaster.pid", "run/.s.PGSQL.5432.lock"] {
        fs::write(place.path().join(lock), "").unwrap();
    }
    server.restart().await.unwrap();
    let mut connection = server.connect_options("postgres").connect().await.unwrap();
    let (answer,): (i32,) = sqlx::query_as("SELECT answer FROM kept")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(answer, 42);
    connection.close().await.unwrap();
    server.stop().await;
    assert!(
        !place.path().join("data/postmaster.pid").exists(),
        "a stopped server leaves no pid file"
    );

    let server = Server::start(installation().await, config(place.path()))
        .await
        .unwrap();
    server.connect_options("postgres").connect().await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn server_refuses_data_folder_of_other_version() {
    let place = folder();
    fs::create_dir(place.path().join("data")).unwrap();
    fs::write(place.path().join("data/PG_VERSION"), "14\n").unwrap();
    let refusal = Server::start(installation().await, config(place.path()))
        .await
        .unwrap_err();
    assert!(matches!(refusal, PostgresError::OtherVersion { .. }), "{refusal}");
    assert_eq!(
        fs::read_to_string(place.path().join("data/PG_VERSION")).unwrap(),
        "14\n"
    );
}

#[tokio::test]
async fn server_starts_after_killed_first_start() {
    let place = folder();
    // As a killed initdb leaves it: a version, and half a database.
    fs::create_dir(place.path().join("data.new")).unwrap();
    fs::write(place.path().join("data.new/PG_VERSION"), "18\n").unwrap();
    Server::start(installation().await, config(place.path()))
        .await
        .unwrap()
        .stop()
        .await;
    assert!(!place.path().join("data.new").exists());
}

#[tokio::test]
async fn server_keeps_files_of_incomplete_database() {
    let place = folder();
    let file = place.path().join("data/base/1/2");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "rows").unwrap();
    let started = Server::start(installation().await, config(place.path())).await;
    let error = started.unwrap_err().to_string();
    assert!(error.contains("contains files but no PG_VERSION"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "rows");
}

#[tokio::test]
async fn server_without_password_of_its_database_is_refused() {
    let place = folder();
    let start = async || Server::start(installation().await, config(place.path())).await;
    start().await.unwrap().stop().await;
    let [file, aside] = ["password", "aside"].map(|name| place.path().join(name));
    fs::rename(&file, &aside).unwrap();
    let error = start().await.unwrap_err();
    assert!(matches!(error, PostgresError::NoPassword { .. }), "{error}");
    assert!(!file.exists(), "no other password is generated");
    fs::rename(&aside, &file).unwrap();
    start().await.unwrap().stop().await;
}

#[tokio::test]
async fn temporary_server_removes_its_folder() {
    let place = folder().keep();
    let temporary = ServerConfig {
        temporary: true,
        ..config(&place)
    };
    Server::start(installation().await, temporary)
        .await
        .unwrap()
        .stop()
        .await;
    assert!(!place.exists());
}
