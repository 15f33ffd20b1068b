//! Random faults of every process, disk, clock and network, under scrapes and dashboard use: nothing acknowledged is lost or
//! doubled, totals equal their items at any time, and a revoked token is never accepted. `bench/faults/run` runs it for an hour.

mod proxy;
mod record;
mod rig;
mod users;

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use chrono::{DateTime, Utc};
use clipmeter_fixtures::recount;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Executor as _};
use strum::VariantArray as _;

use self::record::Record;
use self::rig::{Fault, Rig};
use crate::process_kills::{add_accounts, all_scraped, everything};
use crate::support::{Admin, PASSWORD, Service, clipmeter, eventually, folder, http};

/// Duration without `CLIPMETER_FAULT_SECONDS`.
const DURATION: Duration = Duration::from_mins(1);
/// Seed without `CLIPMETER_FAULT_SEED`. Its fourth round kills the program while the database is stopped, which once left the
/// database running.
const SEED: u64 = 2;
/// Accounts of both platforms.
const ACCOUNTS: u32 = 8;
/// The platforms' clock advances by this much in each round.
const ADVANCE: Duration = Duration::from_mins(10);
/// Rounds between two comparisons of everything stored.
const ROUNDS: usize = 4;

/// Revoked tokens that each comparison tries. Users try all others in turn.
const LATEST: usize = 200;

/// Timeout for a sign-in, a read and two writes, on a busy machine.
const ATTEMPT_TIMEOUT: Duration = Duration::from_mins(1);

/// Settings of the clock, seconds from the system's.
const CLOCKS: [i64; 6] = [0, -30, 600, -10_800, 10_800, 86_400];

/// Measurements that were stored at the last check. One may be replaced by another of the same minute.
const REMEMBER: &str = "CREATE SCHEMA IF NOT EXISTS campaign;
    DROP TABLE IF EXISTS campaign.seen;
    CREATE TABLE campaign.seen AS SELECT post_id, date_trunc('minute', observed_at) AS minute, views FROM post_metrics";
const LOST: &str = "SELECT count(*) FROM campaign.seen s
    WHERE NOT EXISTS (SELECT FROM post_metrics m WHERE m.post_id = s.post_id AND date_trunc('minute', m.observed_at) = s.minute
                      AND (m.views >= s.views OR s.views IS NULL))";

fn setting<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn random_faults_neither_lose_nor_duplicate_data() {
    let duration = setting("CLIPMETER_FAULT_SECONDS").map_or(DURATION, Duration::from_secs);
    let seed = setting("CLIPMETER_FAULT_SEED").unwrap_or(SEED);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut rig = Rig::start(ACCOUNTS).await;
    let log = rig.log.clone();
    let _shown = crate::full_disk::ShownOnPanic(log);
    let admin = Admin::sign_in(&rig.service.url).await;
    add_accounts(&admin, &rig.simulator.url).await;
    all_scraped(&admin).await;
    let group = admin.get("/groups").await["groups"][0]["id"].as_i64().unwrap();
    let people = admin.post("/groups", json!({"name": "People"})).await["id"]
        .as_i64()
        .unwrap();

    let record = Arc::new(Record::default());
    let users = users::start(&rig.users.url, [group, people], &record);
    let mut report = String::from("faults\tseconds\tready_ms\n");
    let began = Instant::now();
    for round in 1.. {
        rig.advance(ADVANCE).await;
        let number = rng.random_range(1..=2);
        let faults: Vec<Fault> = Fault::VARIANTS.sample(&mut rng, number).copied().collect();
        let lasts = Duration::from_millis(rng.random_range(200..4_000));
        for fault in &faults {
            rig.begin(*fault, *CLOCKS.choose(&mut rng).unwrap());
            tokio::time::sleep(lasts).await;
        }
        rig.end(&faults).await;
        let ready = ready(&mut rig).await;
        writeln!(
            report,
            "{faults:?}\t{:.1}\t{}",
            lasts.as_secs_f64(),
            ready.as_millis()
        )
        .unwrap();
        eprintln!("{faults:?} for {lasts:.1?}, ready after {ready:.1?}");
        let is_over = began.elapsed() > duration;
        if round % ROUNDS == 0 || is_over {
            check(&rig, &record).await;
        }
        record.assert_no_violation();
        // Time to scrape.
        tokio::time::sleep(Duration::from_millis(rng.random_range(500..4_000))).await;
        if is_over {
            break;
        }
    }
    drop(users);
    rig.set_clock(0);
    equals_a_new_installation(&rig).await;
    check(&rig, &record).await;
    record.assert_no_violation();
    for (what, count) in record.counts() {
        writeln!(report, "{what}\t{count}\t").unwrap();
    }
    writeln!(report, "exits of the program\t{}\t", rig.exits).unwrap();
    eprintln!("{report}");
    if let Some(file) = setting::<String>("CLIPMETER_FAULT_REPORT") {
        std::fs::write(file, report).unwrap();
    }
}

/// Waits until a user can sign in, read and write, and returns how long it took.
async fn ready(rig: &mut Rig) -> Duration {
    let began = Instant::now();
    let credentials = json!({"username": "admin", "password": PASSWORD});
    loop {
        assert!(
            began.elapsed() < Duration::from_mins(5),
            "the program is not ready"
        );
        rig.keep_running(&[]).await;
        let url = &rig.service.url;
        let attempt = async {
            let http = http();
            let login = http
                .post(format!("{url}/api/auth/login"))
                .json(&credentials)
                .send();
            let body: Value = login.await.ok()?.error_for_status().ok()?.json().await.ok()?;
            let token = body["access_token"].as_str()?;
            let stats = http
                .get(format!("{url}/api/dashboard/stats"))
                .bearer_auth(token)
                .send();
            stats.await.ok()?.error_for_status().ok()?;
            let body = json!({"name": "Ready"});
            let created = http
                .post(format!("{url}/api/groups"))
                .bearer_auth(token)
                .json(&body)
                .send();
            let group: Value = created.await.ok()?.error_for_status().ok()?.json().await.ok()?;
            let path = format!("{url}/api/groups/{}", group["id"]);
            http.delete(path)
                .bearer_auth(token)
                .send()
                .await
                .ok()?
                .error_for_status()
                .ok()
        };
        if let Ok(Some(_)) = tokio::time::timeout(ATTEMPT_TIMEOUT, attempt).await {
            return began.elapsed();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Compares what is stored with what was acknowledged, and totals with a recount.
async fn check(rig: &Rig, record: &Record) {
    let admin = Admin::sign_in(&rig.service.url).await;
    let before = record.groups();
    let groups = eventually("a list of groups", async || admin.try_get("/groups").await).await;
    record.compare_groups(before, &groups);
    let me = format!("{}/api/auth/me", rig.service.url);
    for token in record.revoked().into_iter().rev().take(LATEST) {
        let status = eventually("a response to a revoked token", async || {
            let response = http().get(&me).bearer_auth(&token).send().await.unwrap();
            // A program on a busy machine may respond that it is busy.
            (!response.status().is_server_error()).then(|| response.status())
        })
        .await;
        if status != 401 {
            record.violated(format!("a revoked token gets {status}"));
        }
    }
    let mut owner = rig.database_owner().await;
    let mut recounts = vec![
        ("counters", recount::counters()),
        ("sums of days", recount::sums()),
    ];
    if !rig.has_gone_back {
        recounts.push(("days", recount::days()));
    }
    for (what, statement) in recounts {
        let drift: i64 = sqlx::query_scalar(AssertSqlSafe(statement))
            .fetch_one(&mut owner)
            .await
            .unwrap();
        if drift != 0 {
            record.violated(format!("{drift} {what} differ from a recount"));
        }
    }
    let has_seen: bool = sqlx::query_scalar("SELECT to_regclass('campaign.seen') IS NOT NULL")
        .fetch_one(&mut owner)
        .await
        .unwrap();
    if has_seen {
        let lost: i64 = sqlx::query_scalar(LOST).fetch_one(&mut owner).await.unwrap();
        if lost != 0 {
            record.violated(format!("{lost} measurements are lost"));
        }
    }
    owner.execute(REMEMBER).await.unwrap();
    record.count("checks");
}

/// Scrapes everything once more, and compares it with an installation without faults: the same items, and no count above it.
async fn equals_a_new_installation(rig: &Rig) {
    let admin = Admin::sign_in(&rig.service.url).await;
    let since = Utc::now();
    eventually("every account to be scraped again", async || {
        admin.try_get("/auth/me").await?;
        let path = "/dashboard/scrape-all";
        admin
            .send(Method::POST, path, "application/json", "{}".to_owned())
            .await;
        let mut accounts = Vec::new();
        for platform in ["instagram", "tiktok"] {
            accounts.extend(
                admin.try_get(&format!("/{platform}/accounts")).await?["accounts"]
                    .as_array()?
                    .clone(),
            );
        }
        let is_new = |account: &Value| {
            let at: Option<DateTime<Utc>> = account["last_scraped"].as_str().and_then(|at| at.parse().ok());
            at.is_some_and(|at| at > since)
        };
        accounts.iter().all(is_new).then_some(())
    })
    .await;
    let stored = everything(&admin).await;
    let place = folder();
    let fresh = Service::start(&mut clipmeter(&place.path().join("data"), &rig.simulator.url));
    let admin = Admin::sign_in(&fresh.url).await;
    add_accounts(&admin, &rig.simulator.url).await;
    all_scraped(&admin).await;
    let new = everything(&admin).await;
    let identities = |items: &Value| -> Vec<(Value, Value)> {
        let items = items["items"].as_array().unwrap().iter();
        items.map(|item| (item[0].clone(), item[1].clone())).collect()
    };
    assert_eq!(identities(&stored), identities(&new));
    // Old items are not read by every scrape, so their counts may lag behind.
    let [stored, new] = [&stored, &new].map(|all| all["items"].as_array().unwrap());
    let is_above =
        |(stored, new): &(&Value, &Value)| (2..6).any(|place| stored[place].as_i64() > new[place].as_i64());
    assert_eq!(stored.iter().zip(new).find(is_above), None);
    assert!(stored.iter().zip(new).any(|(stored, new)| stored == new));
}
