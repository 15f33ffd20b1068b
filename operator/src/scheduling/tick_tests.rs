use std::path::Path;

use clipmeter_crds::TikTokAccount;
use clipmeter_fixtures::fake_api::{FakeApi, Tracked, now};
use clipmeter_proto::LeaderTerm;
use clipmeter_proto::v1::{Progress, RunTrigger, SyncTrackedRequest, TrackedKind};
use clipmeter_scheduler::{PoolId, Target, Trigger};
use kube::core::DeserializeGuard;
use kube::runtime::watcher;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::store::ObjectStore;
use crate::kubernetes::test_client;
use crate::kubernetes::watch::intent;
use crate::leadership::Leadership;
use crate::state::Tracker;

/// Returns the scheduler of a leader on a cluster that accepts every Job.
fn scheduler(api: &FakeApi, token: &Path) -> Scheduler {
    let client = test_client::accepting();
    let metrics = Arc::new(Metrics::new());
    let mut api = ApiClient::new(&api.url(), None, token, Arc::clone(&metrics)).unwrap();
    let term = LeaderTerm {
        lease_created: 1,
        version: 1,
    };
    // Valid for the whole test, however slow the machine is.
    api.lead(Leadership::new(term, Instant::now() + Duration::from_hours(1)));
    let wake = Arc::new(Notify::new());
    let settings = json!({"image": "i", "serviceAccountName": "s", "api": "https://api:8443"});
    let context = SchedulerContext {
        api,
        events: Arc::new(Events::new(client.clone(), "pod")),
        metrics: Arc::clone(&metrics),
        policy: Arc::new(Policy::new()),
        pools: Arc::new(Pools::new()),
        trackers: Arc::new(Trackers {
            instagram_accounts: Arc::new(Tracker::new(ObjectStore::encoded())),
            tiktok_accounts: Arc::new(Tracker::new(ObjectStore::encoded())),
            tiktok_videos: Arc::new(Tracker::new(ObjectStore::encoded())),
        }),
        requests: Arc::default(),
        jobs: Arc::new(Jobs::new(&client, "ns", Arc::clone(&metrics), Arc::clone(&wake))),
        job_starter: JobStarter {
            client: client.clone(),
            metrics,
            settings: serde_json::from_value(settings).unwrap(),
            authority: None,
            instance: "release".to_owned(),
            namespace: "ns".to_owned(),
        },
        wake,
    };
    Scheduler::new(context, LegacyJobs::new(&client, "ns", "ns"))
}

/// Returns an API and its scheduler, with the folder of the scheduler's token, which must exist as long.
fn started() -> (FakeApi, Scheduler, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let token = folder.path().join("token");
    std::fs::write(&token, "token").unwrap();
    let api = FakeApi::start();
    let scheduler = scheduler(&api, &token);
    (api, scheduler, folder)
}

/// Stores an account, whose scrape is requested.
fn request(context: &SchedulerContext, name: &str, unit: UnitKey) -> ObjectKey {
    let object: TikTokAccount = serde_json::from_value(json!({
        "metadata": {"name": name, "namespace": "ns"}, "spec": {"username": name},
    }))
    .unwrap();
    let (key, tracker) = (ObjectKey::of(&object), &context.trackers.tiktok_accounts);
    let applied = watcher::Event::Apply(DeserializeGuard(Ok(object)));
    tracker.status_cache.store().handle(applied, intent);
    tracker.add(&key);
    context
        .requests
        .add(unit, TrackedKind::TiktokAccount, &key, "now");
    key
}

/// Adds the unit to those of the API.
fn add_row(api: &FakeApi, name: &str, unit: UnitKey) {
    let row = Tracked {
        request: SyncTrackedRequest::default(),
        unit: unit.into(),
        progress: Progress::default(),
    };
    let name = ("group".to_owned(), 0, name.to_owned());
    api.rows().tracked.insert(name, row);
}

#[tokio::test]
async fn run_with_a_part_of_its_units_serves_requests_for_all() {
    let (api, mut scheduler, _token) = started();
    let units = [1, 2].map(|id| UnitKey {
        platform: Platform::Tiktok,
        target: Target::Account(id),
    });
    let keys =
        [("one", units[0]), ("two", units[1])].map(|(name, unit)| request(&scheduler.context, name, unit));
    // The API assigns only the unit that it has.
    add_row(&api, "one", units[0]);
    let batch = Batch {
        platform: Platform::Tiktok,
        pool: PoolId::NONE,
        trigger: Trigger::Request,
        units: units.to_vec(),
    };
    assert!(scheduler.open_run(batch, String::new()).await.unwrap());
    assert!(scheduler.created_jobs.is_empty());

    add_row(&api, "two", units[1]);
    scheduler.tick().await.unwrap();
    for key in &keys {
        let state = scheduler.context.trackers.tiktok_accounts.state(key);
        let handled = state.and_then(|state| state.handled_request);
        assert_eq!(handled.as_deref(), Some("now"), "{key:?}");
    }
    assert!(scheduler.context.requests.units(9).is_empty());
    assert_eq!(api.rows().runs.len(), 1, "there is no second run");
}

#[tokio::test]
async fn request_is_repeated_if_its_completed_run_did_not_scrape_the_unit() {
    let (api, mut scheduler, _token) = started();
    let unit = UnitKey {
        platform: Platform::Tiktok,
        target: Target::Account(1),
    };
    request(&scheduler.context, "one", unit);
    add_row(&api, "one", unit);
    // Only the request makes it due.
    for row in api.rows().tracked.values_mut() {
        row.progress.last_attempt_at = Some(now() - 1);
    }
    let two_runs = async {
        let mut opened = BTreeSet::new();
        while opened.len() < 2 {
            // The run has ended without an attempt.
            api.rows().runs.clear();
            scheduler.next_units = Instant::now();
            scheduler.tick().await.unwrap();
            opened.extend(api.rows().runs.keys().cloned());
            sleep(Duration::from_millis(20)).await;
        }
    };
    let limit = Duration::from_mins(2);
    tokio::time::timeout(limit, two_runs)
        .await
        .expect("there is a second run");
}

/// Returns an open run of this many units, without its Job.
fn open(opened_at: i64, units: u32) -> (Uuid, OpenRun) {
    let id = Uuid::now_v7();
    let run = OpenRun {
        run_id: id.to_string(),
        platform: Platform::Tiktok.into(),
        trigger: RunTrigger::Request.into(),
        units,
        opened_at,
        ..OpenRun::default()
    };
    (id, run)
}

#[tokio::test]
async fn run_that_waits_for_a_token_gets_its_job_at_any_age() {
    let (_api, mut scheduler, _token) = started();
    let (id, run) = open(1_000, 50);
    for (time, mut tokens, has_job) in [(1_001, 0, false), (1_500, 0, false), (1_501, 1, true)] {
        let listed = std::slice::from_ref(&run);
        scheduler.track_open_runs(listed);
        scheduler.sweep(listed, time, &mut tokens).await.unwrap();
        assert_eq!(scheduler.created_jobs.contains_key(&id), has_job, "{time}");
    }
}

#[tokio::test]
async fn job_of_small_run_is_created_before_those_of_older_large_runs() {
    let (_api, mut scheduler, _token) = started();
    let runs = [open(1_000, 50), open(1_001, 50), open(1_002, 1)];
    let (ids, listed): (Vec<Uuid>, Vec<OpenRun>) = runs.into_iter().unzip();
    for order in [[false, false, true], [true, false, true], [true, true, true]] {
        scheduler.track_open_runs(&listed);
        scheduler.sweep(&listed, 1_003, &mut 1).await.unwrap();
        let has_job = ids.iter().map(|id| scheduler.created_jobs.contains_key(id));
        assert_eq!(has_job.collect::<Vec<bool>>(), order);
    }
}

#[test]
fn scheduling_waits_for_jobs_and_policy() {
    let (jobs, policy) = (InitialSync::default(), InitialSync::default());
    let is_ready = || wait_for_lists(&jobs, &policy).now_or_never().is_some();
    assert!(!is_ready());
    jobs.set();
    assert!(!is_ready(), "scraping may be suspended");
    policy.set();
    assert!(is_ready());
}

#[test]
fn wake_notified_twice_is_taken_once() {
    let wake = Notify::new();
    assert!(!take_permit(&wake));
    wake.notify_one();
    wake.notify_one();
    assert!(take_permit(&wake));
    assert!(!take_permit(&wake));
}
