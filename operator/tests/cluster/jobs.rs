//! The Jobs of runs.

use clipmeter_fixtures::fake_api::{FakeApi, Run, now};
use clipmeter_fixtures::wait_for;
use clipmeter_proto::v1::{OpenRun, Outcome, Platform, RunTrigger, ScrapingCapacity};
use kube::api::{Patch, PatchParams};
use serde_json::{Value, json};

use super::cluster::{Cluster, group};
use super::installed::{change_policies, settings_of};
use super::operator::Operator;

const ABANDONED: &str = "0190b5a0-0000-7000-8000-000000000001";

async fn jobs(cluster: &Cluster) -> Vec<Value> {
    cluster.list("Job", &cluster.scrapers).await
}

/// Stores an open run without units, which is this number of seconds old.
fn open_run(api: &FakeApi, run: &str, age: i64) {
    let open = OpenRun {
        run_id: run.to_owned(),
        platform: Platform::Tiktok.into(),
        opened_at: now() - age,
        ..OpenRun::default()
    };
    let units = Vec::new();
    api.rows().runs.insert(run.to_owned(), Run { open, units });
}

/// Waits until the Job has this condition, and moves its transitions to the past.
async fn backdate(cluster: &Cluster, name: &str, type_: &str) {
    let has_type = |job: &Value| {
        let conditions = job["status"]["conditions"].as_array();
        conditions.is_some_and(|all| all.iter().any(|it| it["type"] == type_))
    };
    let job = cluster.until("Job", &cluster.scrapers, name, has_type).await;
    let mut conditions = job["status"]["conditions"].clone();
    for condition in conditions.as_array_mut().unwrap() {
        condition["lastTransitionTime"] = json!("2026-01-01T00:00:00Z");
    }
    let status = json!({"status": {"conditions": conditions}});
    cluster
        .api("Job", &cluster.scrapers)
        .patch_status(name, &PatchParams::default(), &Patch::Merge(&status))
        .await
        .unwrap();
}

async fn delete_jobs(cluster: &Cluster) {
    for job in jobs(cluster).await {
        let name = job["metadata"]["name"].as_str().unwrap();
        cluster.delete("Job", &cluster.scrapers, name).await;
    }
    wait_for("no Jobs", async || {
        let jobs = jobs(cluster).await;
        if jobs.is_empty() { Ok(()) } else { Err(jobs.len()) }
    })
    .await;
}

/// Jobs are created in the scrapers' namespace only.
pub(crate) async fn are_created_for_runs_and_close_them(cluster: &Cluster) {
    delete_jobs(cluster).await;
    let policy = json!({
        "apiVersion": "clipmeter.io/v1beta1", "kind": "ScrapePolicy", "metadata": {"name": "default"},
        "spec": {"batch": {"windowSeconds": 0}, "concurrency": {"createPerSecond": 10}},
    });
    cluster.make(&policy).await;
    let api = FakeApi::start();
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
    cluster.until_ready(("ClientGroup", "", "runs")).await;
    let spec = json!({"username": "nasa.secret.name"});
    cluster
        .make_tracked(("TikTokAccount", "cg-runs", "nasa"), spec)
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
    let everywhere = cluster.list("Job", "").await;
    assert!(
        everywhere
            .iter()
            .all(|job| job["metadata"]["namespace"] == cluster.scrapers.as_str()),
        "Jobs are made in the scrapers' namespace only: {everywhere:#?}"
    );
    assert_eq!(job["metadata"]["ownerReferences"][0]["kind"], "ScrapePolicy");
    assert!(!job.to_string().contains("nasa"), "{job}");
    assert!(api.rows().runs.contains_key(run));
    assert_eq!(api.rows().closed[ABANDONED], "no Job was created in time");
    let said = ("ScrapePolicy", "", "default");
    cluster.until_ready(said).await;
    assert_eq!(api.rows().policy.unwrap().instagram_minutes, 60);
    for (usable, status, reason) in [
        (2, "True", "SessionsUsable"),
        (1, "True", "SessionsLow"),
        (0, "False", "NoUsableSessions"),
    ] {
        api.rows().capacity = Some(ScrapingCapacity {
            sessions: 3,
            usable_sessions: usable,
            required_sessions: 2,
            ..ScrapingCapacity::default()
        });
        cluster
            .until_said(said, "SessionsAvailable", status, reason)
            .await;
    }
    cluster
        .wait_for_event("ScrapePolicy", "default", "SessionsExhausted")
        .await;
    let metrics = operator.get("/metrics").await;
    let made = r#"clipmeter_jobs_created_total{platform="tiktok",reason="schedule"} 1"#;
    assert!(metrics.contains(made), "{metrics}");

    // The run ends with its Job, and its units become due again.
    cluster
        .delete("Job", &cluster.scrapers, &format!("scrape-{run}"))
        .await;
    let why = wait_for("the end of the run", async || {
        api.rows().closed.get(run).cloned().ok_or("open")
    });
    assert_eq!(why.await, "the Job was deleted");
}

/// Returns the Job of a run, or why the cluster refused it.
async fn job_of_new_run(cluster: &Cluster, pod: &str, settings: &str) -> Result<Value, String> {
    // The accounts are new to this API.
    let api = FakeApi::start();
    let _operator = Operator::leading_with_settings(cluster, &api, pod, settings).await;
    wait_for("a Job or a refusal", async || {
        if let Some(job) = jobs(cluster).await.pop() {
            return Ok(Ok(job));
        }
        let refusal = api.rows().closed.values().next().cloned();
        refusal.map(Err).ok_or("none yet")
    })
    .await
}

/// Sets of values in `charts/clipmeter/ci`, and whether their pods have the user and group that the chart assigns. Clusters like
/// `OpenShift` assign them, and refuse others.
const SETS: [(&str, bool); 4] = [
    ("default", true),
    ("ha", true),
    ("dedicated-nodes", true),
    ("openshift", false),
];

pub(crate) async fn pass_restricted_admission(cluster: &Cluster) {
    let metadata = json!({"name": "strict", "labels": {"pod-security.kubernetes.io/enforce": "restricted"}});
    cluster
        .make(&json!({"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}))
        .await;
    cluster
        .until("ServiceAccount", "strict", "default", |it| !it.is_null())
        .await;
    // Admission refuses pods with classes that do not exist.
    let runtime = json!({"apiVersion": "node.k8s.io/v1", "kind": "RuntimeClass", "metadata": {"name": "gvisor"}, "handler": "runsc"});
    cluster.make(&runtime).await;
    let priority = json!({
        "apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "background"}, "value": -10,
    });
    cluster.make(&priority).await;
    for (set, has_user) in SETS {
        delete_jobs(cluster).await;
        change_policies(&cluster.client, &cluster.namespace, set).await;
        let settings = settings_of(&cluster.namespace, set);
        // The previous policies may refuse the first Jobs.
        let job = wait_for("an accepted Job", async || {
            job_of_new_run(cluster, set, &settings).await
        })
        .await;
        let template = &job["spec"]["template"];
        let mut pod = json!({
            "apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": set, "namespace": "strict", "labels": template["metadata"]["labels"]},
            "spec": template["spec"],
        });
        let security = &pod["spec"]["securityContext"];
        for field in ["runAsUser", "runAsGroup", "fsGroup"] {
            assert!(has_user || security[field].is_null(), "{set}: {security}");
        }
        assert_eq!(security["runAsUser"].is_number(), has_user, "{set}: {security}");
        // The scrapers' service account is in their namespace.
        pod["spec"]["serviceAccountName"] = json!("default");
        cluster.make(&pod).await;
        let mut bare = pod.clone();
        bare["metadata"]["name"] = json!("bare");
        bare["spec"]["containers"][0]["securityContext"] = json!({});
        let refusal = cluster.try_make(&bare).await.unwrap_err().to_string();
        assert!(refusal.contains("violates PodSecurity"), "{refusal}");
    }
    cluster.installed.install_policies(&cluster.client).await;
}

/// Returns a Job as a chart before 0.2.0 created it for a run.
fn job_of(namespace: &str, run: &str) -> Value {
    let labels = json!({
        "app.kubernetes.io/managed-by": "clipmeter-operator",
        "clipmeter.io/run": run,
        "clipmeter.io/platform": "tiktok",
    });
    let container = json!({"name": "scraper", "image": "localhost/scraper:0.1.0"});
    json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {"name": format!("scrape-{run}"), "namespace": namespace, "labels": labels},
        "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [container]}}},
    })
}

/// An upgrade that introduces the scrapers' namespace keeps the open runs, whatever the state of their Jobs.
pub(crate) async fn move_from_release_namespace_without_losing_runs(cluster: &Cluster) {
    const RUNNING: &str = "0190b5a0-0000-7000-8000-000000000003";
    /// The Job has failed, as after a rejection by the API, and the run is not closed yet.
    const FAILED: &str = "0190b5a0-0000-7000-8000-000000000004";
    /// The operator that moved the run ended before it deleted the old Job.
    const HALF_MOVED: &str = "0190b5a0-0000-7000-8000-000000000005";
    /// The Job belongs to no open run: it is not started again.
    const OVER: &str = "0190b5a0-0000-7000-8000-000000000006";
    let api = FakeApi::start();
    for run in [RUNNING, FAILED, HALF_MOVED, OVER] {
        let mut job = job_of(&cluster.namespace, run);
        if run == FAILED {
            job["spec"]["activeDeadlineSeconds"] = json!(1);
        }
        cluster.make(&job).await;
    }
    cluster.make(&job_of(&cluster.scrapers, HALF_MOVED)).await;
    cluster
        .until("Job", &cluster.namespace, &format!("scrape-{FAILED}"), |job| {
            let conditions = job["status"]["conditions"].as_array();
            conditions.is_some_and(|all| all.iter().any(|it| it["type"] == "Failed"))
        })
        .await;
    for run in [RUNNING, FAILED, HALF_MOVED] {
        // Without a Job, a run of this age would be closed.
        open_run(&api, run, 900);
    }
    cluster.refuse_jobs().await;
    let _operator = Operator::leading(cluster, &api, "moves").await;
    let old_job = async |run: &str| {
        cluster
            .get("Job", &cluster.namespace, &format!("scrape-{run}"))
            .await
    };
    // The runs stay open while the new namespace rejects Jobs.
    cluster
        .until(
            "Job",
            &cluster.namespace,
            &format!("scrape-{HALF_MOVED}"),
            Value::is_null,
        )
        .await;
    for run in [RUNNING, FAILED] {
        assert!(!old_job(run).await.is_null(), "{run}");
    }
    cluster.delete("ResourceQuota", &cluster.scrapers, "none").await;
    for run in [RUNNING, FAILED] {
        let name = format!("scrape-{run}");
        let moved = cluster
            .until("Job", &cluster.scrapers, &name, |job| !job.is_null())
            .await;
        assert_eq!(
            moved["spec"]["template"]["spec"]["containers"][0]["image"],
            "localhost/scraper:1"
        );
        cluster
            .until("Job", &cluster.namespace, &name, Value::is_null)
            .await;
    }
    assert!(!old_job(OVER).await.is_null());
    let of_no_run = cluster
        .get("Job", &cluster.scrapers, &format!("scrape-{OVER}"))
        .await;
    assert!(of_no_run.is_null(), "{of_no_run}");
    let open: Vec<String> = api.rows().runs.keys().cloned().collect();
    let closed = api.rows().closed.clone();
    for run in [RUNNING, FAILED, HALF_MOVED] {
        assert!(open.iter().any(|id| id == run), "{run} of {open:?}: {closed:?}");
    }
    cluster
        .delete("Job", &cluster.namespace, &format!("scrape-{OVER}"))
        .await;
}

/// A Job that is suspended, by Kueue or another client, and cannot start.
pub(crate) async fn are_deleted_when_no_queue_admits_them(cluster: &Cluster) {
    const WAITING: &str = "0190b5a0-0000-7000-8000-000000000002";
    let name = format!("scrape-{WAITING}");
    let labels = json!({
        "app.kubernetes.io/managed-by": "clipmeter-operator",
        "clipmeter.io/run": WAITING,
        "clipmeter.io/platform": "tiktok",
    });
    let container = json!({"name": "scraper", "image": "localhost/scraper:1"});
    let job = json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {"name": name, "namespace": cluster.scrapers, "labels": labels},
        "spec": {
            "suspend": true,
            "template": {"spec": {"restartPolicy": "Never", "containers": [container]}},
        },
    });
    cluster.make(&job).await;
    backdate(cluster, &name, "Suspended").await;
    let api = FakeApi::start();
    open_run(&api, WAITING, 7200);
    let _operator = Operator::leading(cluster, &api, "queue").await;
    let why = wait_for("the end of the run", async || {
        api.rows().closed.get(WAITING).cloned().ok_or("open")
    });
    assert_eq!(why.await, "no queue admitted the Job in time");
    cluster
        .until("Job", &cluster.scrapers, &name, Value::is_null)
        .await;
}

/// The node of a pod is lost: the pod remains `Terminating`, so that its Job never gets the condition `Failed`.
pub(crate) async fn are_deleted_when_their_node_is_lost(cluster: &Cluster) {
    const LOST: &str = "0190b5a0-0000-7000-8000-000000000008";
    let name = format!("scrape-{LOST}");
    cluster
        .make(&json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "lost"}}))
        .await;
    let mut job = job_of(&cluster.scrapers, LOST);
    job["spec"]["activeDeadlineSeconds"] = json!(1);
    job["spec"]["podReplacementPolicy"] = json!("Failed");
    job["spec"]["template"]["spec"]["nodeName"] = json!("lost");
    cluster.make(&job).await;
    backdate(cluster, &name, "FailureTarget").await;
    let api = FakeApi::start();
    open_run(&api, LOST, 900);
    let _operator = Operator::leading(cluster, &api, "lost-node").await;
    let why = wait_for("the end of the run", async || {
        api.rows().closed.get(LOST).cloned().ok_or("open")
    })
    .await;
    let expected = "the failed Job's pod did not end: DeadlineExceeded";
    assert!(why.starts_with(expected), "{why}");
    cluster
        .until("Job", &cluster.scrapers, &name, Value::is_null)
        .await;
    // The controller manager then removes the pod.
    cluster.delete("Node", "", "lost").await;
}

/// A run that the dashboard opened waits while the policy allows no Jobs, also when a new operator leads.
pub(crate) async fn wait_while_policy_allows_none(cluster: &Cluster) {
    const OPEN: &str = "0190b5a0-0000-7000-8000-000000000009";
    let name = format!("scrape-{OPEN}");
    let max_jobs = |count: Option<u32>| json!({"spec": {"concurrency": {"maxJobs": count}}});
    cluster
        .patch("ScrapePolicy", "", "default", &max_jobs(Some(0)))
        .await;
    let api = FakeApi::start();
    open_run(&api, OPEN, 0);
    let _operator = Operator::leading(cluster, &api, "no-jobs").await;
    wait_for("the second pass", async || {
        let passes = api.rows().calls.get("ListRuns").copied();
        if passes >= Some(2) { Ok(()) } else { Err(passes) }
    })
    .await;
    let job = cluster.get("Job", &cluster.scrapers, &name).await;
    assert!(job.is_null(), "{job}");
    cluster
        .patch("ScrapePolicy", "", "default", &max_jobs(None))
        .await;
    cluster
        .until("Job", &cluster.scrapers, &name, |job| !job.is_null())
        .await;
    assert_eq!(api.rows().closed.get(OPEN), None);
    cluster.delete("Job", &cluster.scrapers, &name).await;
}

/// Returns the open run that scrapes the object, if there is one other than the given one.
fn run_of(api: &FakeApi, object: &str, but: &str) -> Result<(String, RunTrigger), usize> {
    let rows = api.rows();
    let row = rows.tracked.iter().find(|((_, _, name), _)| name == object);
    let unit = row.map(|(_, row)| row.unit);
    let run = rows
        .runs
        .values()
        .find(|run| unit.is_some_and(|unit| run.units.contains(&unit)) && run.open.run_id != but);
    run.map(|run| (run.open.run_id.clone(), run.open.trigger()))
        .ok_or(rows.runs.len())
}

/// A request is handled when there is a Job for it, and repeated until a run has scraped its unit.
pub(crate) async fn are_created_for_requests_until_one_completes(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "requests").await;
    cluster.make(&group("asks", json!({"displayName": "Asks"}))).await;
    cluster.until_ready(("ClientGroup", "", "asks")).await;
    let account = ("TikTokAccount", "cg-asks", "asked");
    cluster.make_tracked(account, json!({"username": "esa"})).await;
    wait_for("the first run", async || run_of(&api, "asked", "")).await;
    api.rows().attempted("asked", Outcome::Ok, now());
    api.rows().runs.clear();

    cluster.refuse_jobs().await;
    let request = json!({"metadata": {"annotations": {"clipmeter.io/scrape-requested-at": "one"}}});
    cluster.patch(account.0, account.1, account.2, &request).await;
    wait_for("a refusal", async || {
        let closed = api.rows().closed.values().cloned().collect::<Vec<_>>();
        if closed.iter().any(|why| why.contains("exceeded quota")) {
            Ok(())
        } else {
            Err(closed)
        }
    })
    .await;
    let object = cluster.get(account.0, account.1, account.2).await;
    assert!(object["status"]["lastHandledRequest"].is_null(), "{object}");

    cluster.delete("ResourceQuota", &cluster.scrapers, "none").await;
    cluster
        .until(account.0, account.1, account.2, |object| {
            object["status"]["lastHandledRequest"] == "one"
        })
        .await;
    let (first, trigger) = run_of(&api, "asked", "").unwrap();
    assert_eq!(trigger, RunTrigger::Request);
    cluster
        .delete("Job", &cluster.scrapers, &format!("scrape-{first}"))
        .await;
    let (second, trigger) = wait_for("another run", async || run_of(&api, "asked", &first)).await;
    assert_eq!(trigger, RunTrigger::Request);
    assert_eq!(api.rows().closed[&first], "the Job was deleted");
    cluster
        .until("Job", &cluster.scrapers, &format!("scrape-{second}"), |job| {
            !job.is_null()
        })
        .await;
    cluster.remove_group("asks").await;
}
