use serde_json::{Value, json};

use super::*;
use crate::items::tests::account as item;

/// Returns a snapshot at 10:00 about an account that nothing keeps from being scraped.
pub(in super::super) fn healthy() -> Snapshot {
    let conditions = json!([
        said("Ready", "True", "UpToDate", ""),
        said("Scraped", "True", "ok", ""),
        said("Fresh", "True", "UpToDate", ""),
    ]);
    let status = json!({
        "observedGeneration": 2, "conditions": conditions, "lastOutcome": "ok", "consecutiveFailures": 0,
        "lastScrapeTime": "2026-11-25T09:30:00Z", "nextScrapeTime": "2026-11-25T10:30:00Z",
    });
    Snapshot {
        item: item(&json!({}), &status),
        policy: Observed::Known(policy(&json!({}), &json!([]))),
        group: Observed::Known(group_with(&json!({}))),
        pools: Observed::Known(Vec::new()),
        leader: Observed::Known(Leader {
            holder: Some("operator-1".to_owned()),
            renewed: Some("2026-11-25T09:59:57Z".parse().unwrap()),
            valid_seconds: 15,
        }),
        runs: Observed::Known(Vec::new()),
        now: "2026-11-25T10:00:00Z".parse().unwrap(),
    }
}

pub(in super::super) fn said(type_: &str, status: &str, reason: &str, message: &str) -> Value {
    json!({
        "type": type_, "status": status, "reason": reason, "message": message,
        "lastTransitionTime": "2026-11-25T09:00:00Z",
    })
}

pub(in super::super) fn policy(spec: &Value, conditions: &Value) -> ScrapePolicy {
    let status =
        json!({"conditions": conditions, "queueDepth": 7, "oldestDueSeconds": 130, "runningJobs": 20});
    serde_json::from_value(json!({"metadata": {"name": "default"}, "spec": spec, "status": status})).unwrap()
}

pub(in super::super) fn group_with(spec: &Value) -> ClientGroup {
    let mut all = json!({"displayName": "Acme"});
    for (key, value) in spec.as_object().unwrap() {
        all[key] = value.clone();
    }
    let accounts = json!({"instagram": {"tracked": 3, "failing": 0}, "tiktok": {"tracked": 0, "failing": 0}});
    serde_json::from_value(json!({"metadata": {"name": "acme"}, "spec": all,
               "status": {"accounts": accounts, "videos": {"tracked": 4, "failing": 1}}}))
    .unwrap()
}

#[test]
fn steps_of_healthy_account_are_ok() {
    let shown: Vec<String> = steps(&healthy())
        .iter()
        .map(|step| format!("{} {}: {}", step.name, step.state.as_str(), step.lines.join("; ")))
        .collect();
    assert_eq!(
        shown,
        [
            "Operator ok: operator-1 leads; lease renewed 3s ago",
            "Policy ok: not suspended, at most 20 Jobs at once; interval 60 min; a due account waits up to 10 s for others",
            "Group ok: acme is not suspended; tracks 3 of at most 10 Instagram accounts",
            "Account ok: not suspended; Ready is True (UpToDate) for 60m; Scraped is True (ok) for 60m; Fresh is True \
             (UpToDate) for 60m",
            "Last ok: last attempt: ok; last success 30m ago",
            "Runs ok: no run of Instagram is active",
        ]
    );
}

type Change = fn(&mut Snapshot);
const CASES: &[(&str, Change, usize, State, &str)] = &[
    (
        "no leader",
        |it| it.now = "2026-11-25T10:05:00Z".parse().unwrap(),
        0,
        State::Stops,
        "no operator leads",
    ),
    (
        "no permission",
        |it| it.leader = Observed::Forbidden,
        0,
        State::Unknown,
        "you may not read",
    ),
    (
        "suspended policy",
        |it| it.policy = Observed::Known(policy(&json!({"suspend": true}), &json!([]))),
        1,
        State::Stops,
        "suspended: no runs are started",
    ),
    (
        "no Jobs",
        |it| it.policy = Observed::Known(policy(&json!({"concurrency": {"maxJobs": 0}}), &json!([]))),
        1,
        State::Stops,
        "maxJobs is 0",
    ),
    (
        "platform",
        |it| {
            let failed = said("InstagramAvailable", "False", "AddressCooldown", "until 10:20");
            it.policy = Observed::Known(policy(&json!({}), &json!([failed])));
        },
        1,
        State::Waits,
        "InstagramAvailable is False (AddressCooldown) for 60m: until 10:20",
    ),
    (
        "other platform",
        |it| {
            let failed = said("TikTokAvailable", "False", "AddressCooldown", "");
            it.policy = Observed::Known(policy(&json!({}), &json!([failed])));
        },
        1,
        State::Ok,
        "not suspended",
    ),
    (
        "no policy",
        |it| it.policy = Observed::Missing,
        1,
        State::Ok,
        "the defaults apply",
    ),
    (
        "suspended group",
        |it| it.group = Observed::Known(group_with(&json!({"suspend": true}))),
        2,
        State::Stops,
        "acme is suspended",
    ),
    (
        "group's interval",
        |it| it.group = Observed::Known(group_with(&json!({"intervals": {"instagramMinutes": 30}}))),
        2,
        State::Ok,
        "interval 30 min, instead of the policy's",
    ),
    (
        "limit of videos",
        |it| {
            it.item.kind = Kind::TikTokVideo;
            it.group = Observed::Known(group_with(&json!({"limits": {"tiktokVideos": 5}})));
        },
        2,
        State::Ok,
        "tracks 4 of at most 5 single videos",
    ),
    (
        "no group",
        |it| it.group = Observed::Missing,
        2,
        State::Stops,
        "no ClientGroup has the namespace cg-acme",
    ),
    (
        "suspended",
        |it| it.item.suspend = true,
        3,
        State::Stops,
        "spec.suspend is set",
    ),
    (
        "new spec",
        |it| it.item.generation = Some(3),
        3,
        State::Waits,
        "has not handled the last change",
    ),
    (
        "duplicate",
        |it| {
            let conditions = json!([
                said("Ready", "False", "Duplicate", "old already tracks natgeo"),
                said("Stalled", "True", "Duplicate", "old already tracks natgeo"),
            ]);
            it.item.progress.conditions = serde_json::from_value(conditions).unwrap();
        },
        3,
        State::Stops,
        "Ready is False (Duplicate) for 60m: old already tracks natgeo",
    ),
    (
        "no status",
        |it| it.item.progress.conditions.clear(),
        3,
        State::Waits,
        "has not written a status",
    ),
    (
        "failures",
        |it| it.item.progress.consecutive_failures = Some(2),
        4,
        State::Waits,
        "2 failures since the last success",
    ),
    (
        "request",
        |it| it.item.request = Some("now".to_owned()),
        5,
        State::Waits,
        "a scrape is requested (now)",
    ),
    (
        "runs",
        |it| {
            let run = |platform: &str, is_queued| ActiveRun {
                namespace: "s".to_owned(),
                job: "scrape-1".to_owned(),
                platform: platform.to_owned(),
                age_seconds: 40,
                is_queued,
            };
            let runs = [("tiktok", false), ("instagram", false), ("instagram", true)];
            it.runs = Observed::Known(runs.map(|(platform, queued)| run(platform, queued)).to_vec());
        },
        5,
        State::Ok,
        "2 runs of Instagram active, 1 of them queued, the oldest for 40s: s/scrape-1",
    ),
];

#[test]
fn steps_name_what_prevents_or_delays_scrapes() {
    for (what, change, index, state, part) in CASES {
        let mut snapshot = healthy();
        change(&mut snapshot);
        let step = &steps(&snapshot)[*index];
        assert_eq!(step.state, *state, "{what}: {step:?}");
        assert!(step.lines.join("; ").contains(part), "{what}: {step:?}");
    }
}

fn pool_with(conditions: &Value) -> ScraperPool {
    let status = json!({"conditions": conditions});
    serde_json::from_value(json!({"metadata": {"name": "eu"}, "spec": {}, "status": status})).unwrap()
}

#[test]
fn step_of_pool_names_selection_and_what_the_pool_lacks() {
    let proxy = said("Ready", "False", "ProxyMissing", "no proxy");
    let platform = said("InstagramAvailable", "False", "ProxyMissing", "");
    let other = said("TikTokAvailable", "False", "RateLimit", "");
    let cases = [
        (
            Observed::Known(vec![pool_with(&json!([]))]),
            State::Ok,
            "eu, selected by the group",
        ),
        (
            Observed::Known(vec![pool_with(&json!([proxy, platform, other]))]),
            State::Waits,
            "eu, selected by the group; Ready is False (ProxyMissing) for 60m: no proxy; InstagramAvailable is False \
             (ProxyMissing) for 60m",
        ),
        (
            Observed::Known(Vec::new()),
            State::Stops,
            "eu, selected by the group; no ScraperPool eu exists: nothing is read until it is created",
        ),
        (
            Observed::Missing,
            State::Stops,
            "eu, selected by the group; the cluster has no ScraperPools: install or upgrade the chart clipmeter-crds",
        ),
        (
            Observed::Forbidden,
            State::Unknown,
            "eu, selected by the group; you may not read ScraperPools",
        ),
    ];
    for (pools, state, text) in cases {
        let failed = said("InstagramAvailable", "False", "AddressCooldown", "");
        let snapshot = Snapshot {
            policy: Observed::Known(policy(&json!({}), &json!([failed]))),
            group: Observed::Known(group_with(&json!({"scraperPool": "eu"}))),
            pools,
            ..healthy()
        };
        let steps = steps(&snapshot);
        let names: Vec<_> = steps.iter().map(|step| step.name).collect();
        assert_eq!(
            names,
            ["Operator", "Policy", "Group", "Pool", "Account", "Last", "Runs"]
        );
        assert_eq!(
            (steps[3].state, steps[3].lines.join("; ").as_str()),
            (state, text)
        );
        assert_eq!(
            steps[1].state,
            State::Ok,
            "the policy's is about runs without a pool"
        );
    }
    let mut snapshot = healthy();
    snapshot.group = Observed::Forbidden;
    snapshot.item.scraper_pool = Some("us".to_owned());
    assert_eq!(steps(&snapshot)[3].lines[0], "us, instead of the group's");
}

#[test]
fn failed_scrape_does_not_stop_account() {
    let mut snapshot = healthy();
    let failed = said("Scraped", "False", "private", "the account is private");
    let ready = said("Ready", "True", "UpToDate", "");
    snapshot.item.progress.conditions = serde_json::from_value(json!([ready, failed])).unwrap();
    assert_eq!(steps(&snapshot)[3].state, State::Ok);
}
