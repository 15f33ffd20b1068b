//! Tests the probes while the database is migrated, and `api migrate`.

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStderr, Command, Stdio};

use clipmeter_fixtures::database::{HELD, HeldMigration};
use clipmeter_fixtures::eventually;
use reqwest::StatusCode;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use sqlx::migrate::Migrate as _;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::installation::Installation;

/// A program whose log is read line by line.
struct Program {
    child: Child,
    log: Option<Lines<BufReader<ChildStderr>>>,
}

impl Program {
    fn start(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let log = child.stderr.take().map(|log| BufReader::new(log).lines());
        Self { child, log }
    }

    /// Returns the fields of the next log line whose message begins like this.
    async fn wait_for(&mut self, message: &'static str) -> Value {
        let mut log = self.log.take().unwrap();
        let (fields, log) = tokio::task::spawn_blocking(move || {
            let fields = log
                .by_ref()
                .map(|line| {
                    serde_json::from_str::<Value>(&line.unwrap()).unwrap_or_default()["fields"].take()
                })
                .find(|fields| {
                    fields["message"]
                        .as_str()
                        .is_some_and(|text| text.starts_with(message))
                })
                .unwrap_or_else(|| panic!("the program ended before it logged: {message}"));
            (fields, log)
        })
        .await
        .unwrap();
        self.log = Some(log);
        fields
    }

    /// Waits until the API responds to probes. Returns their address.
    async fn probes(&mut self) -> Probes {
        // reqwest requires a TLS provider even without TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let started = self.wait_for("connecting to the database").await;
        Probes(started["metrics_address"].as_str().unwrap().to_owned())
    }

    fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    fn stop(&self) {
        let pid = Pid::from_raw(i32::try_from(self.child.id()).unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
    }

    /// Waits for the end. Returns the exit code and the last line of the log.
    async fn ended(mut self) -> (Option<i32>, String) {
        tokio::task::spawn_blocking(move || {
            let last = self.log.take().unwrap().last();
            let code = self.child.wait().unwrap().code();
            (code, last.map(Result::unwrap).unwrap_or_default())
        })
        .await
        .unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program must not outlive a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Probes(String);

impl Probes {
    async fn get(&self, path: &str) -> (StatusCode, String) {
        let response = reqwest::get(format!("http://{}{path}", self.0)).await.unwrap();
        (response.status(), response.text().await.unwrap())
    }

    /// Waits until nothing but `/livez` succeeds, with a text that begins like this.
    async fn wait_for(&self, text: &str) {
        eventually(text, async || self.get("/readyz").await.1.starts_with(text)).await;
        assert_eq!(self.get("/livez").await.0, StatusCode::OK);
        for path in ["/readyz", "/readyz/database", "/metrics"] {
            let (status, body) = self.get(path).await;
            assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{path}: {body}");
            assert!(body.starts_with(text), "{path}: {body}");
        }
    }
}

#[tokio::test]
async fn probes_respond_while_the_database_is_migrated() {
    let installation = Installation::new().await;
    // Simulates another program that migrates the database during the test, maybe of a version that awaits the lock.
    let mut other = installation.database().options.connect().await.unwrap();
    other.lock().await.unwrap();

    let mut api = Program::start(installation.command());
    let probes = api.probes().await;
    probes.wait_for("waiting for ").await;
    let message = api.wait_for("waiting for ").await["message"].to_string();
    let expected = " s for another program that migrates the database: process ";
    assert!(message.contains(expected), "{message}");
    other.close().await.unwrap();

    let migrating = api.wait_for("migrating the database").await;
    assert!(
        migrating["pending"].as_str().unwrap().contains("0014"),
        "{migrating}"
    );
    api.wait_for("ready").await;
    assert_eq!(probes.get("/readyz").await, (StatusCode::OK, "ok\n".to_owned()));
    api.stop();
    assert_eq!(api.ended().await.0, Some(0));
}

#[tokio::test]
async fn replicas_stay_alive_until_migrate_has_ended() {
    let installation = Installation::new().await;
    let held = HeldMigration::of(&installation.database().options).await;
    let mut command = installation.command();
    command.env("CLIPMETER_WAIT_FOR_MIGRATION", "true");
    let mut api = Program::start(command);
    let probes = api.probes().await;
    let pending = "waiting for the migration Job (`api migrate`); pending: 0001 ";
    api.wait_for(pending).await;

    let mut migrate = Program::start(installation.migrate());
    migrate.wait_for("migrating the database").await;
    // Logged every ten seconds.
    for _ in 0..2 {
        let message = migrate.wait_for("migrating the database: ").await["message"].to_string();
        assert!(message.contains(HELD), "{message}");
    }
    probes
        .wait_for("waiting for the migration Job (`api migrate`); pending: ")
        .await;
    assert!(api.is_running());

    held.release().await;
    let (code, last) = migrate.ended().await;
    assert_eq!(code, Some(0), "{last}");
    api.wait_for("ready").await;
    assert_eq!(probes.get("/readyz").await.0, StatusCode::OK);
    api.stop();
    assert_eq!(api.ended().await.0, Some(0));
}

#[tokio::test]
async fn migrate_can_be_repeated_and_fails_with_one_line() {
    let installation = Installation::new().await;
    for _ in 0..2 {
        let (code, last) = Program::start(installation.migrate()).ended().await;
        assert_eq!(code, Some(0), "{last}");
    }
    let mut elsewhere = installation.migrate();
    elsewhere.env("DATABASE_URL", "nonsense");
    let mut newer = installation.database().options.connect().await.unwrap();
    let expected = "api: DATABASE_URL is not the URL of a PostgreSQL database";
    let (code, last) = Program::start(elsewhere).ended().await;
    assert!(code == Some(1) && last.starts_with(expected), "{last}");

    sqlx::query("INSERT INTO _sqlx_migrations VALUES (9999, 'newer', now(), true, '', 0)")
        .execute(&mut newer)
        .await
        .unwrap();
    let expected = "api: cannot migrate the database: migration 9999 was previously applied but is missing";
    let (code, last) = Program::start(installation.migrate()).ended().await;
    assert!(code == Some(1) && last.starts_with(expected), "{last}");
}

#[tokio::test]
async fn stopped_migrate_says_that_it_continues() {
    let installation = Installation::new().await;
    let held = HeldMigration::of(&installation.database().options).await;
    let mut migrate = Program::start(installation.migrate());
    migrate.wait_for("migrating the database").await;
    migrate.stop();
    let (code, last) = migrate.ended().await;
    assert_eq!(code, Some(1));
    assert!(last.starts_with("api: stopped by a signal"), "{last}");
    held.release().await;
    let (code, last) = Program::start(installation.migrate()).ended().await;
    assert_eq!(code, Some(0), "{last}");
}
