//! The Jobs of runs.

use clipmeter_proto::v1::{OpenRun, Platform};
use serde_json::{Value, json};

use super::api::{Api, now};
use super::cluster::{Cluster, group, wait_for};
use super::operator::Operator;
use super::rows::Run;

const ABANDONED: &str = "0190b5a0-0000-7000-8000-000000000001";

async fn jobs(cluster: &Cluster) -> Vec<Value> {
    cluster.list("Job", &cluster.namespace).await
}

pub(crate) async fn are_made_for_runs_and_close_them(cluster: &Cluster) {
    for job in jobs(cluster).await {
        let name = job["metadata"]["name"].as_str().unwrap();
        cluster.delete("Job", &cluster.namespace, name).await;
    }
    wait_for("no Jobs", async || {
        let jobs = jobs(cluster).await;
        if jobs.is_empty() { Ok(()) } else { Err(jobs.len()) }
    })
    .await;
    let policy = json!({
        "apiVersion": "clipmeter.io/v1alpha1", "kind": "ScrapePolicy", "metadata": {"name": "default"},
        "spec": {"batch": {"windowSeconds": 0}, "concurrency": {"createPerSecond": 10}},
    });
    cluster.make(&policy).await;
    let api = Api::start().await;
    let open = OpenRun {
        run_id: ABANDONED.to_owned(),
        platform: Platform::Instagram.into(),
        opened_at: now() - 120,
        ..OpenRun::default()
    };
    let units = Vec::new();
    api.rows().runs.insert(ABANDONED.to_owned(), Run { open, units });
    let operator = Operator::leading(cluster, &api, "jobs").await;
    cluster.make(&group("runs", json!({"displayName": "Runs"}))).await;
    let home = "cg-runs";
    cluster
        .until_said(("ClientGroup", "", "runs"), "Ready", "True", "UpToDate")
        .await;
    cluster
        .make_tracked(
            "TikTokAccount",
            home,
            "nasa",
            json!({"username": "nasa.secret.name"}),
        )
        .await;
    let job = wait_for("a Job", async || {
        let jobs = jobs(cluster).await;
        if jobs.len() == 1 {
            Ok(jobs[0].clone())
        } else {
            Err(jobs.len())
        }
    })
    .await;
    let run = job["metadata"]["labels"]["clipmeter.io/run"].as_str().unwrap();
    assert_eq!(job["metadata"]["name"], format!("scrape-{run}"));
    assert_eq!(job["metadata"]["ownerReferences"][0]["kind"], "ScrapePolicy");
    assert!(!job.to_string().contains("nasa"), "{job}");
    assert!(api.rows().runs.contains_key(run));
    assert_eq!(api.rows().closed[ABANDONED], "no Job was started for it in time");
    assert_eq!(api.rows().policy.unwrap().instagram_minutes, 60);
    let said = ("ScrapePolicy", "", "default");
    cluster.until_said(said, "Ready", "True", "UpToDate").await;
    let metrics = operator.get("/metrics").await;
    let made = r#"clipmeter_jobs_created_total{platform="tiktok",reason="schedule"} 1"#;
    assert!(metrics.contains(made), "{metrics}");

    // The run goes with its Job, and what it held is due again.
    cluster
        .delete("Job", &cluster.namespace, &format!("scrape-{run}"))
        .await;
    let why = wait_for("the end of the run", async || {
        api.rows().closed.get(run).cloned().ok_or("open")
    });
    assert_eq!(why.await, "its Job was deleted");
}

pub(crate) async fn pass_restricted_admission(cluster: &Cluster) {
    // To this API the account is new.
    let api = Api::start().await;
    let operator = Operator::leading(cluster, &api, "restricted").await;
    let job = wait_for("a Job", async || jobs(cluster).await.pop().ok_or("none yet")).await;
    drop(operator);
    let metadata = json!({"name": "strict", "labels": {"pod-security.kubernetes.io/enforce": "restricted"}});
    cluster
        .make(&json!({"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}))
        .await;
    cluster
        .until("ServiceAccount", "strict", "default", |it| !it.is_null())
        .await;
    let template = &job["spec"]["template"];
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "scraper", "namespace": "strict", "labels": template["metadata"]["labels"]},
        "spec": template["spec"],
    });
    cluster.make(&pod).await;
    let mut bare = pod.clone();
    bare["metadata"]["name"] = json!("bare");
    bare["spec"]["containers"][0]["securityContext"] = json!({});
    let refusal = cluster.try_make(&bare).await.unwrap_err().to_string();
    assert!(refusal.contains("violates PodSecurity"), "{refusal}");
}
