//! Any process may be killed at any time: the run completes after a restart, and no item is lost or duplicated.

use std::fs;
use std::path::Path;

use crate::support::{Admin, PASSWORD, Service, clipmeter, eventually, folder, http, simulator};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// Accounts of both platforms; few enough to be scraped in seconds, enough for several requests each.
const ACCOUNTS: u32 = 8;
/// Makes a scrape last long enough to be killed in the middle, also on a busy machine. Ends with the fault.
const DELAY_MS: u32 = 1_000;

/// Adds every account of the simulator to a new group.
pub(crate) async fn add_accounts(admin: &Admin, simulator: &str) {
    let group = admin.post("/groups", json!({"name": "Faults"})).await["id"].clone();
    admin
        .post(
            "/scraping/sessions",
            json!({"sessions": ["58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionForTests"]}),
        )
        .await;
    let accounts: Value = http()
        .get(format!("{simulator}/__simulator/accounts"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    for account in accounts
        .as_array()
        .unwrap_or_else(|| panic!("{accounts} is not a list"))
    {
        let path = format!("/{}/accounts", account["platform"].as_str().unwrap());
        admin
            .post(&path, json!({"username": account["username"], "group_id": group}))
            .await;
    }
}

/// Statuses of all accounts; `None` while the API or its database is down.
async fn statuses(admin: &Admin) -> Option<Vec<String>> {
    let mut statuses = Vec::new();
    for platform in ["instagram", "tiktok"] {
        let body = admin.try_get(&format!("/{platform}/accounts")).await?;
        statuses.extend(
            body["accounts"]
                .as_array()?
                .iter()
                .filter_map(|account| Some(account["status"].as_str()?.to_owned())),
        );
    }
    Some(statuses)
}

pub(crate) async fn all_scraped(admin: &Admin) {
    eventually("every account to be scraped", async || {
        statuses(admin)
            .await?
            .iter()
            .all(|status| status != "pending")
            .then_some(())
    })
    .await;
}

/// Waits until some accounts have been scraped and some are still pending.
async fn middle_of_a_run(admin: &Admin) {
    eventually("the middle of a run", async || {
        let stats = admin.try_get("/dashboard/stats").await?;
        let stored =
            stats["content"]["instagram_posts"].as_i64()? + stats["content"]["tiktok_videos"].as_i64()?;
        let pending = statuses(admin).await?.iter().any(|status| status == "pending");
        assert!(pending, "the run ended before the fault");
        (stored > 0).then_some(())
    })
    .await;
}

/// Returns what is stored, as users see it: totals, and every item with its counts.
pub(crate) async fn everything(admin: &Admin) -> Value {
    let stats = admin.get("/dashboard/stats").await;
    let mut items = Vec::new();
    for (path, list, id) in [
        ("all-instagram-posts", "posts", "shortcode"),
        ("all-tiktok-videos", "videos", "video_id"),
    ] {
        let mut page = 1;
        loop {
            let body = admin.get(&format!("/dashboard/{path}?page={page}")).await;
            items.extend(body[list].as_array().unwrap().iter().map(|item| {
                json!([
                    item["account"],
                    item[id],
                    item["views"],
                    item["likes"],
                    item["comments"],
                    item["shares"]
                ])
            }));
            if page >= body["pages"].as_i64().unwrap() {
                break;
            }
            page += 1;
        }
    }
    items.sort_by_key(ToString::to_string);
    let doubled = items.windows(2).find(|pair| pair[0][1] == pair[1][1]);
    assert!(doubled.is_none(), "{doubled:?} is stored twice");
    json!({"content": stats["content"], "instagram": stats["instagram"], "tiktok": stats["tiktok"], "items": items})
}

/// Delays all responses of the platforms, or stops delaying them.
async fn delay(simulator: &str, is_slow: bool) {
    let faults = format!("{simulator}/__simulator/faults");
    let request = if is_slow {
        let slow = json!({"fault": "slow", "path_prefix": "/", "delay_ms": DELAY_MS});
        http().post(faults).json(&slow)
    } else {
        http().delete(faults)
    };
    request.send().await.unwrap().error_for_status().unwrap();
}

/// Scrapes all accounts, disturbed by `fault` in the middle, and returns what is stored in the end.
async fn scrape(simulator: &str, fault: impl AsyncFnOnce(&Path, Service) -> Service) -> Value {
    let place = folder();
    let data = place.path().join("data");
    let mut service = Service::start(&mut clipmeter(&data, simulator));
    let admin = Admin::sign_in(&service.url).await;
    delay(simulator, true).await;
    add_accounts(&admin, simulator).await;
    middle_of_a_run(&admin).await;
    service = fault(&data, service).await;
    delay(simulator, false).await;
    let admin = Admin::sign_in(&service.url).await;
    all_scraped(&admin).await;
    let everything = everything(&admin).await;
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));
    everything
}

/// Returns the children of a process with this program name.
pub(crate) fn children(parent: u32, name: &str) -> Vec<Pid> {
    let is_child = |pid: &i32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let Some((head, tail)) = stat.rsplit_once(") ") else {
            return false;
        };
        head.ends_with(&format!("({name}")) && tail.split(' ').nth(1) == Some(parent.to_string().as_str())
    };
    let entries = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    entries.filter(is_child).filter_map(Pid::from_raw).collect()
}

fn postmaster(data: &Path) -> Pid {
    let text = fs::read_to_string(data.join("postgres/data/postmaster.pid")).unwrap();
    Pid::from_raw(text.lines().next().unwrap().parse().unwrap()).unwrap()
}

#[tokio::test]
async fn process_kill_during_run_neither_loses_nor_duplicates_data() {
    let simulator = simulator(ACCOUNTS);
    let undisturbed = scrape(&simulator.url, async |_, service| service).await;
    assert!(
        undisturbed["items"]
            .as_array()
            .is_some_and(|items| items.len() > 50),
        "{undisturbed}"
    );

    let scraper_killed = scrape(&simulator.url, async |_, service| {
        eventually("a killed scraper", async || {
            let scrapers = children(service.child.id(), "scraper");
            // One may have exited meanwhile.
            let killed = scrapers
                .into_iter()
                .filter(|scraper| kill_process(*scraper, Signal::KILL).is_ok());
            (killed.count() > 0).then_some(())
        })
        .await;
        service
    })
    .await;
    assert_eq!(scraper_killed, undisturbed);

    let database_killed = scrape(&simulator.url, async |data, service| {
        kill_process(postmaster(data), Signal::KILL).unwrap();
        // Signing in needs the database: wait until it is available again.
        let credentials = json!({"username": "admin", "password": PASSWORD});
        let login = format!("{}/api/auth/login", service.url);
        eventually("the database to be back", async || {
            let response = http().post(&login).json(&credentials).send().await.ok()?;
            response.status().is_success().then_some(())
        })
        .await;
        service
    })
    .await;
    assert_eq!(database_killed, undisturbed);

    let all_killed = scrape(&simulator.url, async |data, mut service| {
        let scrapers = children(service.child.id(), "scraper");
        service.signal(Signal::KILL);
        assert_eq!(service.ended().await, None, "a killed process has no exit code");
        let survivor = |pid: &Pid| Path::new(&format!("/proc/{}", pid.as_raw_nonzero())).exists();
        eventually("the scrapers to die with their parent", async || {
            (!scrapers.iter().any(survivor)).then_some(())
        })
        .await;
        Service::start(&mut clipmeter(data, &simulator.url))
    })
    .await;
    assert_eq!(all_killed, undisturbed);
}

#[tokio::test]
async fn failing_scraper_is_restarted_with_growing_delays() {
    let place = folder();
    let (scraper, starts) = (place.path().join("scraper"), place.path().join("starts"));
    fs::write(
        &scraper,
        format!("#!/bin/sh\ndate +%s%3N >> {}\nexit 42\n", starts.display()),
    )
    .unwrap();
    fs::set_permissions(&scraper, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = clipmeter(&place.path().join("data"), "http://127.0.0.1:9");
    let mut service = Service::start(command.env("CLIPMETER_SCRAPER", &scraper));
    let admin = Admin::sign_in(&service.url).await;
    let group = admin.post("/groups", json!({"name": "Faults"})).await["id"].clone();
    admin
        .post(
            "/tiktok/accounts",
            json!({"username": "somebody", "group_id": group}),
        )
        .await;
    let times = eventually("three starts", async || {
        let lines = fs::read_to_string(&starts).ok()?;
        let times: Vec<u64> = lines.lines().map(|line| line.parse().unwrap()).collect();
        (times.len() >= 3).then_some(times)
    })
    .await;
    let between: Vec<u64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        between[0] >= 1_000 && between[1] >= 2_000,
        "{between:?} ms between starts"
    );
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));
}
