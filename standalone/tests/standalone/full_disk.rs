//! A full disk stops writes and scraping, not the program; freed space is used immediately.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::{Method, StatusCode};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};

use crate::process_kills::children;
use crate::small_disk::{Mounted, SmallDisk, beside, seen_by};
use crate::support::{Admin, Service, clipmeter, eventually, folder, http, program, refusal, simulator};

const MEGABYTE: u64 = 1_000_000;
const NOWHERE: &str = "http://127.0.0.1:9";

/// Of 17 GB, 10% is 1.7 GB and 2% is 343 MB.
const DISK_GIBIBYTES: u64 = 16;

/// After this many restarts in a row, the program gives up on a server that exits while the disk has space.
const RESTARTS_OF_OTHER_FAULTS: usize = 5;

/// The documented maximum is 10 s; the rest is a margin for a busy machine.
const RECOVERED_WITHIN: Duration = Duration::from_mins(3);

/// Waits until admins see this state, and returns the status.
async fn state(admin: &Admin, state: &str) -> Value {
    eventually(&format!("the storage to be {state}"), async || {
        let status = admin.try_get("/admin/storage").await?;
        (status["state"] == state).then_some(status)
    })
    .await
}

/// Asserts that every kind of change is refused with the folder that needs space and the time to retry.
async fn refuses_changes(admin: &Admin, group: &Value, fragments: &[&str]) {
    let account = json!({"username": "somebody", "group_id": group});
    for (method, path, body) in [
        (Method::POST, "/groups".to_owned(), json!({"name": "Another"})),
        (Method::DELETE, format!("/groups/{group}"), json!(null)),
        (Method::POST, "/tiktok/accounts".to_owned(), account),
        (
            Method::POST,
            "/scraping/trigger/tiktok".to_owned(),
            json!({"group_id": group}),
        ),
        (Method::POST, "/dashboard/scrape-all".to_owned(), json!({})),
        (
            Method::POST,
            "/scraping/sessions".to_owned(),
            json!({"sessions": ["a"]}),
        ),
    ] {
        refuses(admin, method, &path, &body, fragments).await;
    }
}

async fn refuses(admin: &Admin, method: Method, path: &str, body: &Value, fragments: &[&str]) {
    let response = admin
        .send(method, path, "application/json", body.to_string())
        .await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
    assert_eq!(response.headers()["retry-after"], "10", "{path}");
    explains(&response.json().await.unwrap(), fragments);
}

/// Tracks TikTok accounts of the simulator in a new group.
async fn track(admin: &Admin, simulator: &str) -> Value {
    let group = admin.post("/groups", json!({"name": "Disk"})).await["id"].clone();
    let accounts: Value = http()
        .get(format!("{simulator}/__simulator/accounts"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let tiktok = accounts
        .as_array()
        .unwrap()
        .iter()
        .filter(|account| account["platform"] == "tiktok");
    for account in tiktok {
        let body = json!({"username": account["username"], "group_id": group});
        admin.post("/tiktok/accounts", body).await;
    }
    group
}

async fn all_scraped(admin: &Admin) {
    eventually("every account to be scraped", async || {
        let body = admin.try_get("/tiktok/accounts").await?;
        let accounts = body["accounts"].as_array()?;
        accounts
            .iter()
            .all(|account| account["status"] != "pending")
            .then_some(())
    })
    .await;
}

/// Stops the server repeatedly, for lack of space and by force, and fills the space that it frees, until it has
/// restarted more often than after any other fault.
async fn end_the_server(disk: &Mounted, log: &Path) {
    eventually("the server to be started again and again", async || {
        disk.fill_to(0);
        use_up_the_log(disk).await;
        kill_server(disk);
        let said = fs::read_to_string(log).unwrap();
        let starts = said.matches("PostgreSQL exited unexpectedly").count();
        (starts > RESTARTS_OF_OTHER_FAULTS).then_some(())
    })
    .await;
}

/// Kills the server if it runs.
fn kill_server(disk: &Mounted) {
    let status = fs::read_to_string(disk.at("data/postgres/data/postmaster.pid")).unwrap_or_default();
    let Some(pid) = status.lines().next().and_then(|line| line.trim().parse().ok()) else {
        return;
    };
    // The pid may have been reused by another program.
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    if let Some(pid) = Pid::from_raw(pid).filter(|_| name.trim() == "postgres") {
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Writes to the server's WAL directly, not through the program, until the server rejects a write or exits.
async fn use_up_the_log(disk: &Mounted) {
    let password = fs::read_to_string(disk.at("data/postgres/password")).unwrap();
    let options = PgConnectOptions::new_without_pgpass()
        .socket(disk.at("data/postgres/run"))
        .username("postgres")
        .password(&password)
        .database("postgres");
    let Ok(mut connection) = options.connect().await else {
        return;
    };
    // Without a record the server does not switch to a new segment.
    let switch = "SELECT pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()";
    while connection.execute(switch).await.is_ok() {}
}

/// Asserts that reads succeed or report why the database is unavailable.
async fn reads_or_explains(admin: &Admin, fragments: &[&str]) {
    let response = admin
        .send(Method::GET, "/dashboard/stats", "application/json", String::new())
        .await;
    if response.status() == StatusCode::OK {
        return;
    }
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    explains(&response.json().await.unwrap(), fragments);
}

fn explains(body: &Value, fragments: &[&str]) {
    assert_eq!(body["code"], "storage_full", "{body}");
    for fragment in fragments {
        assert!(
            body["error"].as_str().unwrap().contains(fragment),
            "{fragment}: {body}"
        );
    }
}

/// Kills every scraper until no run is open. The accounts of these runs are due again.
async fn kill_scrapers(service: &Service, admin: &Admin) {
    eventually("no run to be open", async || {
        for scraper in children(service.child.id(), "scraper") {
            // It may have exited meanwhile.
            let _ = kill_process(scraper, Signal::KILL);
        }
        let runs = admin.try_get("/scraping/runs").await?;
        runs["runs"]
            .as_array()?
            .iter()
            .all(|run| run["ended_at"].is_string())
            .then_some(())
    })
    .await;
    let accounts = admin.get("/tiktok/accounts").await;
    let is_due = |account: &Value| account["status"] == "pending";
    assert!(
        accounts["accounts"].as_array().unwrap().iter().any(is_due),
        "{accounts}"
    );
}

#[tokio::test]
async fn full_disk_stops_writes_and_scraping_but_not_program() {
    let simulator = simulator(8);
    let slow = json!({"fault": "slow", "path_prefix": "/", "delay_ms": 1500});
    let faults = format!("{}/__simulator/faults", simulator.url);
    let injected = http().post(&faults).json(&slow).send().await;
    injected.unwrap().error_for_status().unwrap();
    let small = SmallDisk::ext4(DISK_GIBIBYTES);
    let command = clipmeter(&small.path().join("data"), &simulator.url);
    let place = folder();
    let log = place.path().join("log");
    let mut service = Service::start(small.mounted(&command).stderr(File::create(&log).unwrap()));
    let _shown = ShownOnPanic(log.clone());
    let disk = Mounted::of(service.child.id(), &small);
    let admin = Admin::sign_in(&service.url).await;
    let (at, holds) = (
        format!("at {} ", small.path().display()),
        format!("holds {}/data/postgres", small.path().display()),
    );
    let fragments = [at.as_str(), holds.as_str(), "MB free", "MB more needed"];
    assert_eq!(state(&admin, "ok").await["message"], Value::Null);
    reserve_is(&disk, true).await;

    // Admins are warned before the disk is full.
    for (free, name) in [(1_200 * MEGABYTE, "low"), (200 * MEGABYTE, "critical")] {
        disk.fill_to(free);
        let status = state(&admin, name).await;
        assert!(status["message"].as_str().unwrap().contains(&at), "{status}");
    }
    let group = track(&admin, &simulator.url).await;

    // The disk becomes full in the middle of a run, at once.
    eventually("a scraper at work", async || {
        (!children(service.child.id(), "scraper").is_empty()).then_some(())
    })
    .await;
    disk.fill_to(0);
    let full = state(&admin, "full").await;
    let full_at = Utc::now();
    assert!(full["disk"]["missing_bytes"].as_u64().unwrap() > 0, "{full}");
    refuses_changes(&admin, &group, &fragments).await;
    for path in [
        "/dashboard/stats",
        "/tiktok/accounts",
        "/groups",
        "/scraping/sessions",
        "/admin/audit-log",
    ] {
        eventually(path, async || admin.try_get(path).await).await;
    }
    Admin::sign_in(&service.url).await;
    reserve_is(&disk, false).await;

    kill_scrapers(&service, &admin).await;

    // A server that cannot write its WAL exits; the program does not.
    end_the_server(&disk, &log).await;
    reads_or_explains(&admin, &fragments).await;
    refuses(
        &admin,
        Method::POST,
        "/groups",
        &json!({"name": "Another"}),
        &fragments,
    )
    .await;
    assert_eq!(service.child.try_wait().unwrap(), None);
    let live = http().get(format!("{}/livez", service.url)).send().await.unwrap();
    assert_eq!(live.status(), StatusCode::NO_CONTENT);

    // Freed space is used immediately.
    let cleared = http().delete(&faults).send().await;
    cleared.unwrap().error_for_status().unwrap();
    let (freed_at, room) = (Utc::now(), Instant::now());
    disk.empty();
    let mut server_log = String::new();
    eventually("the storage to be ok", async || {
        let ended = service.child.try_wait().unwrap();
        assert_eq!(ended, None, "the database server's log: {server_log}");
        let latest = fs::read_to_string(disk.at("data/postgres/postgres.log"));
        server_log = latest.unwrap_or(server_log.clone());
        let status = admin.try_get("/admin/storage").await?;
        (status["state"] == "ok").then_some(())
    })
    .await;
    admin.post("/groups", json!({"name": "After"})).await;
    let took = room.elapsed();
    eprintln!("changes are taken {took:?} after room was made");
    assert!(took < RECOVERED_WITHIN, "{took:?}");
    all_scraped(&admin).await;
    let runs = admin.get("/scraping/runs").await;
    let opened_while_full = runs["runs"].as_array().unwrap().iter().find(|run| {
        let opened_at: DateTime<Utc> = run["opened_at"].as_str().unwrap().parse().unwrap();
        full_at < opened_at && opened_at < freed_at
    });
    assert_eq!(opened_while_full, None);
    reserve_is(&disk, true).await;
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));
}

/// Prints a program's log if the test fails.
pub(crate) struct ShownOnPanic(pub(crate) PathBuf);

impl Drop for ShownOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", fs::read_to_string(&self.0).unwrap_or_default());
        }
    }
}

/// Waits for the reserve file to be created or deleted.
async fn reserve_is(disk: &Mounted, there: bool) {
    eventually("the reserve", async || {
        (disk.at("data/postgres/reserve").exists() == there).then_some(())
    })
    .await;
}

#[tokio::test]
async fn full_disk_start_still_shows_existing_data() {
    let small = SmallDisk::ext4(DISK_GIBIBYTES);
    let command = clipmeter(&small.path().join("data"), NOWHERE);
    let mut service = Service::start(&mut small.mounted(&command));
    let disk = Mounted::of(service.child.id(), &small);
    let group = Admin::sign_in(&service.url)
        .await
        .post("/groups", json!({"name": "Before"}))
        .await;
    reserve_is(&disk, true).await;
    disk.fill_to(0);
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));
    small.unmounted().await;

    let service = Service::start(&mut small.mounted(&command));
    let admin = Admin::sign_in(&service.url).await;
    state(&admin, "full").await;
    assert_eq!(admin.get("/groups").await["groups"][0]["id"], group["id"]);
    refuses(
        &admin,
        Method::POST,
        "/groups",
        &json!({"name": "Another"}),
        &["MB more needed"],
    )
    .await;
    Mounted::of(service.child.id(), &small).empty();
    state(&admin, "ok").await;
    admin.post("/groups", json!({"name": "After"})).await;
}

#[tokio::test]
async fn first_start_requires_disk_space_named_in_error() {
    let small = SmallDisk::tmpfs(300);
    let data = small.path().join("data");
    let text = refusal(&mut small.mounted(&clipmeter(&data, NOWHERE)));
    let at = format!("the disk at {} has 315 MB free", small.path().display());
    let needs = format!("a new installation in {} needs 336 MB", data.display());
    for part in [at.as_str(), needs.as_str(), "--data-dir"] {
        assert!(text.contains(part), "{part}: {text}");
    }

    let enough = SmallDisk::tmpfs(321);
    let service = Service::start(&mut enough.mounted(&clipmeter(&enough.path().join("data"), NOWHERE)));
    let admin = Admin::sign_in(&service.url).await;
    admin.post("/groups", json!({"name": "First"})).await;
}

#[tokio::test]
async fn full_disk_of_external_database_is_reported_with_503() {
    let small = SmallDisk::tmpfs(150);
    let mut server = Command::new(program("with-postgres"));
    server.args([
        "sh",
        "-c",
        r#"echo "The database is ready at $DATABASE_URL"; cat"#,
    ]);
    server.env("TMPDIR", small.path());
    let server = Service::start(small.mounted(&server).stdin(Stdio::piped()));
    let place = folder();
    let mut command = clipmeter(&place.path().join("data"), NOWHERE);
    command.env("DATABASE_URL", &server.url);
    let service = Service::start(&mut beside(server.child.id(), &command));
    let admin = Admin::sign_in(&service.url).await;
    let disk = Mounted::of(server.child.id(), &small);
    assert_eq!(state(&admin, "ok").await["disk"], Value::Null);

    // The checkpoint creates the new WAL segment, which has space for the attempted writes, so only the tables have none.
    let options: PgConnectOptions = server.url.parse().unwrap();
    let sockets = seen_by(server.child.id(), options.get_socket().unwrap());
    let mut connection = options.socket(sockets).connect().await.unwrap();
    connection
        .execute("SELECT pg_switch_wal(); CHECKPOINT")
        .await
        .unwrap();
    disk.fill_to(0);
    let mut number = 0;
    let mut create = async || {
        number += 1;
        let body = json!({"name": format!("Group {number}"), "description": "x".repeat(200)}).to_string();
        admin
            .send(Method::POST, "/groups", "application/json", body)
            .await
    };
    let refused = loop {
        let response = create().await;
        if !response.status().is_success() {
            break response;
        }
    };
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.headers()["retry-after"], "10");
    explains(
        &refused.json().await.unwrap(),
        &["The disk of the database server is full"],
    );
    // A refusal counts for a minute, and until a write of the program succeeds.
    let status = eventually("the storage to be full", async || {
        let status = admin.try_get("/admin/storage").await?;
        if status["state"] == "full" {
            return Some(status);
        }
        create().await;
        None
    })
    .await;
    assert!(
        status["message"].as_str().unwrap().contains("Free up space"),
        "{status}"
    );
    admin.get("/tiktok/accounts").await;

    disk.empty();
    admin.post("/groups", json!({"name": "After"})).await;
    state(&admin, "ok").await;
}
