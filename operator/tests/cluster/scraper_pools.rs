//! Scraper pools: their transfer to the API, their Jobs, and what waits for them.

use clipmeter_fixtures::fake_api::{FakeApi, Run, now};
use clipmeter_fixtures::wait_for;
use clipmeter_proto::v1::{
    OpenRun, Platform, PlatformRuns, PlatformWait, PoolCapacity, ScrapingCapacity, WaitReason,
};
use serde_json::{Value, json};

use super::cluster::{Cluster, Key, group, said};
use super::operator::Operator;

const POOL: Key<'static> = ("ScraperPool", "", "eu");

fn pool(name: &str, spec: Value) -> Value {
    json!({"apiVersion": "clipmeter.io/v1beta1", "kind": "ScraperPool", "metadata": {"name": name}, "spec": spec})
}

/// Returns the Jobs of a pool.
async fn jobs(cluster: &Cluster, pool: &str) -> Vec<Value> {
    let all = cluster.list("Job", &cluster.scrapers).await;
    let is_of_pool = |job: &Value| job["metadata"]["labels"]["clipmeter.io/scraper-pool"] == pool;
    all.into_iter().filter(is_of_pool).collect()
}

async fn first_job(cluster: &Cluster, pool: &str) -> Value {
    wait_for("a Job of the pool", async || {
        jobs(cluster, pool).await.pop().ok_or("none yet")
    })
    .await
}

/// Returns the ID of a run of the platform.
async fn run_of(api: &FakeApi, platform: Platform) -> String {
    wait_for("a run", async || {
        let rows = api.rows();
        let mut runs = rows.runs.iter();
        let run = runs.find(|(_, run)| run.open.platform() == platform);
        run.map(|(id, _)| id.clone()).ok_or("none yet")
    })
    .await
}

async fn make_policy(cluster: &Cluster) {
    let policy = json!({
        "apiVersion": "clipmeter.io/v1beta1", "kind": "ScrapePolicy", "metadata": {"name": "default"},
        "spec": {"batch": {"windowSeconds": 0}, "concurrency": {"createPerSecond": 10}},
    });
    if cluster.get("ScrapePolicy", "", "default").await.is_null() {
        cluster.make(&policy).await;
    }
}

fn without_proxy() -> ScrapingCapacity {
    let (platform, reason) = (Platform::Tiktok.into(), WaitReason::ProxyMissing.into());
    let message = "The proxy does not exist.".to_owned();
    ScrapingCapacity {
        pools: vec![PoolCapacity {
            pool: "eu".to_owned(),
            runs: vec![PlatformRuns { platform, runs: 0 }],
            waits: vec![PlatformWait {
                platform,
                reason,
                until: None,
                message,
            }],
            ..PoolCapacity::default()
        }],
        ..ScrapingCapacity::default()
    }
}

/// A group may be applied before its pool, and the pool before its proxy. Until both exist, nothing is scraped.
pub(crate) async fn are_selected_before_they_exist_and_start_jobs(cluster: &Cluster) {
    make_policy(cluster).await;
    let api = FakeApi::start();
    let operator = Operator::leading(cluster, &api, "pools").await;
    let of_group = ("ClientGroup", "", "pooled");
    cluster
        .make(&group(
            "pooled",
            json!({"displayName": "Pooled", "scraperPool": "eu"}),
        ))
        .await;
    cluster
        .until_said(of_group, "Ready", "False", "PoolMissing")
        .await;
    cluster
        .wait_for_event("ClientGroup", "pooled", "PoolUnavailable")
        .await;
    assert_eq!(api.rows().groups["pooled"].scraper_pool, "eu");
    let account = ("TikTokAccount", "cg-pooled", "first");
    let spec = json!({"username": "pooled.first"});
    cluster.make_tracked(account, spec).await;
    let waiting = cluster
        .until_said(account, "Waiting", "True", "PoolMissing")
        .await;
    assert_eq!(said(&waiting, "Ready").0, "True");
    let metrics = operator.get("/metrics").await;
    let line = r#"clipmeter_scraper_pool_waiting{pool="eu",platform="tiktok",reason="PoolMissing"} 1"#;
    assert!(metrics.contains(line), "{metrics}");

    api.rows().capacity = Some(without_proxy());
    let placement = json!({
        "nodeSelector": {"topology.kubernetes.io/region": "eu-central-1"},
        "tolerations": [{"key": "egress", "operator": "Equal", "value": "eu", "effect": "NoSchedule"}],
    });
    let spec = json!({"region": "eu-central-1", "proxies": {"tiktok": "Frankfurt"}, "placement": placement});
    cluster.make(&pool("eu", spec)).await;
    cluster.until_said(POOL, "Ready", "False", "ProxyMissing").await;
    cluster.until_ready(of_group).await;
    cluster
        .until_said(account, "Waiting", "True", "ProxyMissing")
        .await;
    let sent = api.rows().pools.pools.clone();
    let [sent] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    assert_eq!((sent.name.as_str(), sent.session_set.as_str()), ("eu", "eu"));
    assert_eq!((sent.placed, sent.managed_by.as_str()), (true, "kubectl"));
    assert!(jobs(cluster, "eu").await.is_empty());

    api.rows().capacity = None;
    cluster.until_ready(POOL).await;
    cluster.wait_for_event("ScraperPool", "eu", "PoolAvailable").await;
    let job = first_job(cluster, "eu").await;
    let run = job["metadata"]["labels"]["clipmeter.io/run"].as_str().unwrap();
    let template = &job["spec"]["template"];
    assert_eq!(template["metadata"]["labels"]["clipmeter.io/scraper-pool"], "eu");
    let nodes = &template["spec"]["nodeSelector"];
    assert_eq!(nodes["topology.kubernetes.io/region"], "eu-central-1");
    assert_eq!(template["spec"]["tolerations"][0]["key"], "egress");
    assert_eq!(api.rows().runs[run].open.scraper_pool, "eu");

    // A Job that ends before its scraper has begun.
    cluster
        .delete("Job", &cluster.scrapers, &format!("scrape-{run}"))
        .await;
    let why = wait_for("the end of the run", async || {
        api.rows().closed.get(run).cloned().ok_or("open")
    });
    assert_eq!(why.await, "the Job was deleted");
    cluster.until_said(POOL, "Ready", "False", "PodsNotStarted").await;
    let line = r#"clipmeter_scraper_pool_waiting{pool="eu",platform="tiktok",reason="PodsNotStarted"} 1"#;
    wait_for("the metric", async || {
        let metrics = operator.get("/metrics").await;
        if metrics.contains(line) {
            Ok(())
        } else {
            Err(metrics)
        }
    })
    .await;

    // The older pool keeps the set of sessions.
    cluster.make(&pool("de", json!({"sessionSet": "eu"}))).await;
    let younger = ("ScraperPool", "", "de");
    cluster.until_said(younger, "Ready", "False", "Duplicate").await;
    cluster.until_said(younger, "Stalled", "True", "Duplicate").await;
    cluster.delete("ScraperPool", "", "eu").await;
    cluster.until_ready(younger).await;
    cluster
        .until_said(of_group, "Ready", "False", "PoolMissing")
        .await;
    assert_eq!(api.rows().pools.pools[0].name, "de");
    cluster.delete("ScraperPool", "", "de").await;
    wait_for("no pools", async || {
        let pools = api.rows().pools.pools.clone();
        if pools.is_empty() { Ok(()) } else { Err(pools) }
    })
    .await;
    cluster.remove_group("pooled").await;
}

/// The dashboard opened the run, or the pool was deleted since: a Job without the pool's nodes would be another egress.
pub(crate) async fn without_object_start_no_jobs(cluster: &Cluster) {
    const OPEN: &str = "0190b5a0-0000-7000-8000-000000000007";
    let api = FakeApi::start();
    let open = OpenRun {
        run_id: OPEN.to_owned(),
        platform: Platform::Tiktok.into(),
        opened_at: now(),
        scraper_pool: "gone".to_owned(),
        ..OpenRun::default()
    };
    let units = Vec::new();
    api.rows().runs.insert(OPEN.to_owned(), Run { open, units });
    let _operator = Operator::leading(cluster, &api, "pool-gone").await;
    let why = wait_for("the end of the run", async || {
        api.rows().closed.get(OPEN).cloned().ok_or("open")
    });
    assert_eq!(why.await, "the scraper pool was deleted");
    let job = cluster
        .get("Job", &cluster.scrapers, &format!("scrape-{OPEN}"))
        .await;
    assert!(job.is_null(), "{job}");
}

/// A tenant selects a pool that the group does not allow, and then one that it allows.
pub(crate) async fn are_selected_by_accounts_as_the_group_allows(cluster: &Cluster) {
    make_policy(cluster).await;
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "pool-overrides").await;
    let spec = json!({"displayName": "Overrides", "allowedScraperPools": ["us"]});
    cluster.make(&group("overrides", spec)).await;
    cluster.until_ready(("ClientGroup", "", "overrides")).await;
    let account = ("TikTokAccount", "cg-overrides", "chosen");
    let spec = json!({"username": "pooled.chosen", "scraperPool": "asia"});
    cluster.make_tracked(account, spec).await;
    let refused = cluster
        .until_said(account, "Ready", "False", "PoolNotAllowed")
        .await;
    assert_eq!(said(&refused, "Stalled").0, "True");
    assert_eq!(said(&refused, "Registered").0, "True");
    let selected = || {
        let rows = api.rows();
        let row = rows.tracked.iter().find(|((_, _, name), _)| name == "chosen");
        row.map(|(_, row)| row.request.scraper_pool.clone())
    };
    assert_eq!(selected().as_deref(), Some("asia"));

    let allowed = json!({"spec": {"scraperPool": "us"}});
    cluster.patch(account.0, account.1, account.2, &allowed).await;
    cluster.until_ready(account).await;
    cluster
        .until_said(account, "Waiting", "True", "PoolMissing")
        .await;
    assert_eq!(selected().as_deref(), Some("us"));
    for pool in ["asia", "us"] {
        assert!(jobs(cluster, pool).await.is_empty());
    }

    cluster.make(&pool("us", json!({}))).await;
    let job = first_job(cluster, "us").await;
    let nodes = &job["spec"]["template"]["spec"]["nodeSelector"];
    assert!(nodes.is_null(), "the pool has no placement: {nodes}");

    // The group withdraws the permission.
    let none = json!({"spec": {"allowedScraperPools": null}});
    cluster.patch("ClientGroup", "", "overrides", &none).await;
    cluster
        .until_said(account, "Ready", "False", "PoolNotAllowed")
        .await;
    cluster.delete("ScraperPool", "", "us").await;
    cluster.remove_group("overrides").await;
}

/// A Job that ends early while another scraper of the pool runs may have been on a node that failed.
pub(crate) async fn are_not_paused_by_one_job(cluster: &Cluster) {
    make_policy(cluster).await;
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "pool-busy").await;
    cluster.make(&pool("busy", json!({}))).await;
    let spec = json!({"displayName": "Busy", "scraperPool": "busy"});
    cluster.make(&group("busy", spec)).await;
    cluster.until_ready(("ClientGroup", "", "busy")).await;
    for kind in ["InstagramAccount", "TikTokAccount"] {
        let spec = json!({"username": "busy.first"});
        cluster.make_tracked((kind, "cg-busy", "first"), spec).await;
    }
    let started = run_of(&api, Platform::Tiktok).await;
    let ended = run_of(&api, Platform::Instagram).await;
    let job = format!("scrape-{ended}");
    cluster
        .until("Job", &cluster.scrapers, &job, |job| !job.is_null())
        .await;
    api.rows().runs.get_mut(&started).unwrap().open.lease_expires_at = Some(now() + 300);
    cluster.delete("Job", &cluster.scrapers, &job).await;
    let why = wait_for("the end of the run", async || {
        api.rows().closed.get(&ended).cloned().ok_or("open")
    });
    assert_eq!(why.await, "the Job was deleted");

    // The platform may have a second run at once.
    let spec = json!({"username": "busy.second"});
    cluster
        .make_tracked(("TikTokAccount", "cg-busy", "second"), spec)
        .await;
    wait_for("a second run", async || {
        let rows = api.rows();
        let runs = rows.runs.values();
        match runs.filter(|run| run.open.platform() == Platform::Tiktok).count() {
            2 => Ok(()),
            count => Err(count),
        }
    })
    .await;
    cluster.until_ready(("ScraperPool", "", "busy")).await;
    cluster.delete("ScraperPool", "", "busy").await;
    cluster.remove_group("busy").await;
}

/// The operator does not register what selects pools before the API has accepted the pools, and reports why.
pub(crate) async fn report_unreachable_api(cluster: &Cluster) {
    let api = FakeApi::start();
    api.rows().away = true;
    let _operator = Operator::leading(cluster, &api, "pools-away").await;
    let spec = json!({"displayName": "Pools away", "scraperPool": "gone"});
    cluster.make(&group("pools-away", spec)).await;
    let of_group = ("ClientGroup", "", "pools-away");
    cluster
        .until_said(of_group, "Ready", "False", "ApiUnavailable")
        .await;
    let account = ("TikTokAccount", "cg-pools-away", "a");
    let spec = json!({"username": "nasa"});
    cluster.make_tracked(account, spec).await;
    let waiting = cluster
        .until_said(account, "Registered", "Unknown", "ApiUnavailable")
        .await;
    let text = waiting["status"]["conditions"].to_string();
    assert!(
        text.contains("The API has not accepted the scraper pools yet"),
        "{text}"
    );
    api.rows().away = false;
    cluster
        .until_said(of_group, "Ready", "False", "PoolMissing")
        .await;
    cluster.until_registered(account).await;
    cluster.remove_group("pools-away").await;
}
