//! The real program while the system clock is set: libfaketime changes the time of day of the program and its scrapers,
//! and leaves monotonic time unchanged, as the kernel does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::{Method, StatusCode};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::{Admin, PASSWORD, Service, clipmeter, eventually, folder, http, simulator};

/// Refresh interval of the accounts, minutes. So long that hardly any account becomes due while the test runs.
const INTERVAL: i64 = 720;

/// Maximum wait after a wrong password.
const MAX_WAIT: u64 = 15;

/// The library's path on Debian for the machine's architecture.
fn library() -> PathBuf {
    let found = fs::read_dir("/usr/lib").unwrap().filter_map(|entry| {
        let library = entry.ok()?.path().join("faketime/libfaketime.so.1");
        library.is_file().then_some(library)
    });
    found.last().unwrap_or_else(|| {
        panic!("libfaketime is missing: run `scripts/setup test`, or install the package faketime")
    })
}

/// A system clock that can be set.
pub(crate) struct SystemClock(PathBuf);

impl SystemClock {
    /// Creates a clock that is right, controlled by a file.
    pub(crate) fn new(file: PathBuf) -> Self {
        let clock = Self(file);
        clock.set("+0");
        clock
    }

    pub(crate) fn set(&self, by: &str) {
        // Atomically: the program may read it at any time.
        let new = self.0.with_extension("new");
        fs::write(&new, by).unwrap();
        fs::rename(new, &self.0).unwrap();
    }

    pub(crate) fn of<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("LD_PRELOAD", library())
            .env("FAKETIME_TIMESTAMP_FILE", &self.0)
            .env("FAKETIME_CACHE_DURATION", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            .env("DONT_FAKE_MONOTONIC", "1")
            .env("NO_FAKE_STAT", "1")
    }
}

async fn try_sign_in(url: &str, password: &str) -> reqwest::Response {
    http()
        .post(format!("{url}/api/auth/login"))
        .json(&json!({"username": "admin", "password": password}))
        .send()
        .await
        .unwrap()
}

/// Signs in with a wrong password until rate-limited, and returns the wait in the response.
async fn guess(url: &str) -> u64 {
    loop {
        let response = try_sign_in(url, "wrong").await;
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            return response.headers()["retry-after"]
                .to_str()
                .unwrap()
                .parse()
                .unwrap();
        }
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    }
}

fn time(value: &Value) -> Option<DateTime<Utc>> {
    value.as_str()?.parse().ok()
}

/// Returns the time of the latest sign-in by the program's clock. The log is sorted by time, so the latest entry may not be the first.
async fn newest_sign_in(admin: &Admin) -> DateTime<Utc> {
    let log = admin
        .get("/admin/audit-log?action=auth.sign_in&per_page=100")
        .await;
    let entries = log["entries"].as_array().unwrap();
    let newest = entries.iter().max_by_key(|entry| entry["id"].as_i64());
    time(&newest.unwrap()["at"]).unwrap()
}

/// Signs in as soon as the wrong passwords have expired, with the program's clock offset by this much.
async fn sign_in_at(url: &str, by: TimeDelta) -> Admin {
    eventually("a sign-in by the new time", async || {
        let response = try_sign_in(url, PASSWORD).await;
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            let wait: u64 = response.headers()["retry-after"]
                .to_str()
                .unwrap()
                .parse()
                .unwrap();
            assert!(wait <= MAX_WAIT, "locked out for {wait} s");
            return None;
        }
        if response.status().is_server_error() {
            return None;
        }
        assert_eq!(response.status(), StatusCode::OK);
        let admin = Admin::sign_in(url).await;
        let off = newest_sign_in(&admin).await - (Utc::now() + by);
        (off.abs() < TimeDelta::hours(1)).then_some(admin)
    })
    .await
}

async fn runs(admin: &Admin) -> i64 {
    admin.get("/scraping/runs").await["total"].as_i64().unwrap()
}

/// Asserts that no account is due immediately, and each is due within an interval.
async fn assert_schedules_continue(admin: &Admin, accounts: usize, by: TimeDelta) {
    let now = Utc::now() + by;
    let body = admin.get("/tiktok/accounts").await;
    let listed = body["accounts"].as_array().unwrap();
    assert_eq!(listed.len(), accounts);
    for account in listed {
        let wait = time(&account["next_scrape"]).unwrap() - now;
        let every = TimeDelta::minutes(account["cadence"]["every_minutes"].as_i64().unwrap());
        // Schedules are shifted by up to a fortieth, and an account may become due while the test runs.
        assert!(
            wait > TimeDelta::minutes(-10) && wait <= every * 5 / 4,
            "next read in {wait}, clock set by {by}: {account}"
        );
    }
}

async fn add_accounts(admin: &Admin, simulator: &str) -> usize {
    let group = admin.post("/groups", json!({"name": "Clock"})).await["id"].clone();
    let body = json!({"tiktok": INTERVAL, "instagram": INTERVAL});
    let response = admin
        .send(
            Method::PUT,
            "/scraping/intervals",
            "application/json",
            body.to_string(),
        )
        .await;
    assert!(
        response.status().is_success(),
        "{}",
        response.text().await.unwrap()
    );
    let accounts: Value = http()
        .get(format!("{simulator}/__simulator/accounts"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let mut added = 0;
    for account in accounts
        .as_array()
        .unwrap()
        .iter()
        .filter(|account| account["platform"] == "tiktok")
    {
        let body = json!({"username": account["username"], "group_id": group});
        admin.post("/tiktok/accounts", body).await;
        added += 1;
    }
    eventually("every account to be read", async || {
        let body = admin.try_get("/tiktok/accounts").await?;
        let read = body["accounts"]
            .as_array()?
            .iter()
            .filter(|account| account["status"] != "pending");
        (read.count() == added).then_some(())
    })
    .await;
    added
}

fn start(data: &Path, simulator: &str, clock: &SystemClock) -> Service {
    Service::start(clock.of(&mut clipmeter(data, simulator)))
}

#[tokio::test]
async fn clock_step_keeps_sign_in_and_schedule_working() {
    let simulator = simulator(6);
    let place = folder();
    let clock = SystemClock::new(place.path().join("clock"));
    let data = place.path().join("data");
    let mut service = start(&data, &simulator.url, &clock);
    let admin = Admin::sign_in(&service.url).await;
    let accounts = add_accounts(&admin, &simulator.url).await;
    assert!(accounts > 0, "nothing to read");
    let opened = runs(&admin).await;
    let wait = guess(&service.url).await;
    assert!(wait <= MAX_WAIT, "{wait} s");

    // Back by a day: the lockout is not extended, and sessions stay signed in.
    clock.set("-1d");
    let back = TimeDelta::days(-1);
    let after = sign_in_at(&service.url, back).await;
    eventually("the earlier sign-in to be accepted", async || {
        admin.try_get("/auth/me").await
    })
    .await;
    assert_schedules_continue(&after, accounts, back).await;

    // Forward by two days: tokens expire, and the next sign-in succeeds.
    guess(&service.url).await;
    clock.set("+1d");
    let forward = TimeDelta::days(1);
    let after = sign_in_at(&service.url, forward).await;
    assert_schedules_continue(&after, accounts, forward).await;
    assert!(runs(&after).await <= opened + 1, "everything was read again");

    // Back again while the program is stopped.
    service.signal(Signal::TERM);
    service.ended().await;
    clock.set("-1d");
    let service = start(&data, &simulator.url, &clock);
    let after = sign_in_at(&service.url, back).await;
    assert_schedules_continue(&after, accounts, back).await;
}
